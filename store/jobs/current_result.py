"""The result of a job: stored once it has ended, merged from its shards while it runs."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session, undefer

from engine.kinds.common.kind import ShardRecord
from engine.kinds.parse import stored_problem
from engine.kinds.table import KINDS
from engine.specification.fields import Specification
from engine.specification.problem import ParsedSpecification
from engine.specification.result import Result
from store.arrays import unpack_arrays
from store.jobs.results import load_results
from store.models.jobs import Job
from store.models.shards import Shard
from store.models.states import TERMINAL, JobState, ShardState, Step


def problem_of(job: Job) -> ParsedSpecification[Specification]:
    """Return the problem of a job: its specification as its kind's model, its board and piece."""
    return stored_problem(job.specification)


def shards_of(session: Session, job: Job, *, statistics: bool = False) -> list[Shard]:
    """Return the job's shards in index order, without checkpoints and, by default, without statistics."""
    shards = select(Shard).where(Shard.job_id == job.id).order_by(Shard.number)
    return list(session.scalars(shards.options(undefer(Shard.statistics)) if statistics else shards))


def shard_records(session: Session, job: Job, shards: Sequence[Shard] | None = None) -> list[ShardRecord]:
    """Return the records of the job's shards for its kind, in index order. shards: pass them if already loaded."""
    return [
        ShardRecord(
            shard.number,
            shard.target,
            is_finished=shard.state == ShardState.FINISHED,
            cpu_seconds=shard.cpu_seconds,
            statistics=unpack_arrays(shard.statistics),
        )
        for shard in (shards_of(session, job, statistics=True) if shards is None else shards)
    ]


def has_result(job: Job) -> bool:
    """Whether the job's final result is stored."""
    return job.state in TERMINAL and job.step is None


def current_result(session: Session, job: Job, shards: Sequence[Shard] | None = None) -> Result:
    """Return the stored result of a finished job, else the result so far; empty if it cannot be merged.

    shards: with their statistics, if already loaded.
    """
    if has_result(job):
        return current_results(session, [job])[job.id]
    return _so_far(session, job, shards)


def current_results(session: Session, jobs: Collection[Job]) -> dict[int, Result]:
    """Return the current results of several jobs by job id; one query reads all stored ones."""
    stored = load_results(session, [(job, problem_of(job).board) for job in jobs if has_result(job)])
    return {job.id: stored[job.id] if job.id in stored else _so_far(session, job) for job in jobs}


def _so_far(session: Session, job: Job, shards: Sequence[Shard] | None = None) -> Result:
    if job.step in (Step.WAIT, Step.PLAN):
        return Result()
    try:
        result = KINDS[job.kind].merge(problem_of(job), shard_records(session, job, shards))
    except Exception as error:
        import structlog  # noqa: PLC0415  slow to load, and rarely needed

        log = structlog.get_logger(__name__)
        log.exception("no result so far", job=job.public_id)
        return Result(explanation=f"the result so far cannot be put together: {error!r}")
    return result if job.state != JobState.CANCELLED else result.model_copy(update={"outcome": "cancelled"})
