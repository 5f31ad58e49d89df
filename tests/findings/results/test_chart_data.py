"""The data of charts: work over time, and exact counts of what a job estimates."""

from __future__ import annotations

import pytest
from sqlalchemy import literal

from engine.boards.labels import parse_board
from engine.specification.result import Count, Estimate, Result
from findings.references.load import load_references
from findings.results import chart_data
from findings.results.chart_data import SLICES_IN_A_BIN, estimate_history, exact_jobs, known_exactly, work_done
from store.database.db import Database
from store.jobs.current_result import shards_of
from store.jobs.lifecycle import change_state, get_job
from store.jobs.results import record_result
from store.models.states import JobState
from tests.store.job_samples import stored_job, write_slice


def ledger(database: Database, job_id: str, ends: list[float], wall: float) -> None:
    """Give a job of one shard, begun at second 1000, slices of 10 units that end at these moments."""
    with database.writing() as session:
        job = get_job(session, job_id)
        job.started_at = 1000.0
        shard = shards_of(session, job)[0]
        for seq, end in enumerate(ends):
            write_slice(session, shard, seq, end, wall)


@pytest.mark.parametrize("wall", [0.7, 3.0, 4.9])
def test_steady_work_is_a_flat_line(database: Database, wall: float) -> None:
    """Steady work gives a constant rate, however slices and bins overlap."""
    with database.writing() as session:
        job = stored_job(session)
        job.finished_at = 1000.0 + 21 * wall
        job_id = job.public_id
    ledger(database, job_id, [1000.0 + (n + 1) * wall for n in range(21)], wall)

    with database.reading() as session:
        found = work_done(session, get_job(session, job_id), 60)

    assert len(found) == 21 // SLICES_IN_A_BIN
    assert [rate for _, rate in found] == pytest.approx([10 / wall] * len(found))


def test_what_may_still_be_at_work_is_left_out(database: Database) -> None:
    """The last seconds of a running job are omitted, since slices in them may be uncommitted."""
    with database.writing() as session:
        job_id = stored_job(session).public_id
    ledger(database, job_id, [1000.0 + 2 * (n + 1) for n in range(60)], 2.0)

    with database.reading() as session, pytest.MonkeyPatch.context() as patch:
        patch.setattr(chart_data, "CLOCK", literal(1121.0))
        found = work_done(session, get_job(session, job_id), 10)

    assert len(found) == 9
    assert [rate for _, rate in found] == pytest.approx([5.0] * 9)


def test_few_slices_make_no_chart(database: Database) -> None:
    """Too few slices make no chart, as rates would depend on chance."""
    with database.writing() as session:
        job_id = stored_job(session).public_id
    ledger(database, job_id, [1001.0, 1002.0], 1.0)

    with database.reading() as session:
        assert work_done(session, get_job(session, job_id), 60) == []


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
    """A complete enumeration of the same board, tours and start squares gives the exact count."""
    with database.writing() as session:
        other = stored_job(session, **fields)
        result = Result(counts=[Count(quantity="tours", value="1728", method="backtrack")])
        record_result(session, other, parse_board("5x5"), result)
        change_state(session, other, JobState.SUCCEEDED, "succeeded", outcome="complete")
        asking = stored_job(session)

        assert [job.id for job in exact_jobs(session, asking)] == ([other.id] if known else [])


def test_what_is_known_of_what_is_estimated(database: Database) -> None:
    """Exact counts come from a job or from print; figures that depend on a search have none."""
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
