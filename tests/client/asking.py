"""What a program asks of a service through the client, the same on every database."""

from __future__ import annotations

from uuid import uuid4

import numpy as np
import pytest

import cavalier

SECONDS = 240.0
"""Longer than any job here takes on a busy machine that has yet to compile."""


def ask_everything(service: cavalier.Client) -> None:
    """Count, estimate, construct, measure and test; read the tours and what is known of the board."""
    label = f"asked {uuid4()}"
    job = service.count("5x5", store="all", method="backtrack", label=label)
    result = job.wait(timeout=SECONDS, progress=False)
    assert (result.count("tours"), result.count("closed")) == (1728, 0)
    assert {tuple(row.square): row.tours for row in result.squares}[1, 1] == "304"
    assert job.tours.to_numpy().shape == (1728, 25)
    assert (np.sort(job.tours.to_numpy()[::100]) == np.arange(25)).all()
    frame, squares = job.tours.to_dataframe(), result.to_dataframe("squares")
    assert (len(frame), set(frame.closed), set(frame.board)) == (1728, {False}, {"5x5"})
    assert {tuple(row[0]) for row in frame.squares} == {tuple(row.square) for row in result.squares if row.tours != "0"}
    assert sum(map(int, squares.tours)) == 1728
    [tour] = job.tours.first()
    assert (len(tour), tour.closed, tour.to_numpy().shape) == (25, False, (25, 2))
    assert tour.draw().svg.startswith("<svg")
    assert len(tour.draw(animated=True).svg) > len(tour.draw().svg)
    assert "304" in result.heat_map("tours").svg
    assert len(list(service.tours(board="5x5", start="1,1", job=job.id))) == 304

    made = job.notes.add("Agrees with *1728*.", tags=["client"])
    assert [(note.id, note.text) for note in job.notes] == [(made.id, "Agrees with *1728*.")]
    assert [tag.name for tag in job.notes.tags] == ["client"]
    assert [tag.name for tag in job.notes.replace_tags(["other", "checked"])] == ["checked", "other"]
    assert [tag.name for tag in job.notes.add_tags(["more"])] == ["checked", "more", "other"]
    assert [found.id for found in service.jobs(tag="other", search=label)] == [job.id]
    assert service.board_notes("5x5").add(label).text == label
    assert label in [note.text for note in service.board_notes("5x5")]

    [paths] = [one for one in service.sequences("undirected") if (one.family, one.quantity) == ("3xn", "paths")]
    assert (paths.terms[3:8], [match.number for match in paths.oeis]) == (["8", "0", "0", "52", "396"], ["A169696"])
    assert service.recurrence("3xn", quantity="cycles", first=10).order == 42
    service.family("3xn", terms=100).wait(timeout=SECONDS, progress=False)
    assert service.family_term("3xn", 10).value == "16"
    assert service.family_term("3xn", 10**18, modulo=10**9 + 7).value == "500673871"
    assert [one.divides for one in service.family_division("3xn", tours="closed").powers] == [True, False]

    estimate = service.estimate("5x5", walks=20000, method="uniform").wait(timeout=SECONDS, progress=False).estimate()
    assert abs(float(estimate) - 1728) < 6 * estimate.standard_error

    grid = "1 . . 10\n12 9 2 5\n3 6 11 8\n"
    for given in (grid, {"a3": 1, "a2": 12, "b2": 9, "c2": 2, "d2": 5, "a1": 3, "b1": 6, "c1": 11, "d1": 8, "d3": 10}):
        completed = service.complete("3x4", given)
        found = completed.wait(timeout=SECONDS, progress=False)
        assert (found.count("tours"), found.document["extra"]["completion"]["verdict"]) == (1, "unique")
        assert completed.tours.first()[0].to_numpy()[2].tolist() == [3, 1]

    puzzle = service.puzzle("5x5", guesses=0, rng={"streams": 1}).wait(timeout=SECONDS, progress=False)
    grid = puzzle.document["extra"]["puzzle"]["grid"]
    solved = service.complete("5x5", grid).wait(timeout=SECONDS, progress=False)
    assert solved.document["extra"]["completion"] == {"verdict": "unique", "guesses": "0", "directed": True}

    census = service.census("5x6").wait(timeout=SECONDS, progress=False).document["extra"]["census"]
    assert (census["tours"], census["exact"]) == ("8", True)

    built = service.construct("6x6", tours="closed")
    built.wait(timeout=SECONDS, progress=False)
    assert [one.closed for one in built.tours] == [True]

    few = service.construct("6x6", tours="closed", fewest="crossings", exchanges=50_000)
    extreme = few.wait(timeout=SECONDS, progress=False).document["extra"]["extreme"]
    assert (extreme["value"], extreme["proved"], extreme["bounds"][0]["value"]) == (52, True, "52")

    far = service.distances("8x8", "a1", "h8").wait(timeout=SECONDS, progress=False)
    assert [one.distance for one in far.model.distances] == [6]
    path = service.uncrossed("4x4").wait(timeout=SECONDS, progress=False).document["extra"]["uncrossed"]
    assert (path["length"], path["exact"]) == (5, True)
    strip = service.family("3xn", terms=20).wait(timeout=SECONDS, progress=False).document["extra"]["strip"]
    assert (strip["terms"][9], strip["order"]) == ("16", 42)
    verdict = service.test_generator("randu", trials=2).wait(timeout=SECONDS, progress=False)
    assert {test.test for test in verdict.model.tests} >= {"spectral"}

    alike = service.symmetry("5x6").wait(timeout=SECONDS, progress=False)
    assert (alike.count("cycles"), alike.count("cycle_classes")) == (8, 3)

    known = {(one.quantity, str(one.value)) for one in service.board("5x5").known if one.subject.starts == "all"}
    assert ("tours", "1728") in known
    assert [one.id for one in service.jobs(board="5x5", kind="enumerate", search=label)] == [job.id]

    answer = service.query("SELECT quantity, value FROM count_list WHERE job = :job ORDER BY value", {"job": job.id})
    assert {"quantity": "tours", "value": "1728"} in list(answer)
    assert not answer.more
    assert "1728" in set(answer.to_dataframe().value)


def refuse_honestly(service: cavalier.Client) -> None:
    """Errors are of their kind and name the field."""
    with pytest.raises(cavalier.InvalidRequestError) as raised:
        service.count("5x5", tours="shut")  # type: ignore[arg-type]  # as a program without types would
    assert set(raised.value.fields) == {"/tours"}
    with pytest.raises(cavalier.NotFoundError):
        _ = service.job("0" * 16).state


def stop_and_go(service: cavalier.Client) -> None:
    """A long job is paused, resumed and cancelled; waiting for it ends in time and says where it stands."""
    job = service.count("8x8", method="backtrack", label="long")
    with pytest.raises(cavalier.WaitTimeoutError, match=rf"job {job.id} is .* after 0\.1 s"):
        job.wait(timeout=0.1, progress=False)
    job.pause()
    assert next(status.state for status in job.watch(timeout=SECONDS) if status.state != "pausing") == "paused"
    assert job.resume().state in {"queued", "running"}
    assert job.cancel().state == "cancelled"
    with pytest.raises(cavalier.JobFailedError, match="cancelled"):
        job.wait(progress=False)
    assert {event.name for event in job.events} >= {"submitted", "paused", "resumed", "cancelled"}
    assert all(one.work for one in job.ledger)
