"""A job's life: submission, pause, resume, cancellation, rounds and end. Only this module writes job state.

The `..._all` functions do for many jobs, locked by the caller, in a few statements what the plain functions do for one.
Locks are always taken job before shard, so that these functions, claims and commits never deadlock.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import insert, select, update
from sqlalchemy.orm import Session, joinedload, make_transient_to_detached
from sqlalchemy.sql.schema import ScalarElementColumnDefault

from engine.code_digest import job_code_digest
from engine.kinds.admission import Submission, check_shards
from engine.kinds.common.kind import Plan
from engine.kinds.methods import get_method
from engine.kinds.planning_cost import stated_shards
from engine.kinds.table import KINDS
from engine.specification.fields import Specification
from engine.specification.problem import ParsedSpecification
from store.database.db import now
from store.errors import JobDeletedError, JobNotFoundError
from store.jobs.events import Name, record, record_all
from store.jobs.prerequisites import check_prerequisites
from store.jobs.results import drop_result, record_result
from store.jobs.retries import plan_retries
from store.jobs.shards import add_shards, has_shard, with_shard
from store.jobs.steps import begin_step, end_step, requeue_step
from store.models.deletions import Deletion, deletion_words
from store.models.jobs import KEPT, Job
from store.models.shards import Recheck, Shard
from store.models.states import (
    ACTIVE,
    RESTING,
    TERMINAL,
    CheckState,
    IllegalTransitionError,
    JobState,
    Purpose,
    ShardState,
    Step,
    check_transition,
)
from store.tours.boards import BoardKey, board_ids, board_key, clock_and_board
from store.traces import current_parent
from store.webhooks.outbox import write_deliveries

if TYPE_CHECKING:
    from sqlalchemy import Table

AT_ONCE = 1000
"""Ids reserved by one statement."""

JOBS = cast("Table", Job.__table__)
INSERT_JOB = insert(JOBS)
COLUMN_DEFAULTS = {
    column.key: column.default.arg if isinstance(column.default, ScalarElementColumnDefault) else None
    for column in JOBS.columns
    if not column.primary_key
}
"""Column defaults of a new job."""


@dataclass(frozen=True)
class DraftJob:
    """A job still to be planned by a worker: its board and the columns from its specification."""

    board: BoardKey | None
    columns: dict[str, Any]


def admit_later(problem: ParsedSpecification[Specification], most_shards: int, owner: str | None) -> DraftJob:
    """Check one of many jobs as `admit` does, but leave its plan to a worker. Raises as `admit` does."""
    check_shards(problem.spec, stated_shards(problem.spec), most_shards)
    KINDS[problem.spec.kind].check(problem)
    board = None if problem.board is None else board_key(problem.board, problem.piece)
    return DraftJob(board, _columns(problem, owner) | _first_step(problem.spec))


def come_after(draft: DraftJob, jobs: Sequence[str]) -> None:
    """Make a draft wait for these jobs (public ids), which are stored with it or before it."""
    draft.columns["specification"] = {**draft.columns["specification"], "after": list(jobs)}
    draft.columns["step"] = Step.WAIT


def submit_all(session: Session, drafts: Sequence[DraftJob], moment: float) -> list[int]:
    """Store jobs for workers to plan, in a few statements; return their ids in the same order."""
    boards = board_ids(session, {draft.board for draft in drafts if draft.board is not None})
    rows = [draft.columns | {"created_at": moment, "board_id": draft.board and boards[draft.board]} for draft in drafts]
    session.execute(insert(Job), rows)
    numbers: dict[str, int] = {}
    for first in range(0, len(rows), AT_ONCE):
        public_ids = [row["public_id"] for row in rows[first : first + AT_ONCE]]
        found = select(Job.public_id, Job.id).where(Job.public_id.in_(public_ids))
        numbers |= {row[0]: row[1] for row in session.execute(found)}
    ids = [numbers[row["public_id"]] for row in rows]
    record_all(session, ids, "submitted", moment, **current_parent())
    return ids


def submit(session: Session, submission: Submission, owner: str | None = None) -> Job:
    """Store a job and its shards; finish it at once if its plan already holds the result.

    Raises InvalidSpecificationError if it is to come after a job that does not exist.
    """
    problem, board = submission.problem, submission.problem.board
    check_prerequisites(session, problem.document)
    moment, board_id = (now(session), None) if board is None else clock_and_board(session, board, problem.piece)
    step = {} if submission.plan is not None else _first_step(problem.spec)
    job = _insert_job(session, _columns(problem, owner) | step | {"board_id": board_id, "created_at": moment})
    totals = {} if submission.plan is None else {"shards": submission.shards}
    record(session, job, "submitted", moment, **totals, **current_parent())
    if submission.plan is not None:
        store_plan(session, job, problem, submission.plan)
    return job


def store_plan(session: Session, job: Job, problem: ParsedSpecification[Specification], plan: Plan) -> None:
    """Store the job's shards and advice, or its result if the plan holds it."""
    job.explanation = plan.advice
    add_shards(session, job, plan.shards)
    if plan.result is not None:
        record_result(session, job, problem.board, plan.result)
        change_state(session, job, JobState.SUCCEEDED, "succeeded", outcome=job.outcome)
        session.flush()


def find_equal(session: Session, problem: ParsedSpecification[Specification], *, any_code: bool = False) -> Job | None:
    """Return the newest equal job that neither failed nor was cancelled and does not wait for others, if any.

    Only jobs of this code count unless `any_code` is set: other code might give another result.
    """
    equal = select(Job).where(
        Job.fingerprint == problem.fingerprint,
        Job.state.not_in([JobState.FAILED, JobState.CANCELLED]),
        Job.step.is_distinct_from(Step.WAIT),
        KEPT,
    )
    if not any_code:
        equal = equal.where(Job.code_digest == _code_digest(problem.spec))
    return session.scalars(equal.order_by(Job.id.desc()).limit(1)).first()


def get_job(session: Session, public_id: str, *, lock: bool = False) -> Job:
    """Return a job; JobNotFoundError if there is none. `lock` locks it for update."""
    statement = select(Job).where(Job.public_id == public_id, KEPT)
    job = session.scalar(statement.with_for_update() if lock else statement.options(joinedload(Job.board)))
    if job is None:
        raise missing_job(session, public_id)
    return job


def missing_job(session: Session, public_id: str) -> JobNotFoundError:
    """Return the error for the id of a job that was deleted or never existed."""
    deletion = session.scalar(select(Deletion).where(Deletion.public_id == public_id))
    if deletion is None:
        return JobNotFoundError(f"there is no job {public_id!r}")
    session.expunge(deletion)  # it is read after the session has been rolled back
    return JobDeletedError(deletion_words(deletion), deletion)


def get_jobs(session: Session, public_ids: Collection[str]) -> list[Job]:
    """Return jobs in the order of the ids; JobNotFoundError names the first missing one."""
    found = session.scalars(select(Job).where(Job.public_id.in_(public_ids), KEPT).options(joinedload(Job.board)))
    by_id = {job.public_id: job for job in found}
    missing = next((public_id for public_id in public_ids if public_id not in by_id), None)
    if missing is not None:
        raise missing_job(session, missing)
    return [by_id[public_id] for public_id in public_ids]


def pause(session: Session, public_id: str, *, reason: str | None = None) -> Job:
    """Stop giving out slices of the job; running slices commit at their next safe point.

    reason: why the service itself pauses it, for the history.
    """
    job = get_job(session, public_id, lock=True)
    pause_all(session, [job], reason=reason)
    return job


def pause_all(session: Session, jobs: Sequence[Job], *, reason: str | None = None, **details: object) -> None:
    """Pause jobs; without a reason, those already paused no longer resume automatically. details: for the history."""
    moving = [job for job in jobs if job.state not in RESTING]
    if reason is None:
        for job in set(jobs) - set(moving):
            job.held = None
    data = {} if reason is None else {"reason": reason, **details}
    at_work = with_shard(session, [job.id for job in moving], ShardState.LEASED)
    at_work |= {job.id for job in moving if job.step == Step.MERGE}
    idle = [job for job in moving if job.id not in at_work]
    for job in idle:
        requeue_step(job)
    change_states(session, [job for job in moving if job.id in at_work], JobState.PAUSING, "pausing", **data)
    change_states(session, idle, JobState.PAUSED, "paused", **data)


def resume(session: Session, public_id: str) -> Job:
    """Resume giving out slices of the job."""
    job = get_job(session, public_id, lock=True)
    resume_all(session, [job])
    return job


def resume_all(session: Session, jobs: Sequence[Job]) -> None:
    """Resume paused jobs; leave active ones."""
    resting = [job for job in jobs if job.state not in ACTIVE]
    change_states(session, resting, JobState.QUEUED, "resumed")
    for job in resting:
        job.held = None


def cancel(session: Session, public_id: str) -> Job:
    """Cancel the job; running slices are discarded. A worker merges what was committed into a result."""
    job = get_job(session, public_id, lock=True)
    cancel_all(session, [job])
    return job


def cancel_all(session: Session, jobs: Sequence[Job], *, reason: str | None = None) -> None:
    """Cancel jobs; leave cancelled ones. reason: why the service itself does so."""
    open_jobs = [job for job in jobs if job.state != JobState.CANCELLED]
    why = {} if reason is None else {"reason": reason}
    change_states(session, open_jobs, JobState.CANCELLED, "cancelled", outcome="cancelled", **why)
    _revoke_leases(session, [job.id for job in open_jobs])
    for job in open_jobs:
        job.outcome = "cancelled"
        job.explanation = reason or job.explanation
        if job.step in (Step.WAIT, Step.PLAN):  # there is nothing to merge
            end_step(job)
        else:
            begin_step(job, Step.MERGE)


def retry(session: Session, public_id: str) -> Job:
    """Resume a failed job; IllegalTransitionError if it has not failed."""
    job = get_job(session, public_id, lock=True)
    if job.state != JobState.FAILED:
        raise IllegalTransitionError(f"a job that is {job.state} cannot be retried: it has not failed")
    retry_all(session, [job])
    return job


def retry_all(session: Session, jobs: Sequence[Job]) -> None:
    """Continue failed jobs: retry the failed step or shards, and keep what was committed.

    A job that could not be planned gets the code digest of this code.
    """
    plans, ids = plan_retries(session, jobs), [job.id for job in jobs]
    fresh = {"state": ShardState.READY, "attempts": 0, "crashes": 0, "last_error": None, "not_before": 0.0}
    given_up = update(Shard).where(Shard.job_id.in_(ids), Shard.state == ShardState.QUARANTINED)
    session.execute(given_up.values(fresh))
    for job in jobs:
        drop_result(session, job)
        job.state, job.finished_at, job.tidied, job.adoption = JobState.QUEUED, None, 0, None
        job.outcome, job.explanation, job.problem = None, None, None
        step = plans[job.id].step
        if step == Step.PLAN:
            job.code_digest = job_code_digest(job.kind, job.method)
            job.checkpoint_format = get_method(job.kind, job.method).checkpoint_format
        if step is not None:
            begin_step(job, step)
    record_all(session, ids, "retried")


def prioritise_all(session: Session, jobs: Sequence[Job], priority: int) -> None:
    """Set the priority of jobs; it affects only the order of work, not the results."""
    changed = [job for job in jobs if job.priority != priority]
    for job in changed:
        job.priority = priority
    record_all(session, [job.id for job in changed], "priority-changed", priority=priority)


def advance_job(session: Session, job: Job) -> bool:
    """After a commit to a locked job: complete a pause, or begin its merge once no shard is open.

    Returns whether the merge is due.
    """
    if job.step is not None:
        return False
    leased = has_shard(session, job, ShardState.LEASED)
    if leased or has_shard(session, job, ShardState.READY):
        if job.state == JobState.PAUSING and not leased:
            change_state(session, job, JobState.PAUSED, "paused")
        return False
    if _has_open_rechecks(session, job):
        return False
    begin_step(job, Step.MERGE)
    return True


def reset_job(session: Session, job: Job) -> None:
    """Drop a locked job's findings and plan it anew. Apart from a retry, this is the only way out of a final state."""
    job.rounds, job.outcome, job.explanation, job.problem, job.tidied = 0, None, None, None, 0
    if job.state == JobState.CANCELLED:
        job.outcome, job.explanation = "cancelled", "what was found is undone: a worker erred"
        end_step(job)
        return
    if job.state == JobState.PAUSING:
        change_state(session, job, JobState.PAUSED, "paused")
    job.state, job.finished_at, job.adoption = JobState.PAUSED if job.state in RESTING else JobState.QUEUED, None, None
    begin_step(job, Step.PLAN)
    record(session, job, "begun-again")


def _has_open_rechecks(session: Session, job: Job) -> bool:
    """Whether slices of the job await a rerun, or were found wrong and not yet rolled back."""
    open_checks = (
        select(Recheck.id)
        .join(Shard, Shard.id == Recheck.shard_id)
        .where(Shard.job_id == job.id, Recheck.purpose == Purpose.CONFIRMATION)
        .where(Recheck.state.in_([CheckState.WAITING, CheckState.LEASED, CheckState.DIFFERENT]))
        .limit(1)
    )
    return session.scalar(open_checks) is not None


def change_state(session: Session, job: Job, state: JobState, event: Name, **data: object) -> None:
    """Move the job along the transition table and record the event."""
    change_states(session, [job], state, event, **data)


def change_states(session: Session, jobs: Sequence[Job], state: JobState, event: Name, **data: object) -> None:
    """Move jobs along the transition table, all or (IllegalTransitionError) none, and record the event of each."""
    for job in jobs:
        check_transition(job.state, state)
    moment = now(session) if jobs else 0.0
    for job in jobs:
        job.state = state
        if state in TERMINAL:
            job.finished_at = moment
    record_all(session, [job.id for job in jobs], event, moment, **data)
    write_deliveries(session, jobs, state, moment, data.get("outcome"))


def _insert_job(session: Session, columns: dict[str, object]) -> Job:
    """Insert a job by Core, in half the time that the session would take."""
    totals = {name: value for name, value in columns.items() if value is not None}
    key = session.connection().execute(INSERT_JOB, totals).inserted_primary_key
    assert key is not None
    job = Job(id=key[0], **COLUMN_DEFAULTS | columns)
    make_transient_to_detached(job)
    session.add(job)
    return job


def _columns(problem: ParsedSpecification[Specification], owner: str | None) -> dict[str, object]:
    """Return the columns of a new job that follow from its specification."""
    specification = problem.spec
    return {
        "public_id": secrets.token_hex(8),
        "kind": specification.kind,
        "method": specification.asked_method,
        "specification": problem.document,
        "fingerprint": problem.fingerprint,
        "state": JobState.QUEUED,
        "label": specification.label,
        "owner": owner,
        "priority": specification.priority,
        "weight": specification.weight,
        "code_digest": _code_digest(specification),
        "checkpoint_format": get_method(specification.kind, specification.asked_method).checkpoint_format,
    }


def _first_step(specification: Specification) -> dict[str, object]:
    """Return the columns of a new job that has no plan yet."""
    return {"step": Step.WAIT if specification.after else Step.PLAN, "step_fence": 1}


def _code_digest(specification: Specification) -> str:
    """Return this code's digest for such a job."""
    return job_code_digest(specification.kind, specification.asked_method)


def _revoke_leases(session: Session, jobs: Sequence[int]) -> None:
    session.execute(
        update(Shard)
        .where(Shard.job_id.in_(jobs), Shard.state == ShardState.LEASED)
        .values(state=ShardState.READY, fence=Shard.fence + 1, worker=None, lease_until=None)
    )
