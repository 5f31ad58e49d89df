"""The work that a retry of a failed job repeats."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy.orm import Session

from store.jobs.shard_totals import NO_SHARDS, Sums, sums_of
from store.models.jobs import Job
from store.models.states import Step


@dataclass(frozen=True)
class Retry:
    """The step that failed, or the number of shards that were given up."""

    step: Step | None
    shards: int = 0


def plan_retries(session: Session, jobs: Collection[Job]) -> dict[int, Retry]:
    """Return, by job id, what a retry of each of these failed jobs repeats."""
    sums = sums_of(session, [job.id for job in jobs])
    return {job.id: _retry(sums.get(job.id, NO_SHARDS)) for job in jobs}


def _retry(sums: Sums) -> Retry:
    if not sums.shards:
        return Retry(Step.PLAN)
    return Retry(None, sums.shards - sums.finished) if sums.finished < sums.shards else Retry(Step.MERGE)
