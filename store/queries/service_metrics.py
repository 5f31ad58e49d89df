"""Vital signs of the service, for health checks and metrics."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from store.database.db import now
from store.jobs.maintenance import live_workers
from store.models.jobs import KEPT, Job, JobSums
from store.models.operations import DistrustedWorker, Maintenance, WorkerRow
from store.models.shards import Recheck, Shard, Slice
from store.models.states import CheckState, ShardState
from store.queries.blocked_jobs import live_code, stranded_jobs

RECENT_SECONDS = 60.0
OPEN = (CheckState.WAITING, CheckState.LEASED)


@dataclass(frozen=True)
class Vitals:
    """The state of workers and sweeps. Seconds are by the database's clock.

    erring: names of live distrusted workers. overdue_seconds: how long the most overdue duty has waited; None if none
    was ever done.
    """

    workers: list[WorkerRow]
    erring: list[str]
    overdue_seconds: float | None


@dataclass(frozen=True)
class Census:
    """Totals of everything."""

    jobs: dict[tuple[str, str], int]  # by (kind, state)
    shards: dict[str, int]  # by state
    workers: int
    capacity: int
    short_workers: int
    expired_leases: int
    recent_slices: int
    recent_work: int
    tours: int
    stranded_jobs: int
    confirmed_slices: int
    distrusted_workers: int
    undone_slices: int
    open_checks: int


def vitals(session: Session) -> Vitals:
    """Read the workers' heartbeats and the due duties."""
    due: float | None = session.scalar(select(func.min(Maintenance.due_at)))
    overdue = None if due is None else max(0.0, now(session) - due)
    return Vitals(live_workers(session), list(live_code(session).erring), overdue)


def census(session: Session) -> Census:
    """Count everything that the metrics show."""
    moment = now(session)
    jobs = session.execute(select(Job.kind, Job.state, func.count()).where(KEPT).group_by(Job.kind, Job.state))
    expired = select(func.count()).where(Shard.state == ShardState.LEASED, Shard.lease_until < moment)
    recent = select(func.count(), func.coalesce(func.sum(Slice.work), 0)).where(
        Slice.done_at >= moment - RECENT_SECONDS
    )
    slices, work = session.execute(recent).one()
    shards, tours = _shards(session)
    workers = live_workers(session)
    return Census(
        jobs={(kind, str(state)): number for kind, state, number in jobs},
        shards=shards,
        workers=len(workers),
        capacity=sum(worker.capacity for worker in workers),
        short_workers=sum(worker.shortage is not None for worker in workers),
        expired_leases=session.execute(expired).scalar_one(),
        recent_slices=int(slices),
        recent_work=int(work),
        tours=tours,
        stranded_jobs=stranded_jobs(session),
        **_confirmation(session),
    )


def distrusted_workers(session: Session) -> list[DistrustedWorker]:
    """Return the distrusted workers, newest first."""
    return list(session.scalars(select(DistrustedWorker).order_by(DistrustedWorker.found_at.desc())))


def _shards(session: Session) -> tuple[dict[str, int], int]:
    """Return the shards by state and their stored tours, from the jobs' totals."""
    summed = (func.coalesce(func.sum(column), 0) for column in (JobSums.shards, JobSums.finished, JobSums.leased))
    quarantined = select(func.count()).where(Shard.state == ShardState.QUARANTINED).scalar_subquery()
    sums = select(*summed, quarantined, func.coalesce(func.sum(JobSums.tours), 0))
    every, finished, leased, set_aside, tours = (int(number) for number in session.execute(sums).one())
    found = {
        ShardState.READY: every - finished - leased - set_aside,
        ShardState.LEASED: leased,
        ShardState.FINISHED: finished,
        ShardState.QUARANTINED: set_aside,
    }
    return {str(state): number for state, number in found.items() if number}, tours


def _confirmation(session: Session) -> dict[str, int]:
    workers, slices = session.execute(select(func.count(), func.coalesce(func.sum(DistrustedWorker.slices), 0))).one()
    return {
        "confirmed_slices": int(session.execute(select(func.coalesce(func.sum(Job.confirmed), 0))).scalar_one()),
        "distrusted_workers": int(workers),
        "undone_slices": int(slices),
        "open_checks": session.execute(select(func.count()).where(Recheck.state.in_(OPEN))).scalar_one(),
    }
