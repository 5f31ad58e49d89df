"""How a closed tour joins the corners of a rectangle: thirteen types, up to rotations and reflections.

A corner has two moves, so every closed tour makes both: they are a wedge. Four paths join the eight ends of the four
wedges to one cycle, in one of 48 ways, which rotations and reflections part into thirteen types. Source: D. E. Knuth,
The Art of Computer Programming, pre-fascicle 8A (December 2025), exercise 156; the numbers of the types are our own.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product

import numpy as np
from numpy.typing import NDArray

from engine.boards.board import Board

Visit = tuple[int, int, int]
"""A corner on the way of a tour: whether it is at the bottom, whether at the right, and whether the tour comes along.

It comes along a side of the board that runs from left to right, if the move before the corner is two columns wide; else
it leaves the corner so.
"""

Pattern = tuple[Visit, ...]
"""The visits of the four corners, in the order of the tour."""

CORNERS_OF_BOARD = tuple(product((0, 1), (0, 1)))
BITS = 3
"""Of a visit in a code."""


def _patterns() -> Iterator[Pattern]:
    """Yield each order and manner of visits, from any corner and in both directions."""
    for order in permutations(CORNERS_OF_BOARD):
        for along in product((0, 1), repeat=len(order)):
            yield tuple((down, right, comes) for (down, right), comes in zip(order, along, strict=True))


def _alike(pattern: Pattern) -> Iterator[Pattern]:
    """Yield the pattern as it is from each corner, in both directions, turned and mirrored."""
    for flip_down, flip_right, transposed, backwards in product((0, 1), repeat=4):
        image = [(down ^ flip_down, right ^ flip_right, along) for down, right, along in pattern]
        if transposed:  # what runs along the rows then runs along the columns
            image = [(right, down, 1 - along) for down, right, along in image]
        if backwards:  # a corner is left by the move by which it was entered
            image = [(down, right, 1 - along) for down, right, along in reversed(image)]
        for first in range(len(image)):
            yield tuple(image[first:] + image[:first])


def _code(pattern: Pattern) -> int:
    """Return a pattern as a number, the first visit in the highest bits."""
    code = 0
    for down, right, along in pattern:
        code = code << BITS | down << 2 | right << 1 | along
    return code


def _representatives() -> list[Pattern]:
    return sorted({min(_alike(pattern)) for pattern in _patterns()})


REPRESENTATIVES = _representatives()
"""Of each type the least pattern: type 1 first."""


def _corner_types() -> NDArray[np.int64]:
    """Return the type by the code of a pattern, 0 where it is none: int64."""
    types = np.zeros(1 << BITS * len(CORNERS_OF_BOARD), np.int64)
    for number, representative in enumerate(REPRESENTATIVES, 1):
        types[[_code(pattern) for pattern in _alike(representative)]] = number
    return types


CORNER_TYPES = _corner_types()


def visits_of(board: Board) -> NDArray[np.int64]:
    """Return for each square of a rectangle the bits of its visit but the last, -1 where it is no corner: (size,)."""
    rows, columns = board.shape
    visits = np.full(board.size, -1, np.int64)
    for down, right in CORNERS_OF_BOARD:
        visits[down * (rows - 1) * columns + right * (columns - 1)] = down << 2 | right << 1
    return visits


def corner_codes(board: Board, tours: NDArray[np.integer]) -> NDArray[np.int64]:
    """Return the codes of the patterns of closed tours (k, size) of a rectangle with corners: int64 (k,)."""
    visits, rows = visits_of(board), board.coordinates[:, 0]
    found = visits[tours]
    at = np.nonzero(found >= 0)[1].reshape(len(tours), len(CORNERS_OF_BOARD))
    lines = np.arange(len(tours))[:, None]
    along = np.abs(rows[tours[lines, at]] - rows[tours[lines, at - 1]]) == 1
    visited = found[lines, at] | along
    codes: NDArray[np.int64] = visited @ (1 << BITS * np.arange(len(CORNERS_OF_BOARD))[::-1])
    return codes
