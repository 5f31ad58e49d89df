"""The facts that jobs have counted exactly, one statement for each row."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from engine.programs import RULE
from engine.specification.scope import Scope, Starts
from store.models.boards import BoardRow
from store.models.jobs import Job, JobSums
from store.models.results import CountRow
from store.statements.scopes import exact_statement, job_source
from store.statements.statement import Statement, Subject

MOST = 5000
"""Rows of one board that are looked at, newest first."""

RULED = json.dumps({"rule": RULE})


def counted_statements(session: Session, boards: Mapping[int, BoardRow]) -> Iterator[Statement]:
    """Yield what complete jobs have counted on these boards (by id), newest first."""
    rows = session.execute(
        select(CountRow, Job, func.coalesce(JobSums.cpu_seconds, 0.0))
        .join(Job, Job.id == CountRow.job_id)
        .outerjoin(JobSums, JobSums.job_id == Job.id)
        .where(CountRow.board_id.in_(boards), or_(CountRow.restriction.is_(None), CountRow.restriction == RULED))
        .order_by(CountRow.id.desc())
        .limit(MOST)
    )
    for row, job, seconds in rows:
        assert row.board_id is not None
        yield counted(row, job, boards[row.board_id], seconds)


def counted(row: CountRow, job: Job, board: BoardRow, seconds: float | None = None) -> Statement:
    """Return what a row says. seconds: processor time of its job, where that is to be told."""
    subject = subject_of(board, row.starts)
    scope = Scope(row.fact, subject.starts, None if row.restriction is None else json.loads(row.restriction))
    return exact_statement(
        subject, scope, row.convention, str(row.value), job_source(job, row.method, cpu_seconds=seconds)
    )


def subject_of(board: BoardRow, starts: str) -> Subject:
    """Return the subject of a row. starts: JSON, as stored."""
    given = json.loads(starts)
    squares: Starts = "all" if given == "all" else tuple(tuple(square) for square in given)
    return Subject(board.label, piece_of(board), squares)


def piece_of(board: BoardRow) -> tuple[int, ...]:
    """Return the components of a row's piece."""
    return tuple(int(part) for part in board.piece.split(","))
