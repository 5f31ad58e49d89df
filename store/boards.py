"""Rows for boards: made when a job first needs one, and read back as boards."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.boards.board import Board
from engine.boards.piece import Piece
from engine.specification.fields import MaskBoard
from engine.specification.problem import board_field, resolve_board
from store.insertion import insert_or_keep
from store.models.boards import BoardRow


def board_id(session: Session, board: Board, piece: Piece) -> int:
    """Return the id of the row of this board and piece, made if need be."""
    text = ",".join(str(part) for part in piece)
    named = select(BoardRow.id).where(BoardRow.label == board.label, BoardRow.piece == text)
    known = session.scalar(named)
    if known is None:
        field = board_field(board)
        definition = field if isinstance(field, str) else field.model_dump(mode="json", exclude_none=True)
        insert_or_keep(session, BoardRow, label=board.label, piece=text, size=board.size, definition=definition)
        known = session.scalars(named).one()
    return known


def board_from(row: BoardRow) -> Board:
    """Return the board that a row describes."""
    known = row.definition
    return resolve_board(known if isinstance(known, str) else MaskBoard.model_validate(known))


def piece_from(row: BoardRow) -> Piece:
    """Return the piece that a row describes."""
    return tuple(int(part) for part in row.piece.split(","))
