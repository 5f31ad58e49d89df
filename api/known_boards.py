"""Boards by their labels, as callers name them."""

from __future__ import annotations

from sqlalchemy import select

from api.context import reading
from engine.boards.board import Board
from engine.boards.labels import parse_board
from engine.errors import InvalidProblemError
from store.models.boards import BoardRow
from store.tours.boards import board_from


def board_named(label: str) -> Board:
    """Return the board of a label; InvalidProblemError where there is none.

    The label of a large mask is only a digest: such a board is known once a job has used it.
    """
    try:
        return parse_board(label)
    except InvalidProblemError:
        with reading() as session:
            row = session.scalars(select(BoardRow).where(BoardRow.label == label).limit(1)).first()
        if row is None:
            raise
        return board_from(row)
