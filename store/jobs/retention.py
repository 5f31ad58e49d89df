"""Compress, and later drop, checkpoints and statistics of ended jobs.

Only the audit and comparisons of digests read them. Inputs kept for reruns are dropped when the job has ended.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from sqlalchemy import LargeBinary, bindparam, select, type_coerce, update
from sqlalchemy.orm import Session

from store.database.db import Database, now
from store.models.columns import COMPRESSED
from store.models.jobs import Job
from store.models.shards import Recheck, Shard
from store.models.states import TERMINAL, JobState

PAGE = 50
"""Shards read, compressed and written in one transaction."""

MIN_COMPRESSED_BYTES = 256
"""Smaller values (bytes) are not compressed."""

RAW = [type_coerce(column, LargeBinary) for column in (Shard.checkpoint, Shard.statistics, Shard.input_checkpoint)]
SHARDS = Shard.__table__
WRITE = (
    update(SHARDS)  # type: ignore[arg-type]  # it is a Table
    .where(SHARDS.c.id == bindparam("shard"))
    .values(
        checkpoint=type_coerce(bindparam("checkpoint"), LargeBinary),
        statistics=type_coerce(bindparam("statistics"), LargeBinary),
        input_seq=None,
        input_target=None,
        input_checkpoint=None,
    )
)


class Tidied(IntEnum):
    """How far the checkpoints and statistics of a job were reduced (`Job.tidied`)."""

    NO = 0
    COMPRESSED = 1
    GOING = 2  # some are dropped
    DROPPED = 3


@dataclass(frozen=True)
class Tidying:
    """Effect on a page of shards: bytes before and after. last: the last of these shards."""

    last: int
    before: int
    after: int


def find_reducible(session: Session, drop_days: float, limit: int) -> list[tuple[int, bool]]:
    """Return ended jobs due for reduction: id, and whether to drop their data instead of compressing it.

    drop_days: the data of succeeded jobs that ended longer ago are dropped; 0: never.
    """
    ended = select(Job.id).where(Job.state.in_(TERMINAL), Job.step.is_(None))
    found: list[tuple[int, bool]] = []
    if drop_days:
        old = Job.finished_at < now(session) - drop_days * 86400.0
        dropped = (
            ended.where(Job.state == JobState.SUCCEEDED, Job.tidied < Tidied.DROPPED, old).order_by(Job.id).limit(limit)
        )
        found = [(number, True) for number in session.scalars(dropped)]
    fresh = ended.where(Job.tidied == Tidied.NO).order_by(Job.id).limit(limit)
    known = {number for number, _ in found}
    return found + [(number, False) for number in session.scalars(fresh) if number not in known]


def find_expired(session: Session, days: float, limit: int) -> list[str]:
    """Return failed and cancelled jobs that ended more than `days` days ago, oldest first."""
    unwanted = Job.state.in_([JobState.FAILED, JobState.CANCELLED])
    old = Job.finished_at < now(session) - days * 86400.0
    return list(
        session.scalars(select(Job.public_id).where(unwanted, old, Job.step.is_(None)).order_by(Job.id).limit(limit))
    )


def reduce_job(database: Database, job_id: int, *, drop: bool, dry: bool = False, after: int = 0) -> Iterator[Tidying]:
    """Compress or drop the data of one job page by page, after shard `after`; yield each page's effect.

    Stops if the job is rolled back or deleted meanwhile. dry: change nothing.
    """
    if drop and not dry and not _mark(database, job_id, Tidied.GOING):
        return
    while rows := _page(database, job_id, after):
        after = rows[-1][0]
        packed = [(None, None) if drop else (_compress(row[1]), _compress(row[2])) for row in rows]
        if not dry and not _write(database, job_id, [row[0] for row in rows], packed):
            return
        yield Tidying(after, _size(row[1:] for row in rows), _size(packed))
    if not dry:
        _mark(database, job_id, Tidied.DROPPED if drop else Tidied.COMPRESSED)


def _page(database: Database, job_id: int, after: int) -> list[tuple[Any, ...]]:
    """Return the next shards with their checkpoint, statistics and kept input, as stored."""
    page = select(Shard.id, *RAW).where(Shard.job_id == job_id, Shard.id > after).order_by(Shard.id).limit(PAGE)
    with database.reading() as session:
        return [tuple(row) for row in session.execute(page)]


def _size(rows: Iterable[Iterable[bytes | None]]) -> int:
    return sum(len(part or b"") for row in rows for part in row)


def _compress(data: bytes | None) -> bytes | None:
    if data is None or len(data) < MIN_COMPRESSED_BYTES or data.startswith(COMPRESSED):
        return data
    smaller = COMPRESSED + zlib.compress(data)
    return smaller if len(smaller) < len(data) else data


def _mark(database: Database, job_id: int, how: Tidied) -> bool:
    with database.writing() as session:
        job = _lock_ended(session, job_id)
        if job is not None:
            job.tidied = max(job.tidied, how)
    return job is not None


def _write(
    database: Database, job_id: int, shards: Sequence[int], packed: Sequence[tuple[bytes | None, bytes | None]]
) -> bool:
    with database.writing() as session:
        if _lock_ended(session, job_id) is None:
            return False
        rows = [
            {"shard": shard, "checkpoint": checkpoint, "statistics": statistics}
            for shard, (checkpoint, statistics) in zip(shards, packed, strict=True)
        ]
        session.connection().execute(WRITE, rows)
        inputs = update(Recheck).where(Recheck.shard_id.in_(shards), Recheck.checkpoint.is_not(None))
        session.execute(inputs.values(checkpoint=None, statistics=None))
    return True


def _lock_ended(session: Session, job_id: int) -> Job | None:
    """Lock the job; return it if it is still in a final state and has no step."""
    job = session.scalar(select(Job).where(Job.id == job_id).with_for_update())
    return job if job is not None and job.state in TERMINAL and job.step is None else None
