"""Recent findings: exact counts of finished jobs."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from findings.statements.exact_counts import count_statement
from findings.statements.statement import Statement
from store.models.boards import BoardRow
from store.models.jobs import Job
from store.models.results import CountRow

NEWEST_COUNTS = 200
"""Counts among which different boards are looked for."""


def latest_counts(session: Session, limit: int) -> list[Statement]:
    """Return the newest exact facts counted by jobs, of any boards, newest first."""
    statement = (
        select(CountRow, Job, BoardRow)
        .join(Job, Job.id == CountRow.job_id)
        .join(BoardRow, BoardRow.id == CountRow.board_id)
        .where(CountRow.restriction.is_(None))
        .order_by(CountRow.id.desc())
        .limit(limit)
    )
    return [count_statement(row, job, board) for row, job, board in session.execute(statement)]


def latest_of_boards(session: Session, limit: int) -> list[Statement]:
    """Return the newest exact fact of each of some boards and pieces, newest first, so that no job fills the list."""
    newest: dict[tuple[str, tuple[int, ...]], Statement] = {}
    for found in latest_counts(session, NEWEST_COUNTS):
        newest.setdefault((found.subject.board, found.subject.piece), found)
    return list(newest.values())[:limit]
