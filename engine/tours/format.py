"""Large tours as text, piece by piece: the forms of `engine/tours/parse.py` in bounded memory."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from engine.boards.board import Board
from engine.boards.piece import directions_of
from engine.boards.squares import square_name

PIECE = 1 << 20
"""Moves in one piece of a string of directions."""

WIDE = 10
"""From this many directions on, a string of directions needs spaces between its numbers."""


def grid_lines(board: Board, tour: NDArray[np.integer], first: int = 1) -> Iterator[str]:
    """Yield the grid of move numbers line by line, "." where there is no square, a blank line between layers.

    first: the number of the first square, 1 or 0.
    """
    numbers = np.full(board.shape, -1, dtype=np.int32).reshape(-1)
    numbers[_cells(board, tour)] = np.arange(first, board.size + first, dtype=np.int32)
    width = len(str(board.size - 1 + first))
    whole = " ".join([f"%{width}d"] * board.shape[-1])
    height = board.shape[-2] if len(board.shape) > 1 else 1
    for line, row in enumerate(numbers.reshape(-1, board.shape[-1])):
        if line and line % height == 0:
            yield "\n"
        text = whole % tuple(row.tolist())
        if row.min() < 0:
            text = " ".join((str(number) if number >= 0 else ".").rjust(width) for number in row.tolist())
        yield text + "\n"


def direction_pieces(board: Board, piece: tuple[int, ...], tour: NDArray[np.integer]) -> Iterator[str]:
    """Yield the start square and a colon, then the directions, then the end of the line; for flat boards and boxes.

    ValueError where a step is not a move of the piece.
    """
    directions = np.array(directions_of(piece, len(board.shape)), dtype=np.int64)
    base = 4 * int(np.abs(directions).max()) + 1
    weights = base ** np.arange(directions.shape[1], dtype=np.int64)
    keys = directions @ weights
    order = np.argsort(keys)
    yield f"{square_name(board, int(tour[0])) or board.square(int(tour[0]))}: "
    for first in range(0, len(tour) - 1, PIECE):
        part = _cells(board, tour[first : first + PIECE + 1])
        places = np.stack(np.unravel_index(part, board.shape), axis=1)
        steps = places[1:] - places[:-1]
        found = np.searchsorted(keys, steps @ weights, sorter=order).clip(max=len(keys) - 1)
        codes = order[found]
        if not np.array_equal(directions[codes], steps):
            raise ValueError("a step is not a move of the piece")
        if len(directions) > WIDE:
            yield " " * (first > 0) + " ".join(map(str, codes.tolist()))
        else:
            yield (codes + ord("0")).astype(np.uint8).tobytes().decode("ascii")
    yield "\n"


def _cells(board: Board, squares: NDArray[np.integer]) -> NDArray[np.integer]:
    """Return the squares' places among all cells of the board, removed ones included."""
    return squares if board.present is None else board.cells[squares]
