"""Steps of a job as a whole: planning it, putting its result together, and deleting it.

Each may take long, so no request and no transaction does it. A worker claims the step under a lease, computes outside
any transaction, and commits only while the lease's fence is still the job's newest. A lease that nobody renews ends by
itself: the step is due again.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import BindParameter, ColumnElement, Select, and_, func, or_, select, tuple_, update
from sqlalchemy.orm import Session

from store.database.db import now
from store.database.expressions import CLOCK
from store.errors import StaleLeaseError
from store.models.jobs import HAS_STEP, Job
from store.models.states import ACTIVE, TERMINAL, JobState, Step

STATES = {
    Step.PLAN: ACTIVE,
    Step.MERGE: ACTIVE | {JobState.PAUSING, JobState.CANCELLED},
    Step.DELETE: TERMINAL,
}
"""In which states of the job each step is done; the result of a cancelled job is what it had found until then.

A job may be queued when its result is due: it was paused and resumed while a slice of it was to be run again.
"""


@dataclass(frozen=True)
class StepLease:
    """A step given to a worker until it commits, fails, or falls silent."""

    job_id: int
    public_id: str
    step: Step
    fence: int
    specification: Mapping[str, object]

    @property
    def key(self) -> tuple[str, int]:
        """What tells this lease from all others that are held."""
        return "job", self.job_id


def begin_step(job: Job, step: Step) -> None:
    """Leave a step of the job (which is locked) to whichever worker comes first."""
    job.step, job.step_due = step, 0.0
    job.step_fence += 1


def end_step(job: Job) -> None:
    """Nothing is to be done for the job (which is locked) as a whole; who is at it commits nothing."""
    job.step = None
    job.step_fence += 1


def requeue_step(job: Job) -> None:
    """Take the step of the job (which is locked) away from who is at it; it is due again."""
    if job.step is not None:
        begin_step(job, job.step)


def claim_step(session: Session, step: Step, engines: Collection[str], lease_seconds: float) -> StepLease | None:
    """Lease the next such step that is due: highest priority first, then the oldest job."""
    job = session.scalar(_next(step, engines).with_for_update(skip_locked=True))
    if job is None:
        return None
    job.step_fence += 1
    job.step_due = now(session) + lease_seconds
    return StepLease(job.id, job.public_id, step, job.step_fence, job.specification)


def held_job(session: Session, lease: StepLease) -> Job:
    """Return the lease's job, locked; StaleLeaseError where the step was given away or is wanted no more."""
    job = session.scalar(select(Job).where(Job.id == lease.job_id).with_for_update())
    if job is None or job.step != lease.step or job.step_fence != lease.fence:
        raise StaleLeaseError(
            f"the step of job {lease.public_id} was given away: fence {lease.fence} is not the newest"
        )
    return job


def release_step(session: Session, lease: StepLease, wait_seconds: float = 0.0) -> None:
    """Give a step back undone; nobody takes it up within `wait_seconds`."""
    job = held_job(session, lease)
    requeue_step(job)
    if wait_seconds:
        job.step_due = now(session) + wait_seconds


def renew_steps(session: Session, leases: Sequence[StepLease], lease_seconds: float) -> None:
    """Keep the leases alive; those that were lost stay lost."""
    held = [(lease.job_id, lease.fence) for lease in leases]
    session.execute(
        update(Job).where(tuple_(Job.id, Job.step_fence).in_(held)).values(step_due=now(session) + lease_seconds)
    )


def steps_held(session: Session, leases: Collection[StepLease]) -> set[tuple[str, int]]:
    """Return the keys of those of these leases that are still held."""
    held = [(lease.job_id, lease.fence) for lease in leases]
    found = session.scalars(select(Job.id).where(tuple_(Job.id, Job.step_fence).in_(held), HAS_STEP))
    return {("job", job_id) for job_id in found}


def return_all_steps(session: Session) -> None:
    """Make every step due at once: no worker lives that could be at one."""
    session.execute(update(Job).where(HAS_STEP).values(step_due=0.0, step_fence=Job.step_fence + 1))


def is_due(step: Step, engines: Collection[str] | BindParameter[str]) -> ColumnElement[bool]:
    """Whether this step of a job is due, and for workers that have the code `engines`."""
    computes_no_more = or_(Job.state == JobState.CANCELLED, Job.step == Step.DELETE)
    return and_(
        HAS_STEP,
        Job.step == step,
        Job.step_due <= CLOCK,
        Job.state.in_(STATES[step]),
        or_(Job.engine.in_(engines), computes_no_more),
    )


def _next(step: Step, engines: Collection[str]) -> Select[Job]:
    """Choose by the index alone, however many are due: the highest priority, then its oldest job."""
    due = is_due(step, engines)
    highest = select(func.max(Job.priority)).where(due).scalar_subquery()
    return select(Job).where(due, Job.priority == highest).order_by(Job.id).limit(1)
