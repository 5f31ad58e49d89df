"""Boards by their labels, as callers name them."""

from __future__ import annotations

from api.http.services import reading
from engine.boards.board import Board
from engine.boards.labels import parse_board
from engine.errors import InvalidProblemError
from store.tours.boards import board_labelled


def board_named(label: str) -> Board:
    """Return the board of a label; InvalidProblemError where there is none. Only a large mask costs a query."""
    try:
        return parse_board(label)
    except InvalidProblemError:
        with reading() as session:
            return board_labelled(session, label)
