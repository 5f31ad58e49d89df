"""Which jobs wait for a worker that is not there: for any, or for one with the code that they were begun with."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from sqlalchemy import func, literal_column, select
from sqlalchemy.orm import Session

from store.db import CLOCK
from store.models.jobs import Job
from store.models.operations import WorkerRow
from store.states import ACTIVE
from store.sweeping import DEAD_AFTER_SECONDS

WORKERS = WorkerRow.__table__
LIVE = {
    dialect: select(WORKERS.c.engine, WORKERS.c.engines).where(
        WORKERS.c.seen_at >= literal_column(f"({clock})") - DEAD_AFTER_SECONDS
    )
    for dialect, clock in CLOCK.items()
}
"""Built once and on the table, not the model: every document of a job asks it."""

Waiting = Literal["worker", "engine"]


def live_engines(session: Session) -> frozenset[str]:
    """Return the digests of all code that live workers have; empty where no worker lives."""
    rows = session.connection().execute(LIVE[session.get_bind().dialect.name])
    return frozenset(engine for own, others in rows for engine in (own, *(others or ())))


def waiting_for(job: Job, live: Collection[str]) -> Waiting | None:
    """Return what a job that is not at rest lacks: any live worker, or one with its engine; None where one is there."""
    if job.state not in ACTIVE or job.engine in live:
        return None
    return "engine" if live else "worker"


def stranded_jobs(session: Session) -> int:
    """Return how many jobs that are not at rest no live worker can go on with."""
    stranded = select(func.count()).where(Job.state.in_(ACTIVE), Job.engine.not_in(live_engines(session)))
    return int(session.execute(stranded).scalar_one())
