"""The numbers behind a job's charts."""

from __future__ import annotations

import json

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from engine.specification.scope import estimated_scope
from store.boards import board_from
from store.db import now
from store.models.boards import BoardRow
from store.models.jobs import Job, Shard, Slice
from store.models.results import CountRow, EstimateRow
from store.statements.counted import subject_of
from store.statements.known import known_statements
from store.statements.statement import Statement


def work_done(session: Session, job: Job, bins: int) -> list[tuple[float, float]]:
    """Return (seconds since the start, units a second) for equal parts of the job's life, empty ones included.

    A slice's work is spread evenly over the parts in which it was done.
    """
    if job.started_at is None:
        return []
    length = max(1.0, ((job.finished_at or now(session)) - job.started_at) / bins)
    first, last = (
        func.round((moment - job.started_at) / length - 0.5)
        for moment in (Slice.done_at - Slice.wall_seconds, Slice.done_at)
    )
    statement = (
        select(first, last, func.sum(Slice.work))
        .join(Shard, Shard.id == Slice.shard_id)
        .where(Shard.job_id == job.id)
        .group_by(first, last)
    )
    done = [0.0] * bins
    end = -1
    for start, stop, work in session.execute(statement):
        begin, end_here = (min(bins - 1, max(0, int(index))) for index in (start, stop))
        for index in range(begin, end_here + 1):
            done[index] += float(work) / (end_here + 1 - begin)
        end = max(end, end_here)
    return [((index + 0.5) * length, done[index] / length) for index in range(end + 1)]


def exact_jobs(session: Session, job: Job) -> list[Job]:
    """Return the other jobs that have counted, completely, the same tours of the same board, oldest first."""
    if job.board_id is None:
        return []
    scope = estimated_scope(job.specification, job.public_id, "tours")
    counted = select(CountRow.job_id).where(
        CountRow.board_id == job.board_id,
        CountRow.fact == scope.quantity,
        CountRow.starts == json.dumps(scope.starts),
        CountRow.restriction.is_(None),
    )
    return list(session.scalars(select(Job).where(Job.id.in_(counted), Job.id != job.id).order_by(Job.id)))


def known_exactly(session: Session, job: Job, row: EstimateRow) -> list[Statement]:
    """Return the exact values that are known of what a row of the job estimates: counted here, or published."""
    board = None if job.board_id is None else session.get(BoardRow, job.board_id)
    if board is None or row.restriction is not None:
        return []
    wanted = (row.fact, row.convention, subject_of(board, row.starts).starts)
    known = known_statements(session, board_from(board), board.piece, boards=[board])
    return [one for one in known if one.exact and (one.quantity, one.convention, one.subject.starts) == wanted]
