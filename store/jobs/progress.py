"""What is known of a job while it runs: its shards' statistics, progress, rate and estimated time of arrival."""

from __future__ import annotations

import structlog
from sqlalchemy import select
from sqlalchemy.orm import Session, undefer

from engine.kinds.base import ShardRecord
from engine.kinds.registry import KINDS
from engine.specification.fields import Specification
from engine.specification.parse import stored_problem
from engine.specification.problem import Question
from engine.specification.result import Result
from store.arrays import unpack_arrays
from store.jobs.results import load_result
from store.jobs.states import TERMINAL, JobState, ShardState, Step
from store.models.jobs import Job, Shard

log = structlog.get_logger(__name__)


def problem_of(job: Job) -> Question[Specification]:
    """Return the problem of a job: its specification as its kind's model, its board and piece."""
    return stored_problem(job.specification)


def shard_records(session: Session, job: Job) -> list[ShardRecord]:
    """Return what the job's kind needs to know of its shards, in index order."""
    shards = select(Shard).where(Shard.job_id == job.id).order_by(Shard.number).options(undefer(Shard.statistics))
    return [
        ShardRecord(
            shard.number,
            shard.target,
            finished=shard.state == ShardState.FINISHED,
            cpu_seconds=shard.cpu_seconds,
            statistics=unpack_arrays(shard.statistics),
        )
        for shard in session.scalars(shards)
    ]


def current_result(session: Session, job: Job) -> Result:
    """Return the stored result of a finished job, the result so far of any other: empty where it cannot be merged."""
    problem = problem_of(job)
    if job.state in TERMINAL and job.step is None:
        return load_result(session, job, problem.board)
    if job.step == Step.PLAN:
        return Result()
    try:
        result = KINDS[job.kind].merge(problem, shard_records(session, job))
    except Exception as error:
        log.exception("no result so far", job=job.public_id)
        return Result(explanation=f"the result so far cannot be put together: {error!r}")
    return result if job.state != JobState.CANCELLED else result.model_copy(update={"outcome": "cancelled"})
