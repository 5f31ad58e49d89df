"""Rectangles with glued sides: torus, cylinder, Moebius strip, Klein bottle, projective plane.

A leap is two legs, one along the rows and one along the columns. Crossing a glued side an odd number of times
reverses the other coordinate where the gluing is a reversing one. Both orders of the legs end on the same cell,
because x -> side-1-x turns a crossing of that side into a crossing the other way.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.boards.surfaces.table import SURFACES, Surface


def glued_targets(surface: Surface, shape: tuple[int, int], direction: tuple[int, int]) -> NDArray[np.int32]:
    """Return int32 of `shape`: the cell (row by row) that `direction` leads to from each cell, -1 beyond a border."""
    joined = SURFACES[surface]
    rows, columns = shape
    row_turns, row = np.divmod(np.arange(rows)[:, None] + direction[0], rows)
    column_turns, column = np.divmod(np.arange(columns)[None, :] + direction[1], columns)
    row, column = np.broadcast_arrays(row, column)
    if joined.reverse_rows:
        row = np.where(column_turns % 2 == 1, rows - 1 - row, row)
    if joined.reverse_columns:
        column = np.where(row_turns % 2 == 1, columns - 1 - column, column)
    inside = (joined.rows | (row_turns == 0)) & (joined.columns | (column_turns == 0))
    return np.where(inside, row * columns + column, -1).astype(np.int32)
