"""Roll back the unconfirmed work of distrusted workers, so that others do it again."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import ColumnElement, delete, exists, func, select, update
from sqlalchemy.orm import Session, undefer

from store.database.db import now
from store.jobs.events import record
from store.jobs.lifecycle import reset_job
from store.jobs.results import drop_result
from store.jobs.steps import end_step
from store.models.jobs import Job
from store.models.operations import DistrustedWorker
from store.models.shards import Recheck, Shard, Slice
from store.models.states import TERMINAL, CheckState, Purpose, ShardState, Step
from store.models.tours import TourRun
from store.trust.spot_checks import lock_worker


def roll_back_distrusted(session: Session) -> None:
    """Roll back the work of newly distrusted workers, after their running commits; each worker once."""
    erring = session.scalars(
        select(DistrustedWorker).where(DistrustedWorker.undone_at.is_(None)).order_by(DistrustedWorker.name)
    ).all()
    for found in erring:  # before any job is locked, as commits do
        lock_worker(session, found.name)
    for found in erring:
        found.slices = _undo(session, found)
        found.undone_at = now(session)


def _undo(session: Session, found: DistrustedWorker) -> int:
    """Return the number of the worker's slices rolled back."""
    suspect = (
        select(Slice.job_id, Slice.shard_id, func.min(Slice.seq), func.count())
        .where(Slice.worker == found.name, ~_itself_confirmed())
        .group_by(Slice.job_id, Slice.shard_id)
        .order_by(Slice.job_id, Slice.shard_id)
    )
    jobs: dict[int, dict[int, int]] = {}
    slices = 0
    for job_id, shard_id, first, number in session.execute(suspect).all():
        jobs.setdefault(job_id, {})[shard_id] = first
        slices += number
    for job_id, shards in jobs.items():
        job = session.scalars(select(Job).where(Job.id == job_id).with_for_update()).one()
        record(session, job, "work-undone", worker=found.name, shards=len(shards))
        undo_from(session, job, shards)
    return slices


def _itself_confirmed() -> ColumnElement[bool]:
    """Whether a recheck confirmed the slice. That says nothing about earlier slices: some faults are rare."""
    same = (Recheck.shard_id == Slice.shard_id) & (Recheck.seq == Slice.seq)
    return exists().where(same, Recheck.purpose == Purpose.CONFIRMATION, Recheck.state == CheckState.EQUAL)


def undo_from(session: Session, job: Job, shards: Mapping[int, int]) -> None:
    """Roll back shards of a locked job to before these slices; the whole job if its rounds or result used them.

    A job being deleted has nothing to roll back.
    """
    if job.step == Step.DELETE:
        return
    if job.rounds == 0 and job.state not in TERMINAL:
        for shard_id, seq in shards.items():
            _roll_back(session, shard_id, seq)
        job.confirmed = _count_confirmed(session, job)
        job.confirmed_elsewhere = min(job.confirmed, job.confirmed_elsewhere)
        if job.step == Step.MERGE:
            end_step(job)
        return
    drop_result(session, job)
    session.execute(delete(Shard).where(Shard.job_id == job.id))
    job.confirmed = job.confirmed_elsewhere = 0
    reset_job(session, job)


def _roll_back(session: Session, shard_id: int, seq: int) -> None:
    """Reset a shard to the last confirmed slice at or before `seq`, else to its beginning."""
    shard = session.scalars(select(Shard).where(Shard.id == shard_id).with_for_update()).one()
    confirmed = (
        select(Recheck)
        .where(Recheck.shard_id == shard_id, Recheck.seq <= seq, Recheck.purpose == Purpose.CONFIRMATION)
        .where(Recheck.state == CheckState.EQUAL, Recheck.checkpoint.is_not(None))
        .order_by(Recheck.seq.desc())
        .limit(1)
        .options(undefer(Recheck.checkpoint), undefer(Recheck.statistics))
    )
    point = session.scalar(confirmed)
    first, checkpoint, statistics = (
        (0, None, None) if point is None else (point.seq, point.checkpoint, point.statistics)
    )
    session.execute(delete(TourRun).where(TourRun.shard_id == shard_id, TourRun.seq >= first))
    session.execute(delete(Slice).where(Slice.shard_id == shard_id, Slice.seq >= first))
    session.execute(delete(Recheck).where(Recheck.shard_id == shard_id, Recheck.seq >= first))
    sums = select(
        func.coalesce(func.sum(Slice.work), 0),
        func.coalesce(func.sum(Slice.tours), 0),
        func.coalesce(func.sum(Slice.cpu_seconds), 0.0),
    ).where(Slice.shard_id == shard_id)
    work, tours, seconds = session.execute(sums).one()
    state: dict[str, object] = {"seq": first, "work": work, "tours": tours, "cpu_seconds": seconds, "progress": 0.0}
    state |= {"checkpoint": checkpoint, "statistics": statistics}
    state |= {"input_seq": None, "input_target": None, "input_checkpoint": None}
    lease = {"state": ShardState.READY, "fence": shard.fence + 1, "worker": None, "lease_until": None, "attempts": 0}
    session.execute(update(Shard).where(Shard.id == shard_id).values(**state, **lease))


def _count_confirmed(session: Session, job: Job) -> int:
    confirmed = (
        select(func.count())
        .select_from(Recheck)
        .join(Shard, Shard.id == Recheck.shard_id)
        .where(Shard.job_id == job.id)
    )
    confirmed = confirmed.where(Recheck.purpose == Purpose.CONFIRMATION, Recheck.state == CheckState.EQUAL)
    return session.execute(confirmed).scalar_one()
