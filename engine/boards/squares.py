"""Squares as people write them: 1-based coordinates or, on flat boards, algebraic names ("a1" is bottom-left)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_lowercase

from engine.boards.board import Board
from engine.errors import InvalidProblemError

NAME = re.compile(r"([a-z])([1-9]\d{0,8})")


def has_names(board: Board) -> bool:
    """Whether the squares of this board have algebraic names: flat boards of at most 26 columns."""
    return board.is_flat and board.shape[1] <= len(ascii_lowercase)


def parse_square(board: Board, value: str | Sequence[int], pointer: str = "") -> int:
    """Return the number of the square `value` names; InvalidProblemError (at `pointer`) where it names none."""
    if not isinstance(value, str):
        return board.index(value, pointer)
    if not has_names(board):
        message = f"only flat boards of at most 26 columns have names such as 'a1'; give {value!r} as coordinates"
        raise InvalidProblemError(pointer, message)
    match = NAME.fullmatch(value)
    if match is None:
        raise InvalidProblemError(pointer, f"{value!r} is not the name of a square such as 'a1'")
    square = [board.shape[0] + 1 - int(match[2]), ascii_lowercase.index(match[1]) + 1]
    try:
        return board.index(square, pointer)
    except InvalidProblemError:
        raise InvalidProblemError(pointer, f"{value!r} is not a square of the board {board.label}") from None


def square_name(board: Board, index: int) -> str | None:
    """Return the algebraic name of square number `index`, None where the board's squares have none."""
    if not has_names(board):
        return None
    row, column = board.square(index)
    return f"{ascii_lowercase[column - 1]}{board.shape[0] + 1 - row}"
