"""Tours of four rows by their structure. Decides every pair of ends, in linear time.

The squares fall into two mirror images of one strip with two squares a column, an outer (row 1 or 4, in turn) and an
inner (row 2 or 3): within a copy every move joins an outer and an inner square of columns one or two apart, and the
only moves between the copies join inner squares two columns apart. No two outer squares are a move apart and they
are half of all, so every tour begins and ends on outer squares and crosses between the copies exactly once: it is a
path of each copy from an outer to an inner square, joined by one crossing. There is no closed tour.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.construction.flat_boards.links import BARE, follow, stamp_edges
from engine.construction.flat_boards.strip import Strip, StripPath, strip_path

ROWS = 4
OUTER, INNER = 0, 1
STRIP = Strip(2, ((OUTER, 1, INNER), (INNER, 1, OUTER), (OUTER, 2, INNER), (INNER, 2, OUTER)))


def four_rows_tour(columns: int, start: tuple[int, int], end: tuple[int, int]) -> NDArray[np.int32] | None:
    """Return a tour of 4 x columns between two squares (row, column, from 0) as square numbers; None: there is none."""
    if start[0] not in (0, 3) or end[0] not in (0, 3) or _copy(start) == _copy(end):
        return None
    for inner in range(columns):
        first = strip_path(STRIP, columns, ((OUTER, start[1]), (INNER, inner)))
        if first is None:
            continue
        for across in (inner - 2, inner + 2):
            if not 0 <= across < columns:
                continue
            second = strip_path(STRIP, columns, ((OUTER, end[1]), (INNER, across)))
            if second is not None:
                return _assemble(columns, start, (first, second), (inner, across))
    return None


def _copy(square: tuple[int, int]) -> int:
    """Return which copy an outer square belongs to."""
    return (square[0] // 3 + square[1]) % 2


def _assemble(
    columns: int, start: tuple[int, int], halves: tuple[StripPath, StripPath], crossing: tuple[int, int]
) -> NDArray[np.int32]:
    """Lay both halves on the board and join them by the crossing."""
    copies = (_copy(start), 1 - _copy(start))
    across = np.array([[INNER, crossing[0], INNER, crossing[1]]])
    near = [_numbers(copy, half.edges()[:, :2], columns) for copy, half in zip(copies, halves, strict=True)]
    far = [_numbers(copy, half.edges()[:, 2:], columns) for copy, half in zip(copies, halves, strict=True)]
    links = np.full((ROWS, columns), BARE, dtype=np.uint8)
    stamp_edges(
        links,
        np.concatenate([*near, _numbers(copies[0], across[:, :2], columns)]),
        np.concatenate([*far, _numbers(copies[1], across[:, 2:], columns)]),
    )
    return follow(links, start[0] * columns + start[1])


def _numbers(copy: int, squares: NDArray[np.int64], columns: int) -> NDArray[np.int64]:
    """Return the board's square numbers of squares (slot, column) of one copy."""
    slot, column = squares.T
    side = (column + copy) % 2
    numbers: NDArray[np.int64] = np.where(slot == OUTER, 3 * side, 1 + side) * columns + column
    return numbers
