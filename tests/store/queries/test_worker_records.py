"""The recent record of each worker, on both databases."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from store.database.db import Database, now
from store.jobs.leases import fail
from store.jobs.maintenance import drain_worker, forget_worker, report_worker, return_expired_leases
from store.jobs.slice_commit import commit
from store.models.jobs import Event
from store.models.operations import DistrustedWorker, WorkerRow
from store.models.shards import Recheck, Slice
from store.models.states import CheckState, Purpose
from store.queries.worker_records import WorkerRecord, worker_records
from tests.store.job_samples import stored_job, take, work
from tests.toy import ToyKind

HOUR = 3600.0


def records(database: Database, seconds: float = HOUR) -> dict[str, WorkerRecord]:
    """Return the records by name, in their order."""
    with database.reading() as session:
        return {record.name: record for record in worker_records(session, seconds)}


def report(database: Database, name: str) -> bool:
    """Send a worker's heartbeat; return whether the worker is to finish."""
    with database.writing() as session:
        return report_worker(session, name, 2, "e", 0.0)


@pytest.fixture
def busy(database: Database) -> Database:
    """A database with three workers: one committed two slices, one failed, one lost its lease and signed off."""
    with database.writing() as session:
        stored_job(session, ToyKind(shards=4))
    for name in ("host-1-aa", "host-2-bb", "host-3-cc"):
        report(database, name)
    for _ in range(2):
        lease = take(database, "host-1-aa")
        assert lease is not None
        with database.writing() as session:
            commit(session, lease, "host-1-aa", work(lease, 10**9))
    lease = take(database, "host-2-bb")
    assert lease is not None
    with database.writing() as session:
        fail(session, lease, "host-2-bb", "crash", 9)
    assert take(database, "host-3-cc", seconds=-1.0) is not None
    with database.writing() as session:
        assert return_expired_leases(session) == 1
        forget_worker(session, "host-3-cc")
    return database


def test_slices_failures_and_lost_leases(busy: Database) -> None:
    """Live workers come first; a worker that signed off is gone, but its record remains."""
    found = records(busy)
    assert list(found) == ["host-1-aa", "host-2-bb", "host-3-cc"]
    first, second, third = found.values()
    assert (first.state, first.slices, first.failures, first.lost_leases) == ("live", 2, 0, 0)
    assert first.cpu_seconds == pytest.approx(0.2)
    assert (second.state, second.slices, second.failures, second.lost_leases) == ("live", 0, 1, 0)
    assert (third.state, third.slices, third.failures, third.lost_leases) == ("gone", 0, 0, 1)
    assert third.seen_at is None


def test_second_runs(busy: Database) -> None:
    """Second runs count for the worker whose slice was repeated; a worker that erred is distrusted."""
    with busy.writing() as session:
        shard = session.query(Slice).first().shard_id  # type: ignore[union-attr]  # there are two
        for state in (CheckState.EQUAL, CheckState.EQUAL, CheckState.DIFFERENT, CheckState.WAITING):
            session.add(
                Recheck(
                    shard_id=shard, seq=0, code_digest="e", target={}, state=state, purpose=Purpose.CONFIRMATION,
                    suspect="host-1-aa", done_at=now(session),
                )
            )  # fmt: skip
        session.add(DistrustedWorker(name="host-1-aa", found_at=now(session)))
    found = records(busy)["host-1-aa"]
    assert (found.equal, found.different, found.state) == (2, 1, "distrusted")


def test_what_is_longer_ago_does_not_count(busy: Database) -> None:
    """Older work does not count, and a worker without recent work is listed only while it is live."""
    with busy.writing() as session:
        for column in (Slice.done_at, Event.at):
            session.execute(update(column.class_).values({column: column - 2 * HOUR}))
    found = records(busy)
    assert list(found) == ["host-1-aa", "host-2-bb"]
    assert {(one.slices, one.failures) for one in found.values()} == {(0, 0)}
    assert len(records(busy, 3 * HOUR)) == 3


def test_silent_workers(busy: Database) -> None:
    """A worker without heartbeats is silent after some seconds and gone after a minute."""
    for seconds, state in ((20.0, "silent"), (100.0, "gone")):
        with busy.writing() as session:
            session.execute(update(WorkerRow).values(seen_at=now(session) - seconds))
        assert records(busy)["host-2-bb"].state == state


def test_a_worker_is_told_to_finish(database: Database) -> None:
    """A worker learns from its next heartbeat that it is to finish; an unknown name is refused."""
    assert not report(database, "host-1-aa")
    with database.writing() as session:
        assert drain_worker(session, "host-1-aa")
        assert not drain_worker(session, "host-1")
    assert records(database)["host-1-aa"].state == "draining"
    assert report(database, "host-1-aa")
    assert not report(database, "host-1-bb")
