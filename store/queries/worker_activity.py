"""Active leases by worker, and recent speed by kind."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from store.database.expressions import CLOCK
from store.jobs.maintenance import DEAD_AFTER_SECONDS, SILENT_SECONDS
from store.models.jobs import Job
from store.models.operations import WorkerRow
from store.models.shards import Shard, Slice
from store.models.states import ShardState

MAX_SLICES = 200


@dataclass(frozen=True)
class Lease:
    """A shard held by a worker: its job (public id and label), its label, and its slices so far."""

    job: str
    job_label: str | None
    shard: str
    slices: int


@dataclass(frozen=True)
class WorkerActivity:
    """A live worker, for how long it has been silent (seconds), and its leases."""

    worker: WorkerRow
    silent_seconds: float
    leases: list[Lease]

    @property
    def silent(self) -> bool:
        """Whether its heartbeat is overdue."""
        return self.silent_seconds > SILENT_SECONDS


def workers_at_work(session: Session) -> list[WorkerActivity]:
    """Return the live workers by name, each with its leases."""
    leases: dict[str, list[Lease]] = {}
    held = (
        select(Shard.worker, Job.public_id, Job.label, Shard.label, Shard.seq)
        .join(Job, Job.id == Shard.job_id)
        .where(Shard.state == ShardState.LEASED)
        .order_by(Job.id, Shard.number)
    )
    for worker, job, job_label, shard, slices in session.execute(held):
        leases.setdefault(worker or "", []).append(Lease(job, job_label, shard, slices))
    return [replace(one, leases=leases.get(one.worker.name, [])) for one in seen_workers(session)]


def seen_workers(session: Session) -> list[WorkerActivity]:
    """Return the live workers by name, without leases."""
    silent = CLOCK - WorkerRow.seen_at
    live = select(WorkerRow, silent).where(silent <= DEAD_AFTER_SECONDS).order_by(WorkerRow.name)
    return [WorkerActivity(worker, max(0.0, float(seconds)), []) for worker, seconds in session.execute(live)]


def usual_speed(session: Session, kind: str, method: str | None) -> float | None:
    """Return recent units of work per CPU second of this kind and method, None without data."""
    condition = Job.kind == kind if method is None else (Job.kind == kind) & (Job.method == method)
    recent = (
        select(Slice.work, Slice.cpu_seconds)
        .join(Job, Job.id == Slice.job_id)
        .where(condition)
        .order_by(Slice.id.desc())
        .limit(MAX_SLICES)
        .subquery()
    )
    work, seconds = session.execute(select(func.sum(recent.c.work), func.sum(recent.c.cpu_seconds))).one()
    return float(work) / float(seconds) if work and seconds else None
