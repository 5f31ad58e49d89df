"""The sweeper's duties: return expired leases, advance waiting jobs, count workers."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from language.translate import gettext_noop
from store.database.db import now
from store.database.expressions import CLOCK
from store.database.insertion import insert_or_keep, insert_or_replace
from store.jobs.events import record, record_all
from store.jobs.lifecycle import advance_job, cancel_all
from store.jobs.prerequisites import prerequisite_states
from store.jobs.steps import begin_step, return_all_steps
from store.models.jobs import HAS_STEP, Event, Job
from store.models.operations import Maintenance, WorkerRow
from store.models.shards import Recheck, Shard, check_due
from store.models.states import ACTIVE, TERMINAL, CheckState, JobState, ShardState, Step
from store.models.webhooks import CampaignWebhook, Delivery

SILENT_SECONDS = 15.0
"""Seconds without a heartbeat after which a worker counts as silent; it sends one every few seconds."""

DEAD_AFTER_SECONDS = 60.0
AT_ONCE = 5
"""Number of leases of a shard lost in a row before its retries are delayed."""

MAX_WAIT_SECONDS = 30.0
WAITING = select(Job).where(Job.step == Step.WAIT).order_by(Job.id).limit(200).with_for_update(skip_locked=True)
"""A page of jobs that wait for others."""

UNSUCCESSFUL = (JobState.FAILED, JobState.CANCELLED)


def claim_period(session: Session, duty: str, period: float) -> bool:
    """Whether it is this caller's turn at a duty that one process does once per `period` seconds."""
    moment = now(session)
    insert_or_keep(session, Maintenance, name=duty, due_at=0.0)
    moved = update(Maintenance).where(Maintenance.name == duty, Maintenance.due_at <= moment)
    return bool(session.execute(moved.values(due_at=moment + period)).rowcount)  # type: ignore[attr-defined]  # UPDATE


def clamp_deadlines(session: Session, duty: str, period: float, lease_seconds: float) -> bool:
    """If the database clock moved backwards since the last sweep, clamp all pending deadlines to the new clock.

    The clock was set, or the database moved to another machine. Leases then end as if given now. Waits, including the
    one for this duty, end at once. Returns whether the clock had moved.
    """
    moment = now(session)
    due = session.scalar(select(Maintenance.due_at).where(Maintenance.name == duty))
    if due is None or due <= moment + period:
        return False
    latest = moment + lease_seconds
    for until in (Shard.lease_until, Recheck.lease_until, Job.step_due, Delivery.due_at, CampaignWebhook.due_at):
        session.execute(update(until.class_).where(until > latest).values({until: latest}))
    session.execute(update(Shard).where(Shard.not_before > moment).values(not_before=moment))
    session.execute(update(Maintenance).where(Maintenance.name == duty).values(due_at=moment))
    return True


def return_expired_leases(session: Session, *, everything: bool = False) -> int:
    """Return the shards of silent workers; with `everything` (no worker can live) return all leases.

    Lost leases never fail a job, as processes are mostly killed for other reasons. If the shard is the reason, growing
    delays before its retries leave the machine to other shards. Rows locked elsewhere are skipped until the next sweep.
    Returns the number of leases returned.
    """
    if everything:
        return_all_steps(session)
        session.execute(update(Recheck).where(Recheck.state == CheckState.LEASED).values(state=CheckState.WAITING))
        session.execute(delete(WorkerRow))
    expired = select(Shard.id, Shard.job_id).where(Shard.state == ShardState.LEASED)
    if not everything:
        expired = expired.where(Shard.lease_until < now(session))
    found = session.execute(expired.order_by(Shard.job_id)).all()
    return sum(_return_one(session, job_id, shard_id) for shard_id, job_id in found)


def settle_waiting_jobs(session: Session) -> None:
    """Advance pausing jobs that no commit will advance, as no slice of them is running."""
    for job in session.scalars(select(Job).where(Job.state == JobState.PAUSING).with_for_update(skip_locked=True)):
        advance_job(session, job)


def settle_dependents(session: Session) -> None:
    """Begin jobs whose prerequisites succeeded; cancel those with a failed or cancelled one, unless they must wait."""
    last = 0
    while jobs := session.scalars(WAITING.where(Job.id > last)).all():
        last = jobs[-1].id
        states = prerequisite_states(session, jobs)
        _record_changes(session, states)
        for job in jobs:
            lost = next((one for one in states[job.id].items() if one[1] in UNSUCCESSFUL), None)
            if set(states[job.id].values()) == {JobState.SUCCEEDED}:
                begin_step(job, Step.PLAN)
            elif lost is not None and job.specification.get("if_failed") != "wait":
                cancel_all(session, [job], reason=_reason(*lost))


def _reason(prerequisite: str, state: JobState) -> str:
    if state == JobState.FAILED:
        return gettext_noop(f"job {prerequisite}, which it was to come after, failed")
    return gettext_noop(f"job {prerequisite}, which it was to come after, was cancelled")


def _record_changes(session: Session, states: Mapping[int, Mapping[str, JobState]]) -> None:
    """Record changes of prerequisites in the history of each job that waits for them."""
    recorded: dict[tuple[int, object], object] = {}
    earlier = select(Event.job_id, Event.data).where(Event.job_id.in_(states), Event.name == "prerequisite-changed")
    for job_id, data in session.execute(earlier.order_by(Event.id)):
        recorded[job_id, data["job"]] = data["state"]
    for job_id, prerequisites in states.items():
        for public_id, state in prerequisites.items():
            new = str(state) if state in TERMINAL else "open"
            if recorded.get((job_id, public_id), "open") != new:
                record_all(session, [job_id], "prerequisite-changed", job=public_id, state=new)


def ended_jobs(session: Session, public_ids: Collection[str]) -> set[str]:
    """Return which of these jobs have ended; ignore unknown ids."""
    ended = select(Job.public_id).where(Job.public_id.in_(public_ids), Job.state.in_(TERMINAL))
    return set(session.scalars(ended))


def report_worker(
    session: Session,
    name: str,
    capacity: int,
    code_digest: str,
    started_at: float,
    code_digests: Collection[str] = (),
    stuck: int = 0,
    shortage: str | None = None,
) -> bool:
    """Record a worker's heartbeat; return whether it must drain.

    code_digest: of its whole code. code_digests: by kind. stuck: how many of its threads are in a step that takes far
    too long. shortage: what its machine lacked last.
    """
    moment = now(session)
    values = {
        "capacity": capacity,
        "code_digest": code_digest,
        "code_digests": sorted(code_digests),
        "stuck": stuck,
        "shortage": shortage,
    }
    times = {"started_at": started_at, "seen_at": moment}
    insert_or_replace(session, WorkerRow, "name", name=name, **values, **times)
    return session.execute(select(WorkerRow.draining).where(WorkerRow.name == name)).scalar_one()


def drain_worker(session: Session, name: str) -> bool:
    """Ask a worker to finish its current work and stop; return whether the worker exists."""
    draining = update(WorkerRow).where(WorkerRow.name == name).values(draining=True).returning(WorkerRow.name)
    return session.execute(draining).first() is not None


def forget_worker(session: Session, name: str) -> None:
    """Remove a worker that has ended."""
    session.execute(delete(WorkerRow).where(WorkerRow.name == name))


def live_workers(session: Session, within: float = DEAD_AFTER_SECONDS) -> list[WorkerRow]:
    """Return workers seen within `within` seconds before or after now, as the clock may have been set back."""
    recent = WorkerRow.seen_at.between(CLOCK - within, CLOCK + within)
    return list(session.scalars(select(WorkerRow).where(recent).order_by(WorkerRow.name)))


def count_needed_notifications(session: Session) -> int:
    """Return how many notifications keep every live worker busy: the work due, at most twice the free capacity."""
    moment = now(session)
    due = (
        select(func.count())
        .select_from(Shard)
        .join(Job)
        .where(Job.state.in_(ACTIVE), Shard.state == ShardState.READY, Shard.not_before <= moment)
    )
    leased = select(func.count()).select_from(Shard).where(Shard.state == ShardState.LEASED)
    checks = select(func.count()).select_from(Recheck).where(check_due(moment))
    steps = select(func.count()).select_from(Job).where(HAS_STEP, Job.step != Step.WAIT, Job.step_due <= moment)
    capacity = sum(worker.capacity for worker in live_workers(session))
    free = max(0, capacity - session.execute(leased).scalar_one())
    waiting = (
        session.execute(due).scalar_one() + session.execute(steps).scalar_one() + session.execute(checks).scalar_one()
    )
    return min(waiting, 2 * free)


def _return_one(session: Session, job_id: int, shard_id: int) -> bool:
    job = session.scalars(select(Job).where(Job.id == job_id).with_for_update(skip_locked=True)).one_or_none()
    if job is None:
        return False
    free = select(Shard).where(Shard.id == shard_id, Shard.state == ShardState.LEASED)
    shard = session.scalars(free.with_for_update(skip_locked=True)).one_or_none()
    if shard is None:
        return False
    shard.state = ShardState.READY
    if shard.attempts > AT_ONCE:
        shard.not_before = now(session) + min(MAX_WAIT_SECONDS, 2.0 ** min(shard.attempts - AT_ONCE, 10))
    record(session, job, "lease-expired", shard=shard.label, worker=shard.worker)
    shard.fence += 1
    shard.worker, shard.lease_until = None, None
    session.flush()
    advance_job(session, job)
    return True
