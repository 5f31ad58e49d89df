"""A job's life: submission, pause, resume, cancellation, rounds and end. The only writer of job state.

Locks are taken in one order, job before shard, so that these verbs, claims and commits never deadlock.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, insert, select, update
from sqlalchemy.orm import Session

from engine.boards.board import Board
from engine.digest import job_engine
from engine.errors import InvalidProblemError
from engine.kinds.base import Plan, ShardPlan
from engine.kinds.registry import KINDS
from engine.specification.parse import as_json, fingerprint
from store.boards import board_id
from store.db import now
from store.errors import IllegalTransitionError, JobNotFoundError
from store.events import Name, record
from store.models.jobs import Job, Shard
from store.problems import board_of, piece_of
from store.progress import shard_records, typed_specification
from store.results import record_estimates, record_result
from store.states import ACTIVE, TERMINAL, JobState, ShardState, check_transition

BATCH = 2000


@dataclass(frozen=True)
class Submission:
    """A job ready to be stored: everything that can be computed before the transaction."""

    specification: Any
    board: Board | None
    piece: tuple[int, ...]
    plan: Plan


def prepare(specification: Any) -> Submission:  # noqa: ANN401  each kind has its own model
    """Plan a job. Raises InvalidProblemError where the specification makes no sense on its board."""
    if specification.kind not in KINDS:
        raise InvalidProblemError("/kind", f"this service computes no jobs of the kind {specification.kind!r}")
    plan = KINDS[specification.kind].plan(specification)
    return Submission(specification, board_of(specification), piece_of(specification), plan)


def submit(session: Session, submission: Submission, owner: str | None = None) -> Job:
    """Store a job and its shards; it is finished at once where its plan already holds the result."""
    specification = submission.specification
    board = submission.board
    job = Job(
        public_id=secrets.token_hex(8),
        kind=specification.kind,
        method=getattr(specification, "method", None),
        board_id=None if board is None else board_id(session, board, submission.piece),
        specification=as_json(specification),
        fingerprint=fingerprint(specification),
        state=JobState.QUEUED,
        label=specification.label,
        owner=owner,
        priority=specification.priority,
        engine=_engine(specification),
        created_at=now(session),
    )
    session.add(job)
    session.flush()
    record(session, job, "submitted", shards=len(submission.plan.shards))
    _add_shards(session, job, submission.plan.shards)
    if submission.plan.result is not None:
        record_result(session, job, submission.board, submission.plan.result)
        change_state(session, job, JobState.SUCCEEDED, "succeeded", outcome=job.outcome)
    session.flush()
    return job


def find_equal(session: Session, specification: Any, *, any_engine: bool = False) -> Job | None:  # noqa: ANN401  each kind has its own model
    """Return the newest job that computes the same and was not cancelled and has not failed, if any.

    Of this very code, which might find something else than the code before it, unless `any_engine` will do.
    """
    equal = select(Job).where(
        Job.fingerprint == fingerprint(specification),
        Job.state.not_in([JobState.FAILED, JobState.CANCELLED]),
    )
    if not any_engine:
        equal = equal.where(Job.engine == _engine(specification))
    return session.scalars(equal.order_by(Job.id.desc()).limit(1)).first()


def get_job(session: Session, public_id: str, *, lock: bool = False) -> Job:
    """Return a job; JobNotFoundError where there is none. `lock` keeps others from changing its state."""
    statement = select(Job).where(Job.public_id == public_id)
    job = session.scalar(statement.with_for_update() if lock else statement)
    if job is None:
        raise JobNotFoundError(f"there is no job {public_id!r}")
    return job


def pause(session: Session, public_id: str) -> Job:
    """Give out no more slices of the job; slices at work are committed at their next safe point."""
    job = get_job(session, public_id, lock=True)
    if job.state in (JobState.PAUSING, JobState.PAUSED):
        return job
    if _leased(session, job):
        change_state(session, job, JobState.PAUSING, "pausing")
    else:
        change_state(session, job, JobState.PAUSED, "paused")
    return job


def resume(session: Session, public_id: str) -> Job:
    """Give out slices of the job again."""
    job = get_job(session, public_id, lock=True)
    if job.state not in ACTIVE:
        change_state(session, job, JobState.QUEUED, "resumed")
    return job


def cancel(session: Session, public_id: str) -> Job:
    """Stop the job for good. What its committed slices found is kept as its result; slices at work are discarded."""
    job = get_job(session, public_id, lock=True)
    if job.state == JobState.CANCELLED:
        return job
    check_transition(job.state, JobState.CANCELLED)
    _revoke_leases(session, job)
    _finish(session, job, JobState.CANCELLED, "cancelled")
    return job


def adopt(session: Session, public_id: str) -> Job:
    """Let workers of this engine go on with a job that was begun by another; its history keeps both digests."""
    job = get_job(session, public_id, lock=True)
    if job.state in TERMINAL:
        raise IllegalTransitionError(f"a job that is {job.state} cannot be adopted")
    after = job_engine(job.kind, job.method)
    record(session, job, "adopted", before=job.engine, after=after)
    job.engine = after
    return job


def settle(session: Session, job: Job) -> bool:
    """After a commit (the job is locked): begin the next round, end the job, or let it rest if it is pausing.

    Returns whether a round has begun.
    """
    open_states = set(session.scalars(select(Shard.state).where(Shard.job_id == job.id).distinct()))
    if open_states & {ShardState.READY, ShardState.LEASED}:
        if job.state == JobState.PAUSING and ShardState.LEASED not in open_states:
            change_state(session, job, JobState.PAUSED, "paused")
    elif ShardState.QUARANTINED in open_states:
        _finish(session, job, JobState.FAILED, "failed")
    else:
        return _next_round(session, job)
    return False


def change_state(session: Session, job: Job, state: JobState, event: Name, **data: Any) -> None:  # noqa: ANN401  JSON
    """Move the job along the transition table and record the event."""
    check_transition(job.state, state)
    job.state = state
    if state in TERMINAL:
        job.finished_at = now(session)
    record(session, job, event, **data)


def _next_round(session: Session, job: Job) -> bool:
    specification = typed_specification(job)
    records = shard_records(session, job)
    kind = KINDS[job.kind]
    job.rounds += 1
    plans = kind.follow(specification, records)
    if not plans:
        _finish(session, job, JobState.SUCCEEDED, "succeeded")
        return False
    record_estimates(session, job, kind.merge(specification, records).estimates)
    record(session, job, "round-finished", round=job.rounds)
    known = {shard.index for shard in records}
    for plan in plans:
        if plan.index in known:
            session.execute(
                update(Shard)
                .where(Shard.job_id == job.id, Shard.number == plan.index)
                .values(target=dict(plan.target), label=plan.label, state=ShardState.READY)
            )
    _add_shards(session, job, [plan for plan in plans if plan.index not in known])
    if job.state == JobState.PAUSING:
        change_state(session, job, JobState.PAUSED, "paused")
    return True


def _finish(session: Session, job: Job, state: JobState, event: Name) -> None:
    specification = typed_specification(job)
    result = KINDS[job.kind].merge(specification, shard_records(session, job))
    if state != JobState.SUCCEEDED:
        result.outcome = "cancelled" if state == JobState.CANCELLED else "failed"
    record_result(session, job, board_of(specification), result)
    change_state(session, job, state, event, outcome=result.outcome)


def _add_shards(session: Session, job: Job, plans: Sequence[ShardPlan]) -> None:
    rows = [
        {"job_id": job.id, "number": plan.index, "label": plan.label, "target": dict(plan.target)} for plan in plans
    ]
    for first in range(0, len(rows), BATCH):
        session.execute(insert(Shard.__table__), rows[first : first + BATCH])  # type: ignore[arg-type]  # it is a Table


def _engine(specification: Any) -> str:  # noqa: ANN401  each kind has its own model
    """Return the digest of this code for such a job."""
    return job_engine(specification.kind, getattr(specification, "method", None))


def _leased(session: Session, job: Job) -> int:
    leased = select(func.count()).where(Shard.job_id == job.id, Shard.state == ShardState.LEASED)
    return session.execute(leased).scalar_one()


def _revoke_leases(session: Session, job: Job) -> None:
    session.execute(
        update(Shard)
        .where(Shard.job_id == job.id, Shard.state == ShardState.LEASED)
        .values(state=ShardState.READY, fence=Shard.fence + 1, worker=None, lease_until=None)
    )
