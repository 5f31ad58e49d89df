"""What is known of a job while it runs: its shards' statistics, progress, rate and estimated time of arrival."""

from __future__ import annotations

from typing import Any

import structlog
from sqlalchemy import select
from sqlalchemy.orm import Session, undefer

from engine.kinds.base import ShardRecord
from engine.kinds.registry import KINDS
from engine.specification.kinds import ImportSpecification
from engine.specification.parse import parse_specification
from engine.specification.result import Result
from store.arrays import unpack_arrays
from store.models.jobs import Job, Shard
from store.problems import board_of
from store.results import load_result
from store.states import TERMINAL, JobState, ShardState, Step

log = structlog.get_logger(__name__)


def typed_specification(job: Job) -> Any:  # noqa: ANN401  each kind has its own model
    """Return the job's specification as its kind's model."""
    if job.kind == "import":
        return ImportSpecification.model_validate(job.specification)
    return parse_specification(job.specification)


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
    specification = typed_specification(job)
    if job.state in TERMINAL and job.step is None:
        return load_result(session, job, board_of(specification))
    if job.step == Step.PLAN:
        return Result()
    try:
        result = KINDS[job.kind].merge(specification, shard_records(session, job))
    except Exception as error:
        log.exception("no result so far", job=job.public_id)
        return Result(explanation=f"the result so far cannot be put together: {error!r}")
    return result if job.state != JobState.CANCELLED else result.model_copy(update={"outcome": "cancelled"})
