"""The estimated cost of a job before its submission."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from api.submission import cost_estimate
from api.submission.cost_estimate import check_job
from drawing.numbers import significant, time_left
from engine.code_digest import kernels_digest
from engine.errors import InvalidProblemError
from engine.kinds.enumerate.auto_method import choose_method, expected_nodes
from engine.kinds.methods import warm_up_jobs
from engine.kinds.parse import parse_problem
from engine.kinds.table import KINDS
from engine.search.frontier import estimate
from store.database.db import Database
from store.jobs.maintenance import report_worker


def said(database: Database, **fields: object) -> str:
    """Return the sentences of the estimate for an enumeration."""
    with database.reading() as session:
        return " ".join(check_job(session, parse_problem({"kind": "enumerate", **fields})).sentences)


def test_a_search_is_estimated_with_its_prunings(sqlite_database: Database) -> None:
    """The number of squares is estimated for the search as specified, not for a plain one."""
    fields = {"board": "6x6", "method": "backtrack", "tours": "closed"}
    spec = parse_problem({"kind": "enumerate", "prune": ["exits", "forced", "cycle"], **fields})
    nodes = significant(expected_nodes(spec))
    assert f"enters about {nodes} squares" in said(sqlite_database, prune=["exits", "forced", "cycle"], **fields)
    assert f"enters about {nodes} squares" not in said(sqlite_database, prune=[], **fields)


def test_a_limit_bounds_the_search(sqlite_database: Database) -> None:
    """No more squares are entered than the limit allows."""
    assert "enters about 500 squares" in said(sqlite_database, board="5x5", method="backtrack", limit={"nodes": 500})


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"board": "6x8", "method": "frontier", "tours": "closed"}, "states at most"),
        (
            {"board": "12x12", "method": "frontier", "tours": "closed"},
            "will be refused, unless its plan finds a better order",
        ),
        ({"board": "cube:2", "starts": [[1, 1, 1]]}, "auto takes inclusion-exclusion"),
        ({"board": "cube:2", "starts": [[1, 1, 1]]}, "auto takes inclusion-exclusion: "),
        ({"board": "7x8", "method": "auto", "tours": "closed"}, "auto takes frontier: one sweep takes about"),
        ({"board": "5x5", "method": "auto"}, "auto takes backtrack: a search takes about"),
        ({"board": "8x8", "limit": {"tours": 5}}, 'With "visit": "warnsdorff"'),
        ({"board": "50x50", "method": "backtrack", "limit": {"tours": 5}}, 'With "visit": "warnsdorff"'),
    ],
)
def test_sweeps_and_choices_are_explained(sqlite_database: Database, fields: dict[str, object], words: str) -> None:
    """A sweep is described by its states, or as refused if too large; `auto` names its choice and the reason."""
    assert words in said(sqlite_database, **fields)


@pytest.mark.parametrize(
    "job", list({str(job["kind"]): job for job in warm_up_jobs()}.values()), ids=lambda job: job["kind"]
)
def test_what_a_kind_refuses_has_no_cost(
    sqlite_database: Database, monkeypatch: pytest.MonkeyPatch, job: dict[str, object]
) -> None:
    """No kind estimates the cost of a refused job, which might never end."""

    def refuse(_problem: object) -> None:
        raise InvalidProblemError("/board", "no")

    problem = parse_problem(job)
    monkeypatch.setattr(KINDS[problem.spec.kind], "check", refuse)
    monkeypatch.setattr(cost_estimate, "_cost_of", lambda _: pytest.fail("it was weighed"))
    with sqlite_database.reading() as session, pytest.raises(InvalidProblemError):
        check_job(session, problem)


def test_a_refusal_stands_in_the_preview(client: FlaskClient) -> None:
    """The refusal stands at its field, and no cost is shown."""
    page = client.get("/live/preview?kind=index&board=30x30").text
    assert 'data-field="board"' in page
    assert 'id="cost"' not in page


@pytest.mark.parametrize(
    "job",
    [
        {"kind": "census", "board": "6x6", "method": "weighted-sweep"},
        {"kind": "enumerate", "board": "6x8", "tours": "closed"},
    ],
)
def test_an_order_is_looked_for_once(
    sqlite_database: Database, monkeypatch: pytest.MonkeyPatch, job: dict[str, object]
) -> None:
    """The search for an order takes a second; words and figures of a cost share one estimate."""
    looked = []
    real = estimate.improve_order
    monkeypatch.setattr(
        estimate, "improve_order", lambda *args, **options: (looked.append(args), real(*args, **options))[1]
    )
    estimate._ordered_soon.cache_clear()
    cost_estimate._cost.cache_clear()
    with sqlite_database.reading() as session:
        assert check_job(session, parse_problem(job)).cost is not None
    assert len(looked) == 1


def test_on_very_large_boards_nothing_is_reckoned(sqlite_database: Database) -> None:
    """A search of 50x50 never ends, so no number of squares is estimated."""
    assert "enters about" not in said(sqlite_database, board="50x50", method="backtrack")


def test_one_estimate_of_the_time(sqlite_database: Database) -> None:
    """The choice of `auto` and the stated time use the same figure, divided by the number of threads."""
    fields = {"board": "6x8", "tours": "closed", "method": "auto"}
    chosen = choose_method(parse_problem({"kind": "enumerate", **fields}))
    with sqlite_database.writing() as session:
        report_worker(session, "w", 2, kernels_digest(), 0.0)

    text = said(sqlite_database, **fields)

    assert chosen.seconds is not None
    assert text.count("auto takes") == 1
    assert f"{time_left(chosen.seconds / 2).capitalize()} with 2 worker threads" in text


def test_a_search_that_ends_early_is_not_costed_as_a_whole(sqlite_database: Database) -> None:
    """With a limit of tours the length of the search is unknown, so it is not estimated."""
    assert "enters about" not in said(sqlite_database, board="8x8", method="backtrack", limit={"tours": 5})
