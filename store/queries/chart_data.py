"""The numbers behind a job's charts."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from store.completeness import EXHAUSTIVE
from store.db import now
from store.models.jobs import Job, Shard, Slice
from store.models.results import CountRow


def work_done(session: Session, job: Job, bins: int) -> list[tuple[float, float]]:
    """Return (seconds since the start, units a second) for equal parts of the job's life, empty ones included.

    A slice's work is spread evenly over the parts in which it was done.
    """
    if job.started_at is None:
        return []
    length = max(1.0, ((job.finished_at or now(session)) - job.started_at) / bins)
    first, last = (
        func.round((moment - job.started_at) / length - 0.5)
        for moment in (Slice.done_at - Slice.wall_seconds, Slice.done_at)
    )
    statement = (
        select(first, last, func.sum(Slice.work))
        .join(Shard, Shard.id == Slice.shard_id)
        .where(Shard.job_id == job.id)
        .group_by(first, last)
    )
    done = [0.0] * bins
    end = -1
    for start, stop, work in session.execute(statement):
        begin, end_here = (min(bins - 1, max(0, int(place))) for place in (start, stop))
        for place in range(begin, end_here + 1):
            done[place] += float(work) / (end_here + 1 - begin)
        end = max(end, end_here)
    return [((place + 0.5) * length, done[place] / length) for place in range(end + 1)]


def exact_jobs(session: Session, job: Job) -> list[Job]:
    """Return the other jobs that have counted, completely, the same tours of the same board, oldest first."""
    if job.board_id is None:
        return []
    statement = select(Job).where(
        Job.board_id == job.board_id, Job.id != job.id, Job.kind == "enumerate", Job.outcome == "complete"
    )
    return [
        other
        for other in session.scalars(statement.order_by(Job.id))
        if other.method in EXHAUSTIVE
        and all(other.specification.get(name) == job.specification.get(name) for name in ("starts", "tours"))
    ]


def known_value(session: Session, job: Job, quantity: str, convention: str) -> tuple[str, int] | None:
    """Return the count by a job that knows exactly what this one estimates, if any; the text says which job."""
    for other in exact_jobs(session, job):
        value = session.scalar(
            select(CountRow.value).where(
                CountRow.job_id == other.id, CountRow.quantity == quantity, CountRow.convention == convention
            )
        )
        if value is not None:
            return f"exact, job {other.public_id}", int(value)
    return None
