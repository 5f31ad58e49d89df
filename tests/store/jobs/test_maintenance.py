"""The sweeper's duties: one process per period, the return of expired leases, and few notifications."""

from __future__ import annotations

from sqlalchemy import func, select, update

from engine.code_digest import own_code_digests
from store.database.db import Database, now
from store.jobs.lifecycle import get_job
from store.jobs.maintenance import (
    AT_ONCE,
    MAX_WAIT_SECONDS,
    claim_period,
    clamp_deadlines,
    count_needed_notifications,
    forget_worker,
    live_workers,
    report_worker,
    return_expired_leases,
    settle_waiting_jobs,
)
from store.jobs.slice_commit import commit
from store.models.jobs import Job
from store.models.operations import WorkerRow
from store.models.shards import Shard
from store.models.states import JobState, Step
from store.queries.jobs import events
from store.trust.rechecks import claim_recheck
from tests.store.job_samples import drain, stored_job, take, work
from tests.toy import ToyKind


def test_one_process_sweeps_per_period(database: Database) -> None:
    """Of two processes the first gets the turn, and a turn is free again after the period."""
    with database.writing() as session:
        turns = [claim_period(session, "sweep", 60.0), claim_period(session, "sweep", 60.0)]
    with database.writing() as session:
        turns.append(claim_period(session, "other duty", -1.0))
        turns.append(claim_period(session, "other duty", -1.0))

    assert turns == [True, False, True, True]


def test_no_number_of_kills_fails_a_job(database: Database) -> None:
    """A shard whose workers die always goes back, after several deaths with a delay; deaths are not crashes."""
    with database.writing() as session:
        job = stored_job(session, ToyKind(shards=1))
    for _ in range(40):
        assert take(database, seconds=-1.0) is not None
        with database.writing() as session:
            assert return_expired_leases(session) == 1
            shard = session.scalars(select(Shard)).one()
            assert shard.crashes == 0
            waits = shard.not_before - now(session)
            assert waits <= MAX_WAIT_SECONDS
            assert shard.attempts <= AT_ONCE or waits > 0
            shard.not_before = 0.0
    drain(database)

    with database.reading() as session:
        done = get_job(session, job.public_id)
        assert done.state == JobState.SUCCEEDED
        assert {event.name for event in events(session, done)} == {"submitted", "started", "lease-expired", "succeeded"}


def test_an_only_process_takes_everything_back(database: Database) -> None:
    """An embedded process does not wait for leases to expire when it starts."""
    with database.writing() as session:
        stored_job(session)
    assert take(database) is not None

    with database.writing() as session:
        report_worker(session, "killed", 1, "engine", 0.0)
        assert return_expired_leases(session, everything=True) == 1
        assert live_workers(session) == []


def test_second_runs_of_the_dead_are_due_at_once(database: Database) -> None:
    """Where no other process can be alive, leases of second runs are returned at once, too."""
    with database.writing() as session:
        stored_job(session)
    lease = take(database)
    assert lease is not None
    with database.writing() as session:
        commit(session, lease, "w", work(lease, 3), 1.0)
    with database.writing() as session:
        assert claim_recheck(session, "w", own_code_digests(), 60.0) is not None
        assert claim_recheck(session, "w", own_code_digests(), 60.0) is None
        return_expired_leases(session, everything=True)
        assert claim_recheck(session, "w", own_code_digests(), 60.0) is not None


def test_a_pausing_job_that_nobody_works_on_comes_to_rest(database: Database) -> None:
    """If a commit and a pause cross, the sweeper completes the pause."""
    with database.writing() as session:
        job = stored_job(session)
        job.state = JobState.PAUSING

    with database.writing() as session:
        settle_waiting_jobs(session)

    with database.reading() as session:
        assert get_job(session, job.public_id).state == JobState.PAUSED


def test_notifications_are_for_idle_hands(database: Database) -> None:
    """There are no more notifications than due shards, and no more than twice the free capacity."""
    with database.writing() as session:
        stored_job(session, ToyKind(shards=9))
        assert count_needed_notifications(session) == 0
        report_worker(session, "w", 2, "engine", 0.0)
        session.flush()
        assert [worker.name for worker in live_workers(session)] == ["w"]
        assert count_needed_notifications(session) == 4
    take(database)
    with database.reading() as session:
        assert count_needed_notifications(session) == 2


def test_a_clock_set_back_by_an_hour(database: Database) -> None:
    """Deadlines of the old clock are cut to what they would be now; dead workers stay dead."""
    late = 3600.0
    with database.writing() as session:
        stored_job(session, ToyKind(shards=3))
        report_worker(session, "died before", 1, "engine", 0.0)
        claim_period(session, "sweep", late)
    assert take(database, seconds=late) is not None
    with database.writing() as session:
        session.execute(update(Shard).where(Shard.number == 1).values(not_before=now(session) + late))
        session.execute(update(Job).values(step=Step.MERGE, step_due=now(session) + late))
        session.execute(update(WorkerRow).values(seen_at=now(session) + late))
    with database.writing() as session:
        assert clamp_deadlines(session, "sweep", 2.0, 30.0)
        assert not clamp_deadlines(session, "sweep", 2.0, 30.0)
        assert claim_period(session, "sweep", 2.0)
        moment = now(session)
        assert session.scalar(select(func.max(Shard.lease_until))) <= moment + 30.0
        assert session.scalar(select(func.max(Shard.not_before))) <= moment
        assert session.scalar(select(func.max(Job.step_due))) <= moment + 30.0
        assert live_workers(session) == []


def test_a_worker_that_ends_signs_off(database: Database) -> None:
    """A worker that ends is removed, not taken for a silent one; the others stay."""
    with database.writing() as session:
        for name in ("one", "two"):
            report_worker(session, name, 1, "digest", 0.0)
        forget_worker(session, "one")
        assert [worker.name for worker in live_workers(session)] == ["two"]
