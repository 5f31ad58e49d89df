"""Running sums always equal the sums over the shards."""

from __future__ import annotations

import pytest
from sqlalchemy import Float, case, cast, delete, func, select
from sqlalchemy.orm import Session

from store.database.db import Database
from store.jobs.leases import Lease, fail, release
from store.jobs.lifecycle import cancel
from store.jobs.maintenance import return_expired_leases
from store.jobs.shard_totals import Sums, sums_of
from store.models.jobs import Job, JobSums
from store.models.shards import Shard
from store.models.states import ShardState
from tests.store.job_samples import drain, finish, stored_job, take
from tests.toy import ToyKind

SIZE = case(
    (Shard.progress > 0, Shard.work / Shard.progress), (Shard.state == ShardState.FINISHED, cast(Shard.work, Float))
)


def added_up(session: Session) -> dict[int, tuple[int, Sums]]:
    """Return the changes and the sums of each job from its shards."""
    rows = session.execute(
        select(
            Shard.job_id,
            func.sum(Shard.seq + Shard.fence),
            func.count(),
            func.count().filter(Shard.state == ShardState.FINISHED),
            func.count().filter(Shard.state == ShardState.LEASED),
            func.sum(Shard.work),
            func.count(SIZE),
            func.coalesce(func.sum(SIZE), 0.0),
            func.sum(Shard.cpu_seconds),
            func.sum(Shard.tours),
        ).group_by(Shard.job_id)
    )
    return {job: (int(changes), Sums(*sums)) for job, changes, *sums in rows}


def taken(database: Database, seconds: float = 60.0) -> Lease:
    """Claim the next shard, which must exist."""
    lease = take(database, seconds=seconds)
    assert lease is not None
    return lease


def check_sums(database: Database) -> None:
    """Compare the sums with the shards."""
    with database.reading() as session:
        wanted = added_up(session)
        found = sums_of(session, wanted.keys())
        changes = {row.job_id: row.changes for row in session.scalars(select(JobSums))}
    assert changes == {job: number for job, (number, _) in wanted.items()}
    for job, (_, sums) in wanted.items():
        assert found[job] == pytest.approx(sums)


def test_sums_follow_every_change_of_a_shard(database: Database) -> None:
    """Two jobs are submitted, claimed, released, failed, put aside, committed in part, lost, cancelled, finished."""
    with database.writing() as session:
        first = stored_job(session).public_id
        stored_job(session, ToyKind(shards=5))
    check_sums(database)

    lost = [taken(database) for _ in range(3)]
    check_sums(database)
    with database.writing() as session:
        release(session, lost[0])
    check_sums(database)
    with database.writing() as session:
        fail(session, lost[1], "worker", "crash", 9)
    with database.writing() as session:
        fail(session, lost[2], "worker", "crash", 1)
    check_sums(database)
    finish(database, taken(database), 4)
    check_sums(database)

    taken(database, seconds=-1.0)
    with database.writing() as session:
        return_expired_leases(session)
    check_sums(database)

    taken(database)
    with database.writing() as session:
        cancel(session, first)
    check_sums(database)

    drain(database, 3)
    check_sums(database)
    with database.writing() as session:
        session.execute(delete(Shard).where(Shard.number > 0))
    check_sums(database)


def test_sums_go_with_their_job(database: Database) -> None:
    """Nothing is left of the sums of a deleted job."""
    with database.writing() as session:
        job = stored_job(session)
    with database.writing() as session:
        session.delete(session.get_one(Job, job.id))
    with database.reading() as session:
        assert session.scalars(select(JobSums)).all() == []
