"""Rows for boards: made when a job first needs one, and read back as boards."""

from __future__ import annotations

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from engine.boards.board import Board
from engine.boards.labels import parse_board
from engine.boards.piece import Piece
from engine.errors import InvalidProblemError
from engine.specification.fields import MaskBoard
from engine.specification.problem import board_field, resolve_board
from store.database.insertion import insert_or_keep
from store.models.boards import BoardRow

BOARDS = BoardRow.__table__
NAMED = select(BOARDS.c.id).where(BOARDS.c.label == bindparam("label"), BOARDS.c.piece == bindparam("piece"))
"""Built once and on the table, not the model: every submission asks it."""


def board_id(session: Session, board: Board, piece: Piece) -> int:
    """Return the id of the row of this board and piece, made if need be."""
    text = ",".join(str(part) for part in piece)
    named = {"label": board.label, "piece": text}
    known = session.connection().execute(NAMED, named).scalar()
    if known is None:
        field = board_field(board)
        definition = field if isinstance(field, str) else field.model_dump(mode="json", exclude_none=True)
        insert_or_keep(session, BoardRow, **named, size=board.size, definition=definition)
        known = session.connection().execute(NAMED, named).scalar_one()
    return int(known)


def board_labelled(session: Session, label: str) -> Board:
    """Return the board of a label; InvalidProblemError where there is none.

    The label of a large mask is only a digest: such a board is known once a job has used it.
    """
    try:
        return parse_board(label)
    except InvalidProblemError:
        row = session.scalars(select(BoardRow).where(BoardRow.label == label).limit(1)).first()
        if row is None:
            raise
        return board_from(row)


def board_from(row: BoardRow) -> Board:
    """Return the board that a row describes."""
    known = row.definition
    return resolve_board(known if isinstance(known, str) else MaskBoard.model_validate(known))


def piece_from(row: BoardRow) -> Piece:
    """Return the piece that a row describes."""
    return tuple(int(part) for part in row.piece.split(","))
