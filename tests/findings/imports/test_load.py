"""Imports: all tours of 5x5 from a file of another database, valid and tampered with."""

from __future__ import annotations

import io
import json
from typing import Any

import numpy as np
import pytest
from sqlalchemy import delete, event, select

from engine.boards.labels import parse_board
from engine.specification.result import Count, Result
from findings.audit import audit
from findings.exports.formats import tour_file
from findings.imports import load as load_module
from findings.imports.load import MAX_NAMED, ImportRefusedError, import_file
from findings.statements.board_facts import gather_board_facts
from store.database.db import Database
from store.jobs.current_result import current_result
from store.jobs.lifecycle import change_state
from store.jobs.results import record_result
from store.models.boards import BoardRow
from store.models.jobs import Job
from store.models.shards import Shard
from store.models.states import JobState
from store.models.tours import TourRun
from store.queries.facets import tour_counts
from store.queries.tours import TourFilter, find_tours
from store.tours.bulk_rows import read
from store.tours.completeness import complete_collections
from store.tours.encoding import class_text, row_packer
from tests.reference.imports import Row, line, rows, some_tours
from tests.store.job_samples import stored_job
from tests.store.tour_samples import BOARD, all_tours, store_all

SPECIFICATION = {"kind": "enumerate", "method": "backtrack", "tours": "any", "starts": "all"}


def tour(squares: list[int], job: str = "elsewhere", **said: Any) -> dict[str, Any]:
    """Return a line of an export."""
    path = [BOARD.square(square) for square in squares]
    return {"board": "5x5", "piece": "1,2", "job": job, "closed": False, "squares": path} | said


def count(value: str, **fields: object) -> dict[str, Any]:
    """Return a line of an export of counts."""
    known = {"quantity": "tours", "convention": "directed", "method": "backtrack", "engine": "e", "outcome": "complete"}
    subject = {"board": "5x5", "piece": "1,2", "job": "elsewhere", "value": value, "specification": SPECIFICATION}
    return known | subject | fields


def load(database: Database, *lines: object) -> tuple[Job, bool]:
    """Import these lines."""
    text = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
    with database.writing() as session:
        return import_file(session, io.BytesIO(text.encode()), "theirs.jsonl")


def found(database: Database, job: Job) -> dict[str, int]:
    """Return a job's counts."""
    with database.reading() as session:
        return {one.quantity: int(one.value) for one in current_result(session, job).counts}


def test_all_tours_of_5x5(database: Database) -> None:
    """All imported tours are stored under their original jobs, and the audit finds nothing."""
    paths = all_tours().tolist()
    job, made = load(database, *(tour(path, job="one" if path[0] == 0 else "two") for path in paths))

    assert made
    assert found(database, job) == {"imported": 1728, "held_before": 0}
    with database.reading() as session:
        lines = b"".join(tour_file(session, TourFilter(job=job.public_id), "jsonl")).splitlines()
        held = [json.loads(line) for line in lines]
        assert {tuple(BOARD.index(square) for square in one["squares"]) for one in held} == set(map(tuple, paths))
        assert tour_counts(session, TourFilter(board="5x5", start=0)).tours == 304
        assert audit(session).findings == []


def test_an_import_proves_nothing(database: Database) -> None:
    """An import is never proof of completeness, even with all tours and their number."""
    load(database, *(tour(path) for path in all_tours().tolist()), count("1728"))

    with database.reading() as session:
        known = gather_board_facts(session, BOARD)
        (complete,) = complete_collections(session, session.query(BoardRow).all()).values()

    assert complete == []
    (claim,) = (one for one in known if any(source.kind == "import" for source in one.sources))
    assert (claim.value, claim.reliability, claim.confirmed_by) == ("1728", "claimed", ())


def test_what_a_line_says_of_a_job(database: Database) -> None:
    """A job's question, code and time stay with its tours, and a fault in them is named."""
    asked = {"kind": "enumerate", "board": "5x5", "tours": "any", "store": "classes"}
    about = {
        "board": "5x5",
        "piece": "1,2",
        "job": "theirs",
        "engine": "e1",
        "cpu_seconds": 1.5,
        "specification": asked,
    }
    paths = all_tours().tolist()[:3]
    job, _ = load(database, about, *(tour(path, job="theirs") for path in paths), tour(paths[0], job="other"))
    with database.reading() as session:
        finders = current_result(session, job).extra["finders"]
        assert audit(session).findings == []
        assert not any(
            source.kind == "import" for fact in gather_board_facts(session, BOARD) for source in fact.sources
        )
    expected = {"job": "theirs", "engine": "e1", "cpu_seconds": 1.5, "specification": asked, "tours": 3}
    assert finders == [expected]

    with pytest.raises(ImportRefusedError) as refused:
        load(database, about | {"cpu_seconds": -1.0})
    assert refused.value.faults == [(1, "cpu_seconds: must be at least 0")]


def test_a_publication_that_printed_tours(database: Database) -> None:
    """The name of a publication stays with its tours, and the result lists it."""
    about = {"board": "5x5", "piece": "1,2", "job": "Author, 1900", "source": "An Author, A Title, 1900"}
    path = all_tours().tolist()[0]
    job, _ = load(database, about, tour(path, job="Author, 1900"))
    with database.reading() as session:
        extra = current_result(session, job).extra
        (found,) = find_tours(session, TourFilter(), after=0, limit=2)
        assert audit(session).findings == []
    assert extra["publications"] == [{"name": "Author, 1900", "source": "An Author, A Title, 1900", "tours": 1}]
    assert "finders" not in extra
    assert (found.finder, found.source) == ("Author, 1900", "An Author, A Title, 1900")

    with pytest.raises(ImportRefusedError) as refused:
        load(database, about | {"source": ""})
    assert refused.value.faults == [(1, "source: must not be empty")]


def test_a_file_is_imported_once_and_a_tour_is_held_once(database: Database) -> None:
    """The same file gives the same job; another file adds only new tours."""
    lines = [tour(path) for path in all_tours()[:3].tolist()]
    first, _ = load(database, *lines, lines[0])
    again, made = load(database, *lines, lines[0])
    more, _ = load(database, *(tour(path) for path in all_tours()[:5].tolist()))

    assert (again.public_id, made) == (first.public_id, False)
    assert found(database, first) == {"imported": 3, "held_before": 1}
    assert found(database, more) == {"imported": 2, "held_before": 3}


def test_tours_of_our_own_jobs_stay_theirs(database: Database) -> None:
    """Tours already stored by a job are not stored again."""
    store_all(database)
    job, _ = load(database, *(tour(path) for path in all_tours()[:10].tolist()))
    assert found(database, job) == {"imported": 0, "held_before": 10}


def test_faulty_lines_are_named_and_nothing_is_kept(database: Database) -> None:
    """Each faulty line is named, and a valid line among them is not stored."""
    path = all_tours()[0].tolist()
    lines = [
        tour(path),
        tour([path[1], path[0], *path[2:]]),
        tour(path[:-1]),
        tour(path) | {"squares": [[9, 9], *tour(path)["squares"][1:]]},
        tour(path, closed=True),
        tour(path, symmetry=7),
        tour(path, **{"class": "0" * 16}),
        "{",
        "[]",
        {"board": "5x5"},
        tour(path) | {"board": "nowhere"},
        tour(path) | {"piece": "1,2,3"},
        count("01728"),
    ]

    with pytest.raises(ImportRefusedError) as refused:
        load(database, *lines)

    assert refused.value.number == len(lines) - 1
    faults = dict(refused.value.faults)
    assert sorted(faults) == list(range(2, len(lines) + 1))
    assert "is not a move" in faults[2]
    assert "24 squares" in faults[3]
    assert "[9, 9] is not a square" in faults[4]
    assert "closed: True in the file, False" in faults[5]
    assert "symmetry: 7 in the file" in faults[6]
    assert "class: 0000000000000000 in the file" in faults[7]
    assert "is not JSON" in faults[8]
    assert "is not an object" in faults[9]
    assert "piece" in faults[10]
    assert "value" in faults[13]
    with database.reading() as session:
        assert session.query(Job).count() == 0
        assert tour_counts(session, TourFilter()).tours == 0


@pytest.mark.parametrize(("value", "method", "confirmed"), [("1728", "backtrack", True), ("9", "warnsdorff", False)])
def test_claims(database: Database, value: str, method: str, confirmed: bool) -> None:
    """A claim is confirmed by a complete count of our own; a claim about a part stays unconfirmed."""
    own = counted(database)
    job, _ = load(database, count(value, specification=SPECIFICATION | {"method": method}))

    with database.reading() as session:
        (claim,) = current_result(session, job).extra["claims"]

    assert claim["confirmed_by"] == (own if confirmed else None)
    assert (claim["job"], claim["value"]) == ("elsewhere", value)


def test_a_claim_that_is_refuted(database: Database) -> None:
    """A refuted claim is a faulty line whose message names our job."""
    own = counted(database)
    with pytest.raises(ImportRefusedError) as refused:
        load(database, count("1729"))
    assert refused.value.faults == [(1, f"value: 1729 in the file, 1728 counted here by job {own}")]


def counted(database: Database) -> str:
    """Store a job that counted all tours of 5x5."""
    with database.writing() as session:
        job = stored_job(session)
        job.specification = {**job.specification, "method": "backtrack"}
        result = Result(counts=[Count(quantity="tours", value="1728", method="backtrack")])
        record_result(session, job, parse_board("5x5"), result)
        for state in (JobState.RUNNING, JobState.SUCCEEDED):
            change_state(session, job, state, "succeeded", outcome="complete")
        return job.public_id


def test_many_tours_take_few_statements(database: Database) -> None:
    """50 tours with different finders and times take no more statements than two."""
    asked: list[str] = []
    event.listen(database.writer, "before_cursor_execute", lambda *given: asked.append(given[2]))
    paths, numbers = iter(all_tours().tolist()), []
    for number in (2, 50):
        asked.clear()
        finders, minutes = ("one", "two"), range(10, 10 + number)
        given = [
            tour(next(paths), job=finders[minute % 2], found_at=f"2020-01-31T12:{minute}:00Z") for minute in minutes
        ]
        load(database, *given)
        numbers.append(len(asked))
    assert numbers[1] <= numbers[0]
    with database.reading() as session:
        runs = session.query(TourRun).all()
    assert sum(run.count for run in runs) == 52
    assert len({run.found_at for run in runs}) == 50


def test_who_found_it_first_stays_known(database: Database) -> None:
    """Finder, code and time survive repeated imports, and no time is later than now."""
    first = {"job": "one", "engine": "0123456789abcdef", "found_at": "2020-01-31T12:00:00Z"}
    second = {"job": "two", "engine": "fedcba9876543210", "found_at": "2021-01-31T12:00:00Z"}
    paths = all_tours()[:4].tolist()
    given = [tour(paths[0], **first), tour(paths[1], **(first | {"found_at": second["found_at"]}))]
    given += [tour(paths[2], **second), tour(paths[3], **(second | {"found_at": "2999-01-31T12:00:00Z"}))]
    job, _ = load(database, *given)
    with database.reading() as session:
        lines = b"".join(tour_file(session, TourFilter(job=job.public_id), "jsonl"))
        listed = find_tours(session, TourFilter(job=job.public_id), after=0, limit=10)
    held = [json.loads(line) for line in lines.splitlines()]
    kept = sorted((one["job"], one["engine"], one["found_at"][:10]) for one in held)
    assert kept[:3] == [
        ("one", first["engine"], "2020-01-31"),
        ("one", first["engine"], "2021-01-31"),
        ("two", second["engine"], "2021-01-31"),
    ]
    assert kept[3][:2] == ("two", second["engine"])
    assert kept[3][2] < "2999"
    assert {(one.job, one.finder) for one in listed} == {(job.public_id, "one"), (job.public_id, "two")}
    with database.writing() as session:
        session.execute(delete(TourRun).where(TourRun.board_id == listed[0].board.id))
        again, made = import_file(session, io.BytesIO(lines + b"\n"), "again.jsonl")
    assert made
    with database.reading() as session:
        copied = b"".join(tour_file(session, TourFilter(job=again.public_id), "jsonl"))
    assert sorted(copied.splitlines()) == sorted(lines.splitlines())


def lines_of_many(seed: int) -> list[bytes]:
    """Return shuffled lines of several boards, finders, times and forms, with some tours twice."""
    rng, lines = np.random.default_rng(seed), []
    for label in ("5x5", "3x10", "torus:4x5", "cube:2"):
        board = parse_board(label)
        for path in some_tours(label, 30):
            time = f"2020-01-{rng.integers(1, 32):02d}T12:00:00.{rng.integers(10**6):06d}Z"
            said = {"job": f"job {rng.integers(5)}", "engine": "e", "found_at": time}
            row = rows([line(board, path, **said)])[0]
            said |= {"closed": row.closed, "symmetry": row.symmetry, "class": class_text(row.class_key)}
            text = line(board, path, **said)
            otherwise = json.dumps(dict(reversed(json.loads(text).items()))).encode()
            lines += [[text], [text], [otherwise], [text, line(board, path, job="late", engine="e")]][rng.integers(4)]
    return [lines[index] for index in rng.permutation(len(lines))]


@pytest.mark.parametrize("at_once", [1, 700, 1 << 18])
def test_rows_are_those_of_lines_read_one_by_one(
    database: Database, at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The batch size does not matter, and a repeated tour follows its first line."""
    monkeypatch.setattr(load_module, "SQUARES_AT_ONCE", at_once)
    lines = lines_of_many(at_once)
    with database.writing() as session:
        job, _ = import_file(session, io.BytesIO(b"\n".join(lines)), "theirs.jsonl")
    assert job.started_at is not None
    wanted = [row._replace(found_at=row.found_at or job.started_at) for row in rows(lines)]
    held = stored_rows(database)
    late = [row for row in held if row.finder == "late"]
    assert all(0 <= (row.found_at or 0) - job.started_at < 60 for row in late)
    assert sorted(row._replace(found_at=job.started_at) if row in late else row for row in held) == sorted(wanted)
    assert found(database, job) == {"imported": len(wanted), "held_before": len(lines) - len(wanted)}


def stored_rows(database: Database) -> list[Row]:
    """Return all stored tours as rows."""
    with database.reading() as session:
        held = []
        query = select(TourRun, BoardRow, Shard).join(BoardRow, BoardRow.id == TourRun.board_id)
        for run, board, shard in session.execute(query.join(Shard, Shard.id == TourRun.shard_id)):
            tours = read(session, [(run.id, run.count)], row_packer(board).length)
            common = (board.label, board.piece, str(shard.target["job"]), run.found_at)
            ends = (run.start, run.end, run.closed, run.symmetry)
            held += [
                Row(*common, *ends, key, path.tobytes())
                for key, path in zip(tours.class_keys.tolist(), tours.paths, strict=True)
            ]
    return held


def test_the_first_faults_of_many_are_named(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first faults are named in line order, and all faults are counted."""
    monkeypatch.setattr(load_module, "MAX_FAULTS", MAX_NAMED + 1)
    path = all_tours()[0].tolist()
    bad = [tour([path[1], path[0], *path[2:]]), "{", tour(path) | {"board": "nowhere"}]
    with pytest.raises(ImportRefusedError) as refused:
        load(database, tour(path), *(bad[number % 3] for number in range(100)))
    assert refused.value.number == 100
    assert [number for number, _ in refused.value.faults] == list(range(2, 2 + MAX_NAMED))


def test_lines_of_boards_in_turns_are_taken_together(database: Database) -> None:
    """Alternating boards take no more statements than grouped ones."""
    boards = [parse_board(label) for label in ("5x5", "3x10")]
    tours = [[line(board, path, job="one") for path in some_tours(board.label, 20)] for board in boards]
    taken = []
    for lines in ([*tours[0], *tours[1]], [text for pair in zip(*tours, strict=True) for text in pair]):
        asked: list[str] = []

        def ask(*given: Any, asked: list[str] = asked) -> None:
            asked.append(given[2])

        event.listen(database.writer, "before_cursor_execute", ask)
        with database.writing() as session:
            import_file(session, io.BytesIO(b"\n".join(lines)), "theirs.jsonl")
        event.remove(database.writer, "before_cursor_execute", ask)
        taken.append(len(asked))
    assert taken[1] <= taken[0]
