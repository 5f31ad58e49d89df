"""Figures of the atlas: lists with filters and keyset pages, and exact values by board."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from store.atlas.entries import EVERYWHERE
from store.database.db import number_of
from store.models.atlas import AtlasRow


@dataclass(frozen=True)
class AtlasFilter:
    """Which figures to list; None does not restrict. piece: components as text, such as "1,2"."""

    entry: str | None = None
    board: str | None = None
    piece: str | None = None
    quantity: str | None = None


def find_atlas(session: Session, wanted: AtlasFilter, *, after: int = 0, limit: int) -> list[AtlasRow]:
    """Return up to `limit` figures with ids above `after`, in the order of their ids: by entry."""
    statement = select(AtlasRow).where(AtlasRow.id > after, *_asked(wanted)).order_by(AtlasRow.id)
    return list(session.scalars(statement.limit(limit)))


def count_atlas(session: Session, wanted: AtlasFilter) -> int:
    """Return how many figures `find_atlas` would list on all pages."""
    return number_of(session, AtlasRow, *_asked(wanted))


def atlas_boards(session: Session) -> list[str]:
    """Return the labels of the boards that the atlas knows, each once, in the order of the atlas."""
    return list(session.scalars(select(AtlasRow.board).group_by(AtlasRow.board).order_by(func.min(AtlasRow.id))))


def atlas_counts(
    session: Session, boards: Collection[str], quantities: Collection[str], piece: str
) -> list[tuple[str, str, int]]:
    """Return the exact counts that the atlas has of whole boards: (label, quantity, value)."""
    whole = AtlasRow.exact, AtlasRow.starts == EVERYWHERE, AtlasRow.piece == piece
    wanted = (AtlasRow.board.in_(boards), AtlasRow.quantity.in_(quantities), *whole)
    rows = session.execute(select(AtlasRow.board, AtlasRow.quantity, AtlasRow.value).where(*wanted))
    return [(board, quantity, int(value)) for board, quantity, value in rows]


def _asked(wanted: AtlasFilter) -> list[ColumnElement[bool]]:
    return [getattr(AtlasRow, name) == value for name, value in vars(wanted).items() if value is not None]
