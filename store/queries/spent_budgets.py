"""Work of jobs with budgets: the size of jobs in rounds follows from the budget, not from their shards."""

from __future__ import annotations

from functools import cache
from typing import Any, cast

from sqlalchemy import ScalarSelect, func, select

from engine.kinds.common.kind import Budgeted, Spent
from engine.kinds.parse import stored_specification
from engine.kinds.table import KINDS
from store.models.jobs import Job
from store.models.results import EstimateRow

UNTOUCHED = Spent()


def is_budgeted(job: Job) -> bool:
    """Whether the job has a budget."""
    return _has_budgets(type(KINDS[job.kind]))


def budgeted_work(job: Job, spent: Spent = UNTOUCHED) -> float | None:
    """Return the total units of a job with a budget; None while unknown, and for every other job."""
    if not is_budgeted(job):
        return None
    return cast("Budgeted[Any]", KINDS[job.kind]).whole_work(stored_specification(job.specification), spent)


@cache
def _has_budgets(kind: type) -> bool:
    """Whether jobs of a kind have budgets; cached, as checking a class against a protocol is slow."""
    return issubclass(kind, Budgeted)


def newest_error() -> ScalarSelect[float | None]:
    """Return a column with the relative error of a job's newest estimate, or NULL."""
    return (
        select(EstimateRow.standard_error / func.nullif(func.abs(EstimateRow.value), 0.0))
        .where(EstimateRow.job_id == Job.id)
        .order_by(EstimateRow.round.desc(), EstimateRow.id)
        .limit(1)
        .correlate(Job)
        .scalar_subquery()
    )
