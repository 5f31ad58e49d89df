"""Squares as people call them."""

from __future__ import annotations

from collections.abc import Sequence

from engine.boards.labels import parse_board
from engine.boards.squares import square_name
from engine.errors import InvalidProblemError


def square_words(board: str, square: Sequence[int]) -> str:
    """Return a square's name on flat boards ("a1"), its coordinates ("1,1") on others."""
    try:
        found = parse_board(board)
        return square_name(found, found.index(list(square))) or ",".join(map(str, square))
    except InvalidProblemError:
        return ",".join(map(str, square))
