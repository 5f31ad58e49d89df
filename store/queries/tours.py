"""Stored tours: lists with filters and keyset pages, in the order in which they were stored."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from store.models.boards import BoardRow, TourRow
from store.models.jobs import Job, Shard


@dataclass(frozen=True)
class TourFilter:
    """Which tours to list; None does not restrict. start, end: numbers of squares of the board."""

    board: str | None = None
    piece: str | None = None
    closed: bool | None = None
    start: int | None = None
    end: int | None = None
    symmetry: int | None = None
    class_key: int | None = None
    job: str | None = None


@dataclass(frozen=True)
class FoundTour:
    """A tour with the board it is on and the public id of the job that found it."""

    tour: TourRow
    board: BoardRow
    job: str


def find_tours(session: Session, wanted: TourFilter, *, after: int, limit: int) -> list[FoundTour]:
    """Return up to `limit` tours with ids above `after`, in the order of their ids."""
    statement = _restricted(_found(), wanted).where(TourRow.id > after).order_by(TourRow.id).limit(limit)
    return [FoundTour(*row) for row in session.execute(statement)]


def find_tour(session: Session, tour_id: int) -> FoundTour | None:
    """Return one tour, if it is there."""
    row = session.execute(_found().where(TourRow.id == tour_id)).first()
    return None if row is None else FoundTour(*row)


def _found() -> Select[TourRow, BoardRow, str]:
    return (
        select(TourRow, BoardRow, Job.public_id)
        .join(BoardRow, BoardRow.id == TourRow.board_id)
        .join(Shard, Shard.id == TourRow.shard_id)
        .join(Job, Job.id == Shard.job_id)
    )


def _restricted(statement: Select[TourRow, BoardRow, str], wanted: TourFilter) -> Select[TourRow, BoardRow, str]:
    columns = {
        BoardRow.label: wanted.board,
        BoardRow.piece: wanted.piece,
        TourRow.closed: wanted.closed,
        TourRow.start: wanted.start,
        TourRow.end: wanted.end,
        TourRow.symmetry: wanted.symmetry,
        TourRow.class_key: wanted.class_key,
        Job.public_id: wanted.job,
    }
    return statement.where(*(column == value for column, value in columns.items() if value is not None))
