"""How a closed tour joins the corners of a rectangle: thirteen types, up to rotations and reflections.

A corner has two moves, so every closed tour makes both: they are a wedge. Four paths join the eight ends of the four
wedges to one cycle, in one of 48 ways, which rotations and reflections divide into thirteen types. Source: D. E. Knuth,
The Art of Computer Programming, pre-fascicle 8A (December 2025), exercise 156; the numbers of the types are our own.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product

import numpy as np
from numpy.typing import NDArray

from engine.boards.board import Board

Visit = tuple[int, int, int]
"""A corner on the way of a tour: 1 if it is at the bottom, 1 if it is at the right, 1 if a wide move enters it.

A wide move goes two columns, a tall one two rows. A corner has one of each: the tour enters it by one and leaves it by
the other.
"""

Pattern = tuple[Visit, ...]
"""The visits of the four corners, in the order of the tour."""

CORNERS_OF_BOARD = tuple(product((0, 1), (0, 1)))
BITS = 3
"""The bits of a visit in a code."""


def _patterns() -> Iterator[Pattern]:
    """Yield each order and manner of visits, from any corner and in both directions."""
    for order in permutations(CORNERS_OF_BOARD):
        for moves in product((0, 1), repeat=len(order)):
            yield tuple((down, right, wide) for (down, right), wide in zip(order, moves, strict=True))


def _alike(pattern: Pattern) -> Iterator[Pattern]:
    """Yield the pattern as it is from each corner, in both directions, turned and mirrored."""
    for flip_down, flip_right, transposed, backwards in product((0, 1), repeat=4):
        image = [(down ^ flip_down, right ^ flip_right, wide) for down, right, wide in pattern]
        if transposed:  # wide moves become tall
            image = [(right, down, 1 - wide) for down, right, wide in image]
        if backwards:  # the move that left a corner now enters it
            image = [(down, right, 1 - wide) for down, right, wide in reversed(image)]
        for first in range(len(image)):
            yield tuple(image[first:] + image[:first])


def _code(pattern: Pattern) -> int:
    """Return a pattern as a number, the first visit in the highest bits."""
    code = 0
    for down, right, wide in pattern:
        code = code << BITS | down << 2 | right << 1 | wide
    return code


def _representatives() -> list[Pattern]:
    return sorted({min(_alike(pattern)) for pattern in _patterns()})


REPRESENTATIVES = _representatives()
"""The least pattern of each type, type 1 first."""


def _types_by_code() -> NDArray[np.int64]:
    """Return the type by the code of a pattern, 0 for a code of none: int64."""
    types = np.zeros(1 << BITS * len(CORNERS_OF_BOARD), np.int64)
    for number, representative in enumerate(REPRESENTATIVES, 1):
        types[[_code(pattern) for pattern in _alike(representative)]] = number
    return types


TYPES_BY_CODE = _types_by_code()


def visits_of(board: Board) -> NDArray[np.int64]:
    """Return for each square the bits of its visit with the last bit 0, -1 if it is no corner: int64 (size,)."""
    rows, columns = board.shape
    visits = np.full(board.size, -1, np.int64)
    for down, right in CORNERS_OF_BOARD:
        visits[down * (rows - 1) * columns + right * (columns - 1)] = down << 2 | right << 1
    return visits


def corner_types(board: Board, tours: NDArray[np.integer]) -> NDArray[np.int64]:
    """Return the types of closed tours (k, size) of a rectangle with corners: int64 (k,)."""
    visits, rows = visits_of(board), board.coordinates[:, 0]
    found = visits[tours]
    at = np.nonzero(found >= 0)[1].reshape(len(tours), len(CORNERS_OF_BOARD))
    lines = np.arange(len(tours))[:, None]
    wide = np.abs(rows[tours[lines, at]] - rows[tours[lines, at - 1]]) == 1
    codes = (found[lines, at] | wide) @ (1 << BITS * np.arange(len(CORNERS_OF_BOARD))[::-1])
    types: NDArray[np.int64] = TYPES_BY_CODE[codes]
    return types
