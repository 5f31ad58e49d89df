"""Jobs that wait: for other jobs, for a worker, for one with their code, for a trusted one, or for compilation."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Literal

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from store.database.db import now
from store.database.expressions import CLOCK
from store.jobs.maintenance import DEAD_AFTER_SECONDS
from store.models.jobs import Event, Job
from store.models.operations import DistrustedWorker, WorkerRow
from store.models.shards import Slice
from store.models.states import ACTIVE

WORKERS, ERRING = WorkerRow.__table__, DistrustedWorker.__table__
LIVE = (
    select(WORKERS.c.name, WORKERS.c.code_digest, WORKERS.c.code_digests, ERRING.c.name)
    .select_from(WORKERS.outerjoin(ERRING, ERRING.c.name == WORKERS.c.name))
    .where(WORKERS.c.seen_at >= CLOCK - DEAD_AFTER_SECONDS)
    .order_by(WORKERS.c.name)
)
"""Built once on the tables, not the models, as every job document runs it."""

Waiting = Literal["worker", "engine", "trust", "kernels", "room", "jobs"]

MAX_COMPILING_SECONDS = 900.0
"""Older reports of compiling are ignored, if nothing was committed since."""


@dataclass(frozen=True)
class Live:
    """Code digests of live workers: of those that get work, and of each distrusted one."""

    code_digests: frozenset[str] = frozenset()
    erring: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def erring_with(self, code_digest: str) -> list[str]:
        """Return the names of distrusted workers with this code."""
        return [name for name, code_digests in self.erring.items() if code_digest in code_digests]


def live_code(session: Session) -> Live:
    """Return the code of live workers."""
    code_digests: set[str] = set()
    erring: dict[str, frozenset[str]] = {}
    for name, own, others, erred in session.connection().execute(LIVE):
        if erred is None:
            code_digests.update((own, *(others or ())))
        else:
            erring[name] = frozenset((own, *(others or ())))
    return Live(frozenset(code_digests), erring)


def waiting_for(job: Job, live: Live) -> Waiting | None:
    """Return what an active job lacks: a live worker, one with its code, or a trusted one. None if it lacks none."""
    if job.state not in ACTIVE or job.code_digest in live.code_digests:
        return None
    if live.erring_with(job.code_digest):
        return "trust"
    return "engine" if live.code_digests or live.erring else "worker"


def compiling_jobs(session: Session, jobs: Collection[int]) -> set[int]:
    """Return which of these running jobs reported compiling and have committed nothing since."""
    if not jobs:
        return set()
    recent = now(session) - MAX_COMPILING_SECONDS
    reported = (
        select(Event.job_id, func.max(Event.at))
        .where(Event.job_id.in_(jobs), Event.name == "compiling", Event.at > recent)
        .group_by(Event.job_id)
    )
    since = {row[0]: row[1] for row in session.execute(reported)}
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
    """Return the number of active jobs whose code no live worker has."""
    live = live_code(session)
    stranded = select(func.count()).where(
        Job.state.in_(ACTIVE), Job.code_digest.not_in(live.code_digests.union(*live.erring.values()))
    )
    return int(session.execute(stranded).scalar_one())
