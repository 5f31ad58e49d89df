"""Load the input of a job's step, and commit its outcome. In between no lock is held and no session is open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.kinds.common.kind import Plan, ShardPlan, ShardRecord
from engine.kinds.table import KINDS
from engine.specification.fields import Specification
from engine.specification.problem import ParsedSpecification
from engine.specification.result import Result
from store.jobs.current_result import problem_of, shard_records
from store.jobs.events import record, times_since
from store.jobs.leases import BACKOFF_SECONDS
from store.jobs.lifecycle import change_state, store_plan
from store.jobs.results import record_estimates, record_result
from store.jobs.shards import add_shards, extend_shards, has_shard
from store.jobs.steps import StepLease, end_step, held_job, release_step
from store.models.jobs import Job
from store.models.shards import Shard
from store.models.states import JobState, ShardState


@dataclass(frozen=True)
class StepInput:
    """Input of a merge. end: the job's final state, None if the merge decides. fault: why it fails, in one line."""

    problem: ParsedSpecification[Specification]
    shards: Sequence[ShardRecord]
    end: JobState | None
    fault: str | None = None


@dataclass(frozen=True)
class StepOutcome:
    """A result and the next round: shards with a further target, and new ones. With neither the job ends as `end`."""

    result: Result
    end: JobState = JobState.SUCCEEDED
    extended: Sequence[ShardPlan] = ()
    added: Sequence[ShardPlan] = ()


def load_parts(session: Session, lease: StepLease) -> StepInput:
    """Read the findings of the job's shards."""
    job = session.get_one(Job, lease.job_id)
    end = JobState.CANCELLED if job.state == JobState.CANCELLED else None
    fault = None
    if end is None and has_shard(session, job, ShardState.QUARANTINED):
        end, fault = JobState.FAILED, _fault(session, job)
    return StepInput(problem_of(job), shard_records(session, job), end, fault)


def merge_shards(parts: StepInput) -> StepOutcome:
    """Merge the findings and check whether another round follows. May take long, and raise any error of the kind."""
    kind = KINDS[parts.problem.spec.kind]
    result = kind.merge(parts.problem, parts.shards)
    if parts.end is not None:
        why = {"explanation": parts.fault} if parts.fault else {}
        return StepOutcome(result.model_copy(update={"outcome": str(parts.end), **why}), parts.end)
    plans, known = kind.follow(parts.problem, parts.shards), {shard.index for shard in parts.shards}
    extended = [plan for plan in plans if plan.index in known]
    return StepOutcome(result, extended=extended, added=[plan for plan in plans if plan.index not in known])


def commit_plan(session: Session, lease: StepLease, plan: Plan) -> bool:
    """Store a plan, all or (StaleLeaseError) nothing; return whether work is waiting now."""
    job = held_job(session, lease)
    end_step(job)
    record(session, job, "planned", shards=len(plan.shards))
    store_plan(session, job, problem_of(job), plan)
    return bool(plan.shards)


def commit_result(session: Session, lease: StepLease, merged: StepOutcome) -> bool:
    """Begin the next round or end the job, all or (StaleLeaseError) nothing; return whether work is waiting now."""
    job = held_job(session, lease)
    end_step(job)
    job.rounds += merged.end == JobState.SUCCEEDED
    if merged.extended or merged.added:
        _begin_round(session, job, merged)
        return True
    _end(session, job, merged)
    return False


def finish_at_once(session: Session, job: Job, shards: Sequence[ShardRecord]) -> None:
    """End a job whose shards (in index order) were stored finished, in the caller's transaction."""
    job.rounds += 1
    _end(session, job, merge_shards(StepInput(problem_of(job), shards, None)))


def fail_step(session: Session, lease: StepLease, problem: Mapping[str, object]) -> None:
    """Fail the job because its step is impossible; the problem document is stored with the job."""
    job = held_job(session, lease)
    end_step(job)
    job.problem = dict(problem)
    job.explanation = f"{problem['title']}: {problem['detail']}"
    if job.state != JobState.CANCELLED:
        job.outcome = "failed"
        change_state(
            session, job, JobState.FAILED, "failed", outcome="failed", step=lease.step, error=problem["detail"]
        )


def _fault(session: Session, job: Job) -> str | None:
    """Return the last line of the error of the job's first quarantined shard."""
    errors = select(Shard.last_error).where(Shard.job_id == job.id, Shard.state == ShardState.QUARANTINED)
    error = session.scalars(errors.order_by(Shard.number).limit(1)).first()
    return error.strip().rpartition("\n")[2] if error else None


def try_again(session: Session, lease: StepLease, problem: Mapping[str, object], max_attempts: int) -> None:
    """Requeue the step after an error, with growing delays; fail the job after `max_attempts` in a row."""
    job = held_job(session, lease)
    failures = 1 + times_since(session, job, "step-failed", ("planned", "round-finished", "begun-again", "retried"))
    if failures >= max_attempts:
        fail_step(session, lease, problem)
        return
    record(session, job, "step-failed", step=lease.step, error=problem["detail"])
    release_step(session, lease, BACKOFF_SECONDS * failures)


def _end(session: Session, job: Job, merged: StepOutcome) -> None:
    record_result(session, job, problem_of(job).board, merged.result)
    if merged.end == JobState.SUCCEEDED:
        change_state(session, job, merged.end, "succeeded", outcome=job.outcome)
    elif merged.end == JobState.FAILED:
        change_state(session, job, merged.end, "failed", outcome=job.outcome)


def _begin_round(session: Session, job: Job, merged: StepOutcome) -> None:
    record_estimates(session, job, merged.result.estimates)
    record(session, job, "round-finished", round=job.rounds)
    extend_shards(session, job, merged.extended)
    add_shards(session, job, merged.added)
    if job.state == JobState.PAUSING:
        change_state(session, job, JobState.PAUSED, "paused")
