"""Boards with hard borders as a grid with a margin: from every square, a direction adds the same number to the cell."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.boards.move_graph import MoveGraph

MAX_DIRECTIONS = 8
"""Directions of a grid, at most."""

MAX_SQUARES = 1 << 17
"""The most cells of a grid: few more than its squares, unless the board has many sides or the piece leaps far."""

BARRED = 0xC0
"""Bits set in the number of exits of a visited cell: more than all that its neighbours can take away."""


class Grid(NamedTuple):
    """The cells of a board, its squares and a margin, row by row; no cells at all where a board has no grid.

    cells: uint64 (size,), where each square lies. squares: int32 (cells,), which square that is, -1 for none.
    steps: uint64 (8,), what the directions add to a cell, modulo 2**64, ascending by the squares that they lead to.
    turns: the same in the order of the directions. Where there are fewer, 0s follow. round: uint64 (2 * directions,),
    the turns of two rounds.
    fresh: uint8 (cells,), each square's number of neighbours, 0xFF where there is none.
    """

    cells: NDArray[np.uint64]
    squares: NDArray[np.int32]
    steps: NDArray[np.uint64]
    turns: NDArray[np.uint64]
    round: NDArray[np.uint64]
    fresh: NDArray[np.uint8]


_NONE = np.empty(0, dtype=np.uint64)
NO_GRID = Grid(_NONE, _NONE.astype(np.int32), _NONE, _NONE, _NONE, _NONE.astype(np.uint8))


def grid_of(graph: MoveGraph, slots: NDArray[np.int32]) -> Grid:
    """Return the grid of a board; `slots` int32 (size, directions), the square that each leads to, -1 off the board."""
    board, margin, directions = graph.board, max(graph.piece), slots.shape[1]
    sides = np.array(board.shape, dtype=np.float64) + 2 * margin
    if not board.joining.is_bordered or directions > MAX_DIRECTIONS or sides.prod() > MAX_SQUARES:
        return NO_GRID
    squares = np.pad(board.numbers, margin, constant_values=-1).reshape(-1)
    cells = np.flatnonzero(squares >= 0)
    fresh = np.full(len(squares), 0xFF, dtype=np.uint8)
    fresh[cells] = graph.degrees
    turns = np.zeros(MAX_DIRECTIONS, dtype=np.int64)
    for direction, column in enumerate(slots.T):
        for square in np.flatnonzero(column >= 0)[:1]:
            turns[direction] = cells[column[square]] - cells[square]
    ascending = np.sort(turns[turns != 0])
    steps = np.pad(ascending, (0, MAX_DIRECTIONS - len(ascending))).astype(np.uint64)
    added = turns.astype(np.uint64)
    return Grid(cells.astype(np.uint64), squares, steps, added, np.tile(added[:directions], 2), fresh)
