"""Rectangles with glued sides: torus, cylinder, Moebius strip, Klein bottle, projective plane.

A leap is two legs, one along the rows and one along the columns. Crossing a glued side an odd number of times
reverses the other coordinate where the gluing is a reversing one. Both orders of the legs end on the same cell,
because x -> side-1-x turns a crossing of that side into a crossing the other way.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.boards.board import Surface


@dataclass(frozen=True)
class Gluing:
    """How the sides of a rectangle are joined.

    rows, columns: whether that coordinate wraps around.
    reverse_rows: whether rows are reversed when the columns wrap; reverse_columns: the other way round.
    """

    rows: bool
    columns: bool
    reverse_rows: bool = False
    reverse_columns: bool = False


GLUINGS: dict[Surface, Gluing] = {
    "torus": Gluing(rows=True, columns=True),
    "cylinder": Gluing(rows=False, columns=True),
    "moebius": Gluing(rows=False, columns=True, reverse_rows=True),
    "klein": Gluing(rows=True, columns=True, reverse_rows=True),
    "projective": Gluing(rows=True, columns=True, reverse_rows=True, reverse_columns=True),
}


def glued_targets(surface: Surface, shape: tuple[int, int], direction: tuple[int, int]) -> NDArray[np.int32]:
    """Return int32 of `shape`: the cell (row by row) that `direction` leads to from each cell, -1 beyond a border."""
    gluing = GLUINGS[surface]
    rows, columns = shape
    row_turns, row = np.divmod(np.arange(rows)[:, None] + direction[0], rows)
    column_turns, column = np.divmod(np.arange(columns)[None, :] + direction[1], columns)
    row, column = np.broadcast_arrays(row, column)
    if gluing.reverse_rows:
        row = np.where(column_turns % 2 == 1, rows - 1 - row, row)
    if gluing.reverse_columns:
        column = np.where(row_turns % 2 == 1, columns - 1 - column, column)
    inside = (gluing.rows | (row_turns == 0)) & (gluing.columns | (column_turns == 0))
    return np.where(inside, row * columns + column, -1).astype(np.int32)
