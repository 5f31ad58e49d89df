"""Data of a job's charts."""

from __future__ import annotations

import json
from typing import NamedTuple

from sqlalchemy import case, func, select
from sqlalchemy.orm import Session

from engine.kinds.figure_scope import estimated_scope
from findings.statements.board_facts import exact_statements
from findings.statements.exact_counts import subject_of
from findings.statements.statement import Statement
from store.database.expressions import CLOCK
from store.models.boards import BoardRow
from store.models.jobs import Job
from store.models.results import CountRow, EstimateRow
from store.models.shards import Slice
from store.tours.boards import board_from

SLICES_IN_A_BIN = 6
"""Minimum average number of slices per bin."""


def work_done(session: Session, job: Job, most_bins: int) -> list[tuple[float, float]]:
    """Return (seconds since the start, units a second) for equal parts of the job's life, empty ones included.

    A slice's work is spread evenly over the time in which it was done, so that steady work is a flat line. There are
    `most_bins` parts at most, and fewer where there are few slices: each part is then a mean, not chance. While
    the job runs, the last stretch is left out: slices that began there may still be at work.
    """
    if job.started_at is None:
        return []
    begin, end = ((moment - job.started_at) for moment in (Slice.done_at - Slice.wall_seconds, Slice.done_at))
    totals = select(func.count(), func.max(Slice.wall_seconds), CLOCK).where(Slice.job_id == job.id)
    slices, longest, moment = session.execute(totals).one()
    life = (job.finished_at or moment) - job.started_at
    bins = min(most_bins, slices // SLICES_IN_A_BIN)
    if not bins or life <= 0:
        return []
    length = life / bins
    b, e = (case((moment > 0, moment / length), else_=0.0) for moment in (begin, end))
    first, last = func.round(b - 0.5), func.round(e - 0.5)
    each = case((e > b, Slice.work / (e - b)), else_=0.0)
    statement = (
        select(
            first,
            last,
            func.sum(Slice.work),
            func.sum(each),
            func.sum(each * (first + 1 - b)),
            func.sum(each * (e - last)),
        )
        .where(Slice.job_id == job.id)
        .group_by(first, last)
    )
    done = [0.0] * (bins + 1)
    for start, stop, work, whole, head, tail in session.execute(statement):
        low, high = (min(bins, max(0, int(index))) for index in (start, stop))
        if low == high:
            done[low] += float(work)
            continue
        done[low] += head
        done[high] += tail
        for index in range(low + 1, high):
            done[index] += whole
    certain = life if job.finished_at is not None else life - longest
    return [
        ((index + 0.5) * length, done[index] / length)
        for index in range(bins)
        if (index + 1) * length <= certain * (1 + 1e-9)
    ]


def exact_jobs(session: Session, job: Job) -> list[Job]:
    """Return the other jobs that counted the same tours of the same board completely, oldest first."""
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


class Convergence(NamedTuple):
    """An estimate of a job.

    rounds: its rows after each round, oldest first. known: the exact values of what it estimates.
    """

    rounds: list[EstimateRow]
    known: list[Statement]


def convergences(session: Session, job: Job) -> list[Convergence]:
    """Return the job's estimates of all start squares together, without those that were always 0."""
    histories: dict[tuple[str, str, str], list[EstimateRow]] = {}
    for row in estimate_history(session, job):
        if "square" not in row.extra:
            histories.setdefault((row.quantity, row.convention, row.estimator), []).append(row)
    nonzero = (rows for rows in histories.values() if any(row.value for row in rows))
    return [Convergence(rows, known_exactly(session, job, rows[0])) for rows in nonzero]


def estimate_history(session: Session, job: Job) -> list[EstimateRow]:
    """Return the job's estimates after each of its rounds, oldest first."""
    statement = select(EstimateRow).where(EstimateRow.job_id == job.id).order_by(EstimateRow.round, EstimateRow.id)
    return list(session.scalars(statement))


def known_exactly(session: Session, job: Job, row: EstimateRow) -> list[Statement]:
    """Return the known exact values of what a row estimates: counted here, or published."""
    board = None if job.board_id is None else session.get(BoardRow, job.board_id)
    if board is None or row.restriction is not None:
        return []
    key = (row.fact, row.convention, subject_of(board, row.starts).starts)
    known = exact_statements(session, board_from(board), board.piece, squares=key[2] != "all")
    return [one for one in known if (one.quantity, one.convention, one.subject.starts) == key]
