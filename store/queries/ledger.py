"""The newest entries of a job's ledger of slices."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from store.models.jobs import Job, Shard, Slice


def latest_slices(session: Session, job: Job, limit: int) -> list[tuple[Slice, int, str]]:
    """Return the job's last `limit` slices, newest first, each with its shard's number and label."""
    statement = (
        select(Slice, Shard.number, Shard.label)
        .join(Shard, Shard.id == Slice.shard_id)
        .where(Shard.job_id == job.id)
        .order_by(Slice.id.desc())
        .limit(limit)
    )
    return [(row[0], row[1], row[2]) for row in session.execute(statement)]
