"""Board rows: created when a job first needs them, and read back as boards."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from engine.boards.board import Board
from engine.boards.labels import board_definition, defined_board, parse_board
from engine.boards.piece import Piece, piece_key, piece_of_key
from engine.errors import InvalidProblemError
from store.database.expressions import CLOCK
from store.database.insertion import insert_all_or_keep
from store.models.boards import BoardRow
from store.models.jobs import Job


def board_label(session: Session, job: Job) -> str | None:
    """Return the label of the job's board; None for kinds without a board."""
    row = None if job.board_id is None else session.get(BoardRow, job.board_id)
    return None if row is None else row.label


BOARDS = BoardRow.__table__
NAMED = select(BOARDS.c.id).where(BOARDS.c.label == bindparam("label"), BOARDS.c.piece == bindparam("piece"))
TIMED = select(CLOCK, NAMED.scalar_subquery())
"""The clock, and the board if known. Built once on the table, not the model, as every submission runs it."""


AT_ONCE = 500
"""Boards looked up in one statement."""


@dataclass(frozen=True)
class BoardKey:
    """The unique key of a board and piece, and the other columns of their row."""

    label: str
    piece: str
    size: int = field(compare=False)
    definition: object = field(compare=False)


def board_id(session: Session, board: Board, piece: Piece) -> int:
    """Return the id of the row of this board and piece, created if missing."""
    return clock_and_board(session, board, piece)[1]


def clock_and_board(session: Session, board: Board, piece: Piece) -> tuple[float, int]:
    """Return the database time and the id of this board and piece, in one query if the board is known."""
    connection = session.connection()
    asked = {"label": board.label, "piece": piece_key(piece)}
    moment, known = connection.execute(TIMED, asked).one()
    if known is None:
        key = board_key(board, piece)
        known = board_ids(session, [key])[key]
    return float(moment), int(known)


def board_key(board: Board, piece: Piece) -> BoardKey:
    """Return the row values of this board and piece."""
    return BoardKey(board.label, piece_key(piece), board.size, board_definition(board))


def board_ids(session: Session, keys: Collection[BoardKey]) -> dict[BoardKey, int]:
    """Return the ids of the rows of these boards, created if missing, in a few statements."""
    known = _find_boards(session, keys)
    missing = [key for key in keys if key not in known]
    if missing:
        insert_all_or_keep(session, BoardRow, [vars(key) for key in missing])
        known |= _find_boards(session, missing)
    return known


def _find_boards(session: Session, keys: Collection[BoardKey]) -> dict[BoardKey, int]:
    by_name = {(key.label, key.piece): key for key in keys}
    labels = sorted({key.label for key in keys})
    found: dict[BoardKey, int] = {}
    for first in range(0, len(labels), AT_ONCE):
        named = BOARDS.c.label.in_(labels[first : first + AT_ONCE])
        for number, label, piece in session.execute(select(BOARDS.c.id, BOARDS.c.label, BOARDS.c.piece).where(named)):
            if (label, piece) in by_name:
                found[by_name[label, piece]] = int(number)
    return found


def board_labelled(session: Session, label: str) -> Board:
    """Return the board with a label; InvalidProblemError if there is none.

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
    """Return the board of a row."""
    return defined_board(row.definition)


def piece_from(row: BoardRow) -> Piece:
    """Return the piece of a row."""
    return piece_of_key(row.piece)
