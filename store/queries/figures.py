"""The numbers behind a job's charts."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from store.db import now
from store.models.jobs import Job, Shard, Slice
from store.models.results import CountRow


def work_done(session: Session, job: Job, bins: int) -> list[tuple[float, float]]:
    """Return (seconds since the start, units a second) for equal parts of the job's life, empty ones included."""
    if job.started_at is None:
        return []
    length = max(1.0, ((job.finished_at or now(session)) - job.started_at) / bins)
    number = func.round((Slice.done_at - job.started_at) / length - 0.5)
    statement = (
        select(number, func.sum(Slice.work))
        .join(Shard, Shard.id == Slice.shard_id)
        .where(Shard.job_id == job.id)
        .group_by(number)
    )
    found = {min(bins - 1, max(0, int(place))): float(work) for place, work in session.execute(statement)}
    last = max(found, default=-1)
    return [((place + 0.5) * length, found.get(place, 0.0) / length) for place in range(last + 1)]


def known_value(session: Session, job: Job, quantity: str, convention: str) -> tuple[str, int] | None:
    """Return the exact count of a complete job that counts the same on the same board from the same squares, if any.

    The text says which job it comes from.
    """
    if job.board_id is None:
        return None
    statement = (
        select(CountRow.value, Job)
        .join(Job, Job.id == CountRow.job_id)
        .where(
            Job.board_id == job.board_id,
            Job.kind == "enumerate",
            Job.outcome == "complete",
            CountRow.quantity == quantity,
            CountRow.convention == convention,
        )
        .order_by(Job.id)
    )
    for value, other in session.execute(statement):
        alike = all(other.specification.get(field) == job.specification.get(field) for field in ("starts", "tours"))
        if alike and other.method != "warnsdorff":
            return f"exact, job {other.public_id}", int(value)
    return None
