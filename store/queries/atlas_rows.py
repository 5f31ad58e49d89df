"""Figures of the atlas: their boards, and exact values by board."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from store.models.atlas import EVERYWHERE, AtlasRow


def atlas_boards(session: Session) -> list[str]:
    """Return the labels of the boards that the atlas knows, each once, in the order of the atlas."""
    return list(session.scalars(select(AtlasRow.board).group_by(AtlasRow.board).order_by(func.min(AtlasRow.id))))


def atlas_counts(
    session: Session, boards: Collection[str], quantities: Collection[str], piece: str
) -> list[tuple[str, str, int]]:
    """Return the exact counts that the atlas has of whole boards, each once: (label, quantity, value)."""
    whole = AtlasRow.exact, AtlasRow.starts == EVERYWHERE, AtlasRow.piece == piece
    wanted = (AtlasRow.board.in_(boards), AtlasRow.quantity.in_(quantities), *whole)
    rows = session.execute(select(AtlasRow.board, AtlasRow.quantity, AtlasRow.value).where(*wanted).distinct())
    return [(board, quantity, int(value)) for board, quantity, value in rows]
