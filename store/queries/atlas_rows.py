"""Atlas figures: their boards, and exact values by board."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from store.models.atlas import EVERYWHERE, AtlasRow


def atlas_boards(session: Session) -> list[str]:
    """Return the labels of the boards in the atlas, each once, in its order."""
    return list(session.scalars(select(AtlasRow.board).group_by(AtlasRow.board).order_by(func.min(AtlasRow.id))))


def atlas_counts(
    session: Session, boards: Collection[str], quantities: Collection[str], piece: str
) -> list[tuple[str, str, int]]:
    """Return the exact counts of whole boards in the atlas, each once: (label, quantity, value)."""
    whole = AtlasRow.exact, AtlasRow.starts == EVERYWHERE, AtlasRow.piece == piece
    conditions = (AtlasRow.board.in_(boards), AtlasRow.quantity.in_(quantities), *whole)
    rows = session.execute(select(AtlasRow.board, AtlasRow.quantity, AtlasRow.value).where(*conditions).distinct())
    return [(board, quantity, int(value)) for board, quantity, value in rows]
