"""Steps of a whole job: plan, merge and delete.

Each may take long, so none is done within a request or a transaction. A worker claims the step under a lease, computes
outside any transaction, and commits only while the lease's fence is still the job's newest. An unrenewed lease expires,
and the step is due again.
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
"""Job states in which each step is done; a cancelled job keeps the result so far.

A job may be queued when its merge is due: it was paused and resumed during a recheck of one of its slices.
"""


@dataclass(frozen=True)
class StepLease:
    """A step leased to a worker until it commits, fails, or falls silent."""

    job_id: int
    public_id: str
    step: Step
    fence: int
    specification: Mapping[str, object]

    @property
    def key(self) -> tuple[str, int]:
        """Identifies the lease among all active ones."""
        return "job", self.job_id


def begin_step(job: Job, step: Step) -> None:
    """Queue a step of a locked job."""
    job.step, job.step_due = step, 0.0
    job.step_fence += 1


def end_step(job: Job) -> None:
    """Clear a locked job's step and bump its fence.

    A worker still doing the step can then no longer commit.
    """
    job.step = None
    job.step_fence += 1


def requeue_step(job: Job) -> None:
    """Requeue the step of a locked job."""
    if job.step is not None:
        begin_step(job, job.step)


def claim_step(session: Session, step: Step, code_digests: Collection[str], lease_seconds: float) -> StepLease | None:
    """Lease the next due step of this type: highest priority first, then the oldest job."""
    job = session.scalar(_next(step, code_digests).with_for_update(skip_locked=True))
    if job is None:
        return None
    job.step_fence += 1
    job.step_due = now(session) + lease_seconds
    return StepLease(job.id, job.public_id, step, job.step_fence, job.specification)


def held_job(session: Session, lease: StepLease) -> Job:
    """Return the lease's job, locked; StaleLeaseError if the lease was lost or the step is obsolete."""
    job = session.scalar(select(Job).where(Job.id == lease.job_id).with_for_update())
    if job is None or job.step != lease.step or job.step_fence != lease.fence:
        raise StaleLeaseError(
            f"the step of job {lease.public_id} was given away: fence {lease.fence} is not the newest"
        )
    return job


def release_step(session: Session, lease: StepLease, wait_seconds: float = 0.0) -> None:
    """Return an unfinished step; it cannot be claimed again within `wait_seconds`."""
    job = held_job(session, lease)
    requeue_step(job)
    if wait_seconds:
        job.step_due = now(session) + wait_seconds


def renew_steps(session: Session, leases: Sequence[StepLease], lease_seconds: float) -> None:
    """Renew the leases still held."""
    if not leases:
        return
    held = [(lease.job_id, lease.fence) for lease in leases]
    session.execute(update(Job).where(tuple_(Job.id, Job.step_fence).in_(held)).values(step_due=CLOCK + lease_seconds))


def steps_held(session: Session, leases: Collection[StepLease]) -> set[tuple[str, int]]:
    """Return the keys of the leases that are still held."""
    if not leases:
        return set()
    held = [(lease.job_id, lease.fence) for lease in leases]
    found = session.scalars(select(Job.id).where(tuple_(Job.id, Job.step_fence).in_(held), HAS_STEP))
    return {("job", job_id) for job_id in found}


def return_all_steps(session: Session) -> None:
    """Make every step due at once, when no worker can be alive."""
    session.execute(update(Job).where(HAS_STEP).values(step_due=0.0, step_fence=Job.step_fence + 1))


def is_due(step: Step, code_digests: Collection[str] | BindParameter[str]) -> ColumnElement[bool]:
    """Whether this step of a job is due and workers with these code digests may do it."""
    computes_no_more = or_(Job.state == JobState.CANCELLED, Job.step == Step.DELETE)
    return and_(
        HAS_STEP,
        Job.step == step,
        Job.step_due <= CLOCK,
        Job.state.in_(STATES[step]),
        or_(Job.code_digest.in_(code_digests), computes_no_more),
    )


def _next(step: Step, code_digests: Collection[str]) -> Select[Job]:
    """Choose the next job by the index alone: the highest priority, then the oldest job."""
    due = is_due(step, code_digests)
    highest = select(func.max(Job.priority)).where(due).scalar_subquery()
    return select(Job).where(due, Job.priority == highest).order_by(Job.id).limit(1)
