"""Squares as people write them: coordinates from 1 ("1,1" is top-left) or, on flat boards, names ("a1" is bottom-left).

Both forms are accepted wherever a square is required; an answer uses the form of the question.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from string import ascii_lowercase

from engine.boards.board import Board
from engine.errors import InvalidProblemError

NAME = re.compile(r"([a-z])([1-9][0-9]{0,8})")
COORDINATES = re.compile(r"[0-9]{1,9}( *, *[0-9]{1,9})+")


def has_names(board: Board) -> bool:
    """Whether the squares of this board have algebraic names: flat boards of at most 26 columns."""
    return board.is_flat and board.shape[1] <= len(ascii_lowercase)


def parse_square(board: Board, value: str | Sequence[int], pointer: str = "") -> int:
    """Return the number of the square that `value` means: a list of coordinates, or text as in "1,1" or "a1".

    InvalidProblemError (at `pointer`) quotes a value that means no square.
    """
    if not isinstance(value, str):
        return board.index(value, pointer)
    square = _coordinates(board, value, pointer)
    try:
        return board.index(square, pointer)
    except InvalidProblemError:
        raise InvalidProblemError(pointer, f"{value!r} is not a square of the board {board.label}") from None


def _coordinates(board: Board, text: str, pointer: str) -> list[int]:
    if COORDINATES.fullmatch(text):
        return [int(part) for part in text.split(",")]
    if not has_names(board):
        reason = "only flat boards of at most 26 columns have names such as a1"
        raise InvalidProblemError(pointer, f"{text!r} is no square: {reason}; give coordinates such as {_first(board)}")
    match = NAME.fullmatch(text)
    if match is None:
        ways = f"a1 is the bottom left corner, {_first(board)} the top left"
        raise InvalidProblemError(pointer, f"{text!r} is neither the name nor the coordinates of a square; {ways}")
    return [board.shape[0] + 1 - int(match[2]), ascii_lowercase.index(match[1]) + 1]


def _first(board: Board) -> str:
    return ",".join("1" * len(board.shape))


def by_name(texts: Iterable[str | None]) -> bool:
    """Whether to answer with square names, because none of these squares is written by coordinates."""
    return not any(text is not None and COORDINATES.fullmatch(text) for text in texts)


def written_square(board: Board, index: int, *, named: bool = True) -> str:
    """Return square number `index` by name where the board has names and they are requested, else as in "1,1"."""
    return (square_name(board, index) if named else None) or ",".join(map(str, board.square(index)))


def square_name(board: Board, index: int) -> str | None:
    """Return the algebraic name of square number `index`, None where the board's squares have none."""
    if not has_names(board):
        return None
    row, column = board.square(index)
    return f"{ascii_lowercase[column - 1]}{board.shape[0] + 1 - row}"
