"""How much work a budget stands for: jobs in rounds know their whole from their budget, not from their shards."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from store.models.jobs import Job
from store.models.results import EstimateRow


def stated_work(job: Job) -> float | None:
    """Return the units of a sampling job whose budget is so many walks; None for every other job."""
    walks = job.specification.get("budget", {}).get("walks")
    if walks is None:
        return None
    unit = int(job.specification["particles"]) if job.specification["method"] == "smc" else 1
    return float(-(-int(walks) // unit))


def budgeted_work(session: Session, job: Job, work: int, cpu_seconds: float) -> float | None:
    """Return the units of a whole sampling job, an estimate unless walks were asked for; None while unknown.

    work, cpu_seconds: done so far. A relative error falls with the square root of the walks.
    """
    budget = job.specification["budget"]
    if budget.get("relative_error") is None:
        if budget.get("walks") is not None:
            return stated_work(job)
        return work * max(1.0, float(budget["cpu_seconds"]) / cpu_seconds) if cpu_seconds else None
    last = select(EstimateRow).where(EstimateRow.job_id == job.id).order_by(EstimateRow.round.desc(), EstimateRow.id)
    row = session.scalars(last.limit(1)).first()
    if row is None or not row.value or not row.standard_error:
        return None
    wanted = float(budget["relative_error"])
    return work * max(1.0, (row.standard_error / abs(row.value) / wanted) ** 2)
