"""Rows for boards: made when a job first needs one."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.boards.board import Board
from store.insertion import insert_or_keep
from store.models.boards import BoardRow


def piece_text(piece: Sequence[int]) -> str:
    """Write a piece's components as the database keeps them: "1,2" is the knight."""
    return ",".join(str(part) for part in piece)


def board_row(session: Session, board: Board, piece: Sequence[int]) -> BoardRow:
    """Return the row of this board and piece, made if need be."""
    named = select(BoardRow).where(BoardRow.label == board.label, BoardRow.piece == piece_text(piece))
    row = session.scalar(named)
    if row is None:
        insert_or_keep(session, BoardRow, label=board.label, piece=piece_text(piece), size=board.size)
        row = session.scalars(named).one()
    return row
