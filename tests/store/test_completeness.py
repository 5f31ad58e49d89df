"""What is said of a board: complete only where a finished job proves it."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import delete, select

from engine.boards.labels import parse_board
from engine.specification.result import Count, Estimate, Result
from store.completeness import Statement, references, statements
from store.db import Database
from store.lifecycle import change_state, get_job
from store.models.boards import BoardRow, TourRun
from store.models.jobs import Job
from store.models.results import CountRow
from store.results import record_result
from store.states import JobState
from tests.store.jobs import stored_job
from tests.store.tour_samples import store_all

TOURS = Count(quantity="tours", value="1728", method="backtrack")


def known(database: Database) -> list[Statement]:
    """Return what jobs say about 5x5."""
    with database.reading() as session:
        found = statements(session, session.scalars(select(BoardRow)).one())
    return [one for one in found if one.subject != "reference"]


def finished(database: Database, result: Result, outcome: str = "complete", **fields: Any) -> str:
    """Store a job that has this result."""
    with database.writing() as session:
        job = stored_job(session, **fields)
        record_result(session, job, parse_board("5x5"), result)
        for state in (JobState.RUNNING, JobState.SUCCEEDED):
            change_state(session, job, state, "succeeded", outcome=outcome)
        job.outcome = outcome
        return job.public_id


def proving(database: Database) -> str:
    """Store all 1728 tours by a job that was asked to store all and counted as many."""
    job = store_all(database)
    with database.writing() as session:
        row = get_job(session, job)
        row.specification = row.specification | {"store": "all"}
        session.execute(delete(CountRow))
        session.add(CountRow(job_id=row.id, quantity="tours", convention="directed", value=1728, method="b", extra={}))
    return job


def test_an_exhaustive_count(database: Database) -> None:
    """Complete and exact, with the job as its source."""
    job = finished(database, Result(counts=[TOURS]))

    (count,) = known(database)

    assert (count.subject, count.value, count.source) == ("count", "1728", job)
    assert (count.completeness, count.reliability) == ("complete", "exact")


@pytest.mark.parametrize(
    ("outcome", "fields"),
    [
        ("limit", {}),
        ("complete", {"starts": [[1, 1]]}),
        ("complete", {"limit": {"tours": 5000}}),
        ("complete", {"method": "warnsdorff"}),
    ],
)
def test_a_part_is_never_the_whole(database: Database, outcome: str, fields: dict[str, Any]) -> None:
    """Counts of some starts, of a tree of ties or up to a limit say nothing of the board."""
    finished(database, Result(counts=[TOURS]), outcome, **fields)

    assert known(database) == []


def test_an_estimate_is_an_estimate(database: Database) -> None:
    """With its error and its method."""
    part = Estimate(quantity="tours", value=1700.0, standard_error=20.0, estimator="knuth", samples=99)
    finished(database, Result(estimates=[part]))

    (estimate,) = known(database)

    assert (estimate.reliability, estimate.completeness, estimate.error) == ("estimate", "unknown", 20.0)


def test_everything_is_here(database: Database) -> None:
    """A finished job that stored all it counted proves it; with a tour gone, nobody does."""
    job = proving(database)
    before = [(one.completeness, one.text) for one in known(database) if one.subject == "held"]
    with database.writing() as session:
        session.execute(delete(TourRun).where(TourRun.id == session.scalar(select(TourRun.id).limit(1))))
    after = [one.completeness for one in known(database) if one.subject == "held"]

    assert before == [("complete", f"all 1728 directed tours are here, proved by job {job}")]
    assert after == ["unknown"]


def test_published_figures_are_quoted(sqlite_database: Database) -> None:
    """The data that every database is given knows the number of tours of 5x5, and of what it is the number."""
    with sqlite_database.reading() as session:
        found = list(references(session, "5x5", "1,2"))
        other = list(references(session, "5x5", "1,3"))

    assert "1728" in {one.value for one in found if one.quantity == "tours"}
    assert {(one.reliability, one.completeness) for one in found} == {("published", "unknown")}
    assert other == []


def test_a_job_that_was_not_asked_for_all_proves_nothing(database: Database) -> None:
    """1728 tours are held, all there are, but no job says so."""
    job = store_all(database)

    held = [one for one in known(database) if one.subject == "held"]

    assert [(one.value, one.completeness) for one in held] == [("1728", "unknown")]
    with database.reading() as session:
        assert session.scalars(select(Job.public_id)).one() == job
