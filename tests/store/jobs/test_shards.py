"""Storing and changing many shards at once."""

from __future__ import annotations

from sqlalchemy import event, func, select

from engine.kinds.common.kind import ShardPlan
from store.database.db import Database
from store.jobs.shard_totals import sums_of
from store.jobs.shards import BATCH, add_shards, extend_shards
from store.models.jobs import Job
from store.models.shards import Shard
from tests.store.job_samples import stored_job
from tests.toy import ToyKind


def test_many_are_stored_by_few_statements(database: Database) -> None:
    """Each adds to the job's sums; one for each shard would take time quadratic in their number."""
    many = 2 * BATCH + 1
    with database.writing() as session:
        job = stored_job(session, ToyKind(1)).id
    asked: list[str] = []
    event.listen(
        database.writer,
        "before_cursor_execute",
        lambda _connection, _cursor, statement, *_: asked.append(statement),
    )
    with database.writing() as session:
        plans = [ShardPlan(index, f"shard {index}", {"units": index}) for index in range(1, many + 1)]
        add_shards(session, session.get_one(Job, job), plans)
    with database.reading() as session:
        numbers = session.scalars(select(Shard.number).where(Shard.job_id == job).order_by(Shard.id)).all()
        last = session.scalars(select(Shard).where(Shard.job_id == job, Shard.number == many)).one()
        sums = sums_of(session, [job])[job]

    inserts = [one for one in asked if "INSERT INTO shards" in one]
    assert [one.count("), (") + 1 for one in inserts] == [BATCH, BATCH, 1]
    assert sorted(numbers) == list(range(many + 1))
    assert (last.label, last.target, sums.shards) == (f"shard {many}", {"units": many}, many + 1)


def test_further_targets(database: Database) -> None:
    """Shards get new targets by their numbers and are due again; shards of other jobs keep theirs."""
    with database.writing() as session:
        job, other = (stored_job(session, ToyKind(3)) for _ in range(2))
        extend_shards(session, job, [ShardPlan(2, "more", {"units": 99})])
        ids = job.id, other.id
    with database.reading() as session:
        told = select(Shard.number, Shard.label).where(Shard.label == "more", Shard.job_id.in_(ids))
        assert session.execute(told).all() == [(2, "more")]
        assert session.scalar(select(func.count()).where(Shard.job_id == ids[1])) == 3
