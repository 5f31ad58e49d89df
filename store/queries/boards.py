"""Boards: which are known, and how many jobs and tours there are of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, null, select, union_all
from sqlalchemy.orm import Session

from store.models.boards import BoardRow, TourRow, TourRun
from store.models.jobs import Job

MOST_COMPARED = 100_000
"""Stored tours of a board among which the different ones are counted one by one."""


@dataclass(frozen=True)
class BoardSummary:
    """A board with a piece, and what the database holds of it. `jobs` is by state."""

    board: BoardRow
    jobs: dict[str, int]
    tours: int


def board_label(session: Session, job: Job) -> str | None:
    """Return the label of the job's board; None for kinds that have none."""
    row = None if job.board_id is None else session.get(BoardRow, job.board_id)
    return None if row is None else row.label


def find_boards(session: Session, *, after: int, limit: int) -> list[BoardSummary]:
    """Return up to `limit` boards with ids above `after`, in the order in which they became known."""
    rows = session.scalars(select(BoardRow).where(BoardRow.id > after).order_by(BoardRow.id).limit(limit))
    return _summaries(session, list(rows))


def board_summaries(session: Session, label: str) -> list[BoardSummary]:
    """Return what is held of the board of this label, one entry for each piece; none where it is not known yet."""
    rows = session.scalars(select(BoardRow).where(BoardRow.label == label).order_by(BoardRow.id))
    return _summaries(session, list(rows))


def different_tours(session: Session, summary: BoardSummary) -> int | None:
    """Return how many of a board's stored tours are different directed tours; None where there are very many.

    A tour that two jobs have found is stored twice, each time with the job that found it.
    """
    if not 0 < summary.tours <= MOST_COMPARED:
        return None if summary.tours else 0
    runs = select(TourRun.id, TourRun.count).where(TourRun.board_id == summary.board.id).subquery()
    within = TourRow.id.between(runs.c.id, runs.c.id + runs.c.count - 1)
    paths = select(TourRow.path).select_from(runs).join(TourRow, within).distinct().subquery()
    return session.scalars(select(func.count()).select_from(paths)).one()


def _summaries(session: Session, boards: Sequence[BoardRow]) -> list[BoardSummary]:
    ids = [board.id for board in boards]
    jobs: dict[int, dict[str, int]] = {board_id: {} for board_id in ids}
    counted = (
        select(BoardRow.id, Job.state, func.count()).join(Job, Job.board_id == BoardRow.id).where(BoardRow.id.in_(ids))
    )
    tours = select(TourRun.board_id, null(), func.sum(TourRun.count)).where(TourRun.board_id.in_(ids))
    held: dict[int, int] = {}
    parts: list[Any] = [counted.group_by(BoardRow.id, Job.state), tours.group_by(TourRun.board_id)]
    for board_id, state, number in session.execute(union_all(*parts)):
        if state is None:
            held[board_id] = int(number)
        else:
            jobs[board_id][str(state)] = int(number)
    return [BoardSummary(board, jobs[board.id], held.get(board.id, 0)) for board in boards]
