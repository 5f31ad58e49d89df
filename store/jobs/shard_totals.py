"""Totals over a job's shards, read without scanning shards."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from store.models.jobs import JobSums


class Sums(NamedTuple):
    """Totals, with the fields of `JobSums`."""

    shards: int
    finished: int
    leased: int
    work: int
    sized: int
    size: float
    cpu_seconds: float
    tours: int


NO_SHARDS = Sums(0, 0, 0, 0, 0, 0.0, 0.0, 0)
COLUMNS = [getattr(JobSums, name) for name in Sums._fields]


def sums_of(session: Session, jobs: Collection[int]) -> dict[int, Sums]:
    """Return the totals of these jobs by id; jobs without shards are absent."""
    rows = session.execute(select(JobSums.job_id, *COLUMNS).where(JobSums.job_id.in_(jobs)))
    return {row[0]: Sums(*row[1:]) for row in rows}
