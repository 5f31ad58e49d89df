"""Known boards, with their numbers of jobs and tours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import ColumnElement, func, null, select, tuple_, union_all
from sqlalchemy.orm import Session

from store.models.boards import BoardRow
from store.models.jobs import KEPT, Job
from store.models.tours import TourRow, TourRun
from store.queries.jobs import following

BoardOrder = Literal["oldest", "newest", "label", "size"]
MAX_COMPARED = 100_000
"""Maximum number of a board's stored tours for which distinct ones are counted."""


@dataclass(frozen=True)
class BoardSummary:
    """A board with a piece, and its jobs and tours in the database.

    jobs: by state. examples: a stored tour's id for closed (True) and open (False) tours; kinds without one are absent.
    """

    board: BoardRow
    jobs: dict[str, int]
    tours: int
    examples: dict[bool, int]


def find_boards(
    session: Session,
    *,
    cursor: int | None = None,
    limit: int,
    order: BoardOrder = "oldest",
    conditions: Sequence[ColumnElement[bool]] = (),
) -> list[BoardSummary]:
    """Return up to `limit` boards that meet all conditions, after the one with the id `cursor`.

    oldest: in order of creation.
    """
    if order in ("label", "size"):
        columns = [*([BoardRow.size] if order == "size" else []), BoardRow.label, BoardRow.piece]
        before = select(*columns).where(BoardRow.id == cursor).scalar_subquery()
        statement = select(BoardRow).order_by(*columns)
        statement = statement if cursor is None else statement.where(tuple_(*columns) > before)
    else:
        ahead, by = following(BoardRow.id, "newest" if order == "newest" else "oldest", cursor)
        statement = select(BoardRow).where(ahead).order_by(by)
    return _summaries(session, list(session.scalars(statement.where(*conditions).limit(limit))))


def board_summaries(session: Session, label: str) -> list[BoardSummary]:
    """Return the summaries of the board with this label, one per piece; none if it is unknown."""
    rows = session.scalars(select(BoardRow).where(BoardRow.label == label).order_by(BoardRow.id))
    return _summaries(session, list(rows))


def sample_tours(session: Session, boards: Sequence[BoardRow]) -> dict[int, tuple[int, bool]]:
    """Return a stored tour of each board, a closed one if any, by the board's id: its id, and whether it is closed."""
    newest = select(TourRun.board_id, TourRun.closed, func.max(TourRun.id))
    newest = newest.where(TourRun.board_id.in_([board.id for board in boards]))
    rows = session.execute(newest.group_by(TourRun.board_id, TourRun.closed).order_by(TourRun.closed))
    return {board: (tour, closed) for board, closed, tour in rows}


def different_tours(session: Session, summary: BoardSummary) -> int | None:
    """Return the number of distinct directed tours among a board's stored tours; None if there are too many.

    A tour found by two jobs is stored twice, once for each.
    """
    if not 0 < summary.tours <= MAX_COMPARED:
        return None if summary.tours else 0
    runs = select(TourRun.id, TourRun.count).where(TourRun.board_id == summary.board.id).subquery()
    within = TourRow.id.between(runs.c.id, runs.c.id + runs.c.count - 1)
    paths = select(TourRow.path).select_from(runs).join(TourRow, within).distinct().subquery()
    return session.scalars(select(func.count()).select_from(paths)).one()


def _summaries(session: Session, boards: Sequence[BoardRow]) -> list[BoardSummary]:
    ids = [board.id for board in boards]
    jobs: dict[int, dict[str, int]] = {board_id: {} for board_id in ids}
    counted = (
        select(BoardRow.id, Job.state, func.count(), null(), null())
        .join(Job, Job.board_id == BoardRow.id)
        .where(BoardRow.id.in_(ids), KEPT)
    )
    tours = select(TourRun.board_id, null(), func.sum(TourRun.count), TourRun.closed, func.min(TourRun.id))
    tours = tours.where(TourRun.board_id.in_(ids)).group_by(TourRun.board_id, TourRun.closed)
    held: dict[int, int] = {}
    examples: dict[int, dict[bool, int]] = {board_id: {} for board_id in ids}
    parts: list[Any] = [counted.group_by(BoardRow.id, Job.state), tours]
    for board_id, state, number, closed, first in session.execute(union_all(*parts)):
        if state is None:
            held[board_id] = held.get(board_id, 0) + int(number)
            examples[board_id][bool(closed)] = first
        else:
            jobs[board_id][str(state)] = int(number)
    return [BoardSummary(board, jobs[board.id], held.get(board.id, 0), examples[board.id]) for board in boards]
