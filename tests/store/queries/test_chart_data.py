"""The numbers behind charts: work by time, and who has counted exactly what a job estimates."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from engine.boards.labels import parse_board
from engine.specification.result import Count, Estimate, Result
from store.db import Database
from store.lifecycle import change_state, get_job
from store.models.jobs import Slice
from store.queries.chart_data import exact_jobs, known_exactly, work_done
from store.queries.results import estimate_history
from store.references.load import load_references
from store.results import record_result
from store.states import JobState
from tests.store.jobs import drain, stored_job


def test_work_by_time(database: Database) -> None:
    """Three slices of 10 units in a job of ten seconds: 2 units a second in each of their fifths, none between."""
    with database.writing() as session:
        job_id = stored_job(session).public_id
    drain(database)
    with database.writing() as session:
        job = get_job(session, job_id)
        job.started_at, job.finished_at = 1000.0, 1010.0
        for one, moment in zip(
            session.scalars(select(Slice).order_by(Slice.id)), (1001.0, 1005.0, 1009.0), strict=True
        ):
            one.done_at = moment

    with database.reading() as session:
        found = work_done(session, get_job(session, job_id), bins=5)

    assert found == [(1.0, 5.0), (3.0, 0.0), (5.0, 5.0), (7.0, 0.0), (9.0, 5.0)]


@pytest.mark.parametrize(
    ("fields", "known"),
    [
        ({"method": "backtrack"}, True),
        ({"method": "warnsdorff"}, False),
        ({"method": "backtrack", "tours": "closed"}, False),
        ({"method": "backtrack", "starts": [[1, 1]]}, False),
        ({"method": "backtrack", "board": "6x6"}, False),
    ],
)
def test_who_knows_exactly(database: Database, fields: dict[str, object], known: bool) -> None:
    """A complete enumeration of the same tours from the same squares of the same board."""
    with database.writing() as session:
        other = stored_job(session, **fields)
        result = Result(counts=[Count(quantity="tours", value="1728", method="backtrack")])
        record_result(session, other, parse_board("5x5"), result)
        change_state(session, other, JobState.SUCCEEDED, "succeeded", outcome="complete")
        asking = stored_job(session)

        assert [job.id for job in exact_jobs(session, asking)] == ([other.id] if known else [])


def test_what_is_known_of_what_is_estimated(database: Database) -> None:
    """A count of the same tours from the same squares, by a job or in print; nothing of what depends on a search."""
    part = {"value": 1.0, "standard_error": 1.0, "estimator": "knuth", "samples": 9}
    with database.writing() as session:
        load_references(session)
        counting, asking = stored_job(session), stored_job(session)
        counted = Result(counts=[Count(quantity="tours", value="1728", method="backtrack")])
        record_result(session, counting, parse_board("5x5"), counted)
        estimates = [Estimate(quantity=quantity, **part) for quantity in ("tours", "nodes")]
        record_result(session, asking, parse_board("5x5"), Result(estimates=estimates))

    with database.reading() as session:
        job = get_job(session, asking.public_id)
        found = {row.quantity: known_exactly(session, job, row) for row in estimate_history(session, job)}

    (tours,) = found["tours"]
    assert tours.value == "1728"
    assert {source.kind for source in tours.sources} == {"job", "reference"}
    assert found["nodes"] == []
