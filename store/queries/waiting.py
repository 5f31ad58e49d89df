"""Which jobs wait: for any worker, for one with the code that they were begun with, or for their kernels."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from sqlalchemy import func, literal_column, select
from sqlalchemy.orm import Session

from store.database.db import CLOCK, now
from store.jobs.states import ACTIVE
from store.jobs.sweeping import DEAD_AFTER_SECONDS
from store.models.jobs import Event, Job, Slice
from store.models.operations import WorkerRow

WORKERS = WorkerRow.__table__
LIVE = {
    dialect: select(WORKERS.c.engine, WORKERS.c.engines).where(
        WORKERS.c.seen_at >= literal_column(f"({clock})") - DEAD_AFTER_SECONDS
    )
    for dialect, clock in CLOCK.items()
}
"""Built once and on the table, not the model: every document of a job asks it."""

Waiting = Literal["worker", "engine", "kernels", "room"]

LONGEST_COMPILING_SECONDS = 900.0
"""A job that said so longer ago, and has committed nothing since, is not compiling any more."""


def live_engines(session: Session) -> frozenset[str]:
    """Return the digests of all code that live workers have; empty where no worker lives."""
    rows = session.connection().execute(LIVE[session.get_bind().dialect.name])
    return frozenset(engine for own, others in rows for engine in (own, *(others or ())))


def waiting_for(job: Job, live: Collection[str]) -> Waiting | None:
    """Return what a job that is not at rest lacks: any live worker, or one with its engine; None where one is there."""
    if job.state not in ACTIVE or job.engine in live:
        return None
    return "engine" if live else "worker"


def compiling_jobs(session: Session, jobs: Collection[int]) -> set[int]:
    """Return those of these jobs, all with shards at work, that said they compile and have committed nothing since."""
    if not jobs:
        return set()
    recent = now(session) - LONGEST_COMPILING_SECONDS
    said = (
        select(Event.job_id, func.max(Event.at))
        .where(Event.job_id.in_(jobs), Event.name == "compiling", Event.at > recent)
        .group_by(Event.job_id)
    )
    since = {row[0]: row[1] for row in session.execute(said)}
    if not since:
        return set()
    committed = (
        select(Slice.job_id, func.max(Slice.done_at))
        .where(Slice.job_id.in_(since), Slice.done_at > min(since.values()))
        .group_by(Slice.job_id)
    )
    last = {row[0]: row[1] for row in session.execute(committed)}
    return {job for job, at in since.items() if last.get(job, 0.0) < at}


def stranded_jobs(session: Session) -> int:
    """Return how many jobs that are not at rest no live worker can go on with."""
    stranded = select(func.count()).where(Job.state.in_(ACTIVE), Job.engine.not_in(live_engines(session)))
    return int(session.execute(stranded).scalar_one())
