"""The checker for knight's tours of whole rectangles, as one loop: 10^8 squares in about a second.

It shares no code with any construction and none with the checker for all boards (engine/tours/verify.py), which names
the fault once this loop has found where it is.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel
from engine.tours.verify import Fault

OFF_BOARD, REPEATED, NO_MOVE, TOO_SHORT = 1, 2, 3, 4


def first_flat_fault(rows: int, columns: int, tour: NDArray[np.int32]) -> Fault | None:
    """Return the first fault of a knight's tour of rows x columns (square numbers, row by row); None: it is sound."""
    seen = np.zeros(rows * columns, dtype=np.uint8)
    position, kind = _first_fault(rows, columns, np.ascontiguousarray(tour, dtype=np.int32), seen)
    if kind == 0:
        return None
    if kind == TOO_SHORT:
        return Fault(position, f"it ends after {position} squares; the board has {rows * columns}")
    number = int(tour[position])
    if kind == OFF_BOARD:
        return Fault(position, f"square number {number} is not on the board")
    here = [number // columns + 1, number % columns + 1]
    if kind == REPEATED:
        return Fault(position, f"square {here} is visited again")
    before = int(tour[position - 1])
    return Fault(position, f"{[before // columns + 1, before % columns + 1]} to {here} is not a knight's move")


@kernel
def _first_fault(rows: int, columns: int, tour: NDArray[np.int32], seen: NDArray[np.uint8]) -> tuple[int, int]:
    """Return the place and kind of the first fault, kind 0 for none. seen: uint8 (rows * columns,), zeros, scratch."""
    size = rows * columns
    width = np.uint32(columns)  # 32-bit division takes half the time of 64-bit division
    row = np.int64(0)
    column = np.int64(0)
    for index in range(len(tour)):
        square = tour[index]
        if square < 0 or square >= size or index >= size:
            return index, OFF_BOARD
        row_before = row
        column_before = column
        row = np.int64(np.uint32(square) // width)
        column = square - row * columns
        down = row - row_before
        right = column - column_before
        if index > 0 and down * down + right * right != 5:
            return index, NO_MOVE
        if seen[square]:
            return index, REPEATED
        seen[square] = 1
    return (len(tour), TOO_SHORT) if len(tour) < size else (0, 0)
