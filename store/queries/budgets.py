"""How much work a budget stands for: jobs in rounds know their whole from their budget, not from their shards."""

from __future__ import annotations

from collections.abc import Collection

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


def relative_errors(session: Session, jobs: Collection[int]) -> dict[int, float]:
    """Return the relative error of each job's newest estimate, for those that have one, in one query."""
    last = (
        select(EstimateRow.id)
        .where(EstimateRow.job_id == Job.id)
        .order_by(EstimateRow.round.desc(), EstimateRow.id)
        .limit(1)
        .correlate(Job)
        .scalar_subquery()
    )
    newest = select(Job.id, EstimateRow.value, EstimateRow.standard_error).join(EstimateRow, EstimateRow.id == last)
    rows = session.execute(newest.where(Job.id.in_(jobs)))
    return {job: error / abs(value) for job, value, error in rows if value and error}
