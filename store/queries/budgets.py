"""How much work a budget stands for: jobs in rounds know their whole from their budget, not from their shards."""

from __future__ import annotations

from functools import partial

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.kinds.base import Budgeted, Spent
from engine.kinds.registry import KINDS
from engine.specification.parse import stored_specification
from store.models.jobs import Job
from store.models.results import EstimateRow

UNTOUCHED = Spent()


def is_budgeted(job: Job) -> bool:
    """Whether the job has a budget."""
    return isinstance(KINDS[job.kind], Budgeted)


def budgeted_work(job: Job, spent: Spent = UNTOUCHED) -> float | None:
    """Return the units of the whole of a job with a budget; None while unknown, and for every other job."""
    kind = KINDS[job.kind]
    return kind.whole_work(stored_specification(job.specification), spent) if isinstance(kind, Budgeted) else None


def spent_so_far(session: Session, job: Job, work: int, cpu_seconds: float) -> Spent:
    """Return what a job has spent; its newest estimate is read where its error is asked for."""
    return Spent(work, cpu_seconds, partial(_relative_error, session, job))


def _relative_error(session: Session, job: Job) -> float | None:
    last = select(EstimateRow).where(EstimateRow.job_id == job.id).order_by(EstimateRow.round.desc(), EstimateRow.id)
    row = session.scalars(last.limit(1)).first()
    return None if row is None or not row.value or not row.standard_error else row.standard_error / abs(row.value)
