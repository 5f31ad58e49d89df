"""Bulk writes of shard rows: a plan may have a hundred thousand."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.engine.interfaces import CoreExecuteOptionsParameter
from sqlalchemy.orm import Session

from engine.kinds.common.kind import ShardPlan
from store.models.jobs import Job
from store.models.shards import Shard
from store.models.states import ShardState

BATCH = 2000
SHARDS = Shard.__table__
INSERT_SHARDS = insert(SHARDS).returning(SHARDS.c.id)  # type: ignore[arg-type]  # it is a Table
"""RETURNING makes SQLAlchemy send many rows per statement, so that PostgreSQL updates the totals once.

Sent row by row, each update would scan all earlier versions of the totals.
"""

WHOLE: CoreExecuteOptionsParameter = {"insertmanyvalues_page_size": BATCH}
EXTEND_SHARD = (
    update(SHARDS)  # type: ignore[arg-type]  # it is a Table
    .where(SHARDS.c.job_id == bindparam("job"), SHARDS.c.number == bindparam("index"))
    .values(target=bindparam("goal"), label=bindparam("name"), state=ShardState.READY)
)


def add_shards(session: Session, job: Job, plans: Sequence[ShardPlan]) -> None:
    """Store new shards of a job."""
    rows = [
        {"job_id": job.id, "number": plan.index, "label": plan.label, "target": dict(plan.target)} for plan in plans
    ]
    for first in range(0, len(rows), BATCH):
        session.connection().execute(INSERT_SHARDS, rows[first : first + BATCH], execution_options=WHOLE)


def extend_shards(session: Session, job: Job, plans: Sequence[ShardPlan]) -> None:
    """Set a further target for finished shards."""
    rows = [{"job": job.id, "index": plan.index, "goal": dict(plan.target), "name": plan.label} for plan in plans]
    for first in range(0, len(rows), BATCH):
        session.connection().execute(EXTEND_SHARD, rows[first : first + BATCH])


def has_shard(session: Session, job: Job, state: ShardState) -> bool:
    """Whether the job has a shard in this state."""
    return session.scalar(select(Shard.id).where(Shard.job_id == job.id, Shard.state == state).limit(1)) is not None


def with_shard(session: Session, jobs: Collection[int], state: ShardState) -> set[int]:
    """Return which of these jobs have a shard in this state."""
    return set(session.scalars(select(Shard.job_id).where(Shard.job_id.in_(jobs), Shard.state == state)))
