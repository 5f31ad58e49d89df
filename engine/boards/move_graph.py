"""The move graph of a piece on a board: squares as vertices, legal moves as edges, as plain arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import prod
from typing import cast

import numpy as np
from numpy.typing import NDArray

from engine.boards.board import Board
from engine.boards.piece import Direction, directions_of
from engine.boards.surfaces.box import overlap
from engine.boards.surfaces.cube import cube_targets
from engine.boards.surfaces.glued import glued_targets
from engine.errors import InvalidProblemError

__all__ = ["Direction", "MoveGraph", "directions_of", "move_graph"]

MAX_TABLE = 1 << 28
"""Most entries of a neighbour table: one gigabyte."""

MAX_CACHED_SQUARES = 1 << 12
"""Graphs of at most this many squares are kept in memory and shared."""


@dataclass(frozen=True, eq=False)
class MoveGraph:
    """A simple graph on a board's squares.

    neighbours: int32 (size, largest degree); row u lists the squares one move from u in the order of the
        directions that reach them (the first one where several directions reach the same square), then -1.
    degrees: int32 (size,), the number of entries of each row that are not -1.

    Arrays are shared between all users of a graph: do not write into them.
    """

    board: Board
    piece: tuple[int, ...]
    neighbours: NDArray[np.int32]
    degrees: NDArray[np.int32]

    @property
    def size(self) -> int:
        """The number of squares."""
        return len(self.degrees)

    @cached_property
    def edges(self) -> int:
        """The number of edges, each counted once."""
        return int(self.degrees.sum(dtype=np.int64)) // 2

    @cached_property
    def masks(self) -> NDArray[np.uint64]:
        """uint64 (size,): bit v of entry u is set where u and v are one move apart. Boards of at most 64 squares."""
        masks = np.zeros(self.size, dtype=np.uint64)
        for column in self.neighbours.T:
            present = column >= 0
            masks[present] |= np.uint64(1) << column[present].astype(np.uint64)
        return masks

    @cached_property
    def lists(self) -> list[list[int]]:
        """The neighbours of each square as Python lists, for code that walks the graph square by square."""
        return [row[:degree] for row, degree in zip(self.neighbours.tolist(), self.degrees.tolist(), strict=True)]

    def adjacent(self, first: int, second: int) -> bool:
        """Whether the two squares are one move apart."""
        return second in self.neighbours[first, : self.degrees[first]]

    def closing_ends(self, start: int) -> NDArray[np.int32]:
        """Return the ends at which a tour from `start` closes: the squares one move from it.

        On two squares there are none: a closed tour is a cycle of a simple graph, which has at least three squares.
        """
        return self.neighbours[start, : self.degrees[start] if self.size > 2 else 0]


def move_graph(board: Board, piece: tuple[int, ...], order: Sequence[Direction] | None = None) -> MoveGraph:
    """Build the move graph; `order` lists all directions in the order in which they are to be tried.

    InvalidProblemError where the piece has more components than the board has dimensions or the table would not fit.
    """
    chosen = None if order is None else tuple(tuple(direction) for direction in order)
    return (
        _shared_graph(board, tuple(piece), chosen)
        if board.size <= MAX_CACHED_SQUARES
        else _build(board, tuple(piece), chosen)
    )


@lru_cache(maxsize=128)
def _shared_graph(board: Board, piece: tuple[int, ...], order: tuple[Direction, ...] | None) -> MoveGraph:
    return _build(board, piece, order)


def direction_table(
    board: Board, piece: tuple[int, ...], order: Sequence[Direction] | None = None
) -> NDArray[np.int32]:
    """Return int32 (size, directions): where each direction leads, -1 off the board and where it adds no new edge."""
    directions = list(order) if order is not None else directions_of(piece, board.dimensions)
    check_table(board, piece)
    return (
        _hard_table(board, directions)
        if board.joining.is_bordered
        else _strike_duplicates(_glued_table(board, directions))
    )


def check_table(board: Board, piece: tuple[int, ...]) -> None:
    """Raise InvalidProblemError where the table of directions would not fit in memory."""
    entries = prod(board.shape) * len(directions_of(piece, board.dimensions))
    if entries > MAX_TABLE:
        raise InvalidProblemError("/board", f"the move graph would need {entries} entries, more than {MAX_TABLE}")


def _build(board: Board, piece: tuple[int, ...], order: tuple[Direction, ...] | None) -> MoveGraph:
    neighbours, degrees = _pack_rows(direction_table(board, piece, order))
    return MoveGraph(board, piece, neighbours, degrees)


def _hard_table(board: Board, directions: Sequence[Direction]) -> NDArray[np.int32]:
    """Return int32 (size, directions): the square each direction leads to, -1 for none."""
    table = np.full((*board.shape, len(directions)), -1, dtype=np.int32)
    for column, direction in enumerate(directions):
        origin, target = overlap(board.shape, direction)
        table[..., column][origin] = board.numbers[target]
    rows = table.reshape(-1, len(directions))
    return rows if board.present is None else rows[board.cells]


def _glued_table(board: Board, directions: Sequence[Direction]) -> NDArray[np.int32]:
    """Return the same table for other surfaces, still with loops and squares reached twice."""
    columns = []
    numbers = np.append(board.numbers.reshape(-1), np.int32(-1))  # a target of -1 picks the last entry
    for direction in directions:
        if board.joining.folded:
            cells = cube_targets(board.shape[1], cast("tuple[int, int]", direction))
        else:
            cells = [glued_targets(board.surface, board.shape, direction).reshape(-1)]
        columns += [numbers[targets[board.cells]] for targets in cells]
    return np.stack(columns, axis=1)


def _strike_duplicates(table: NDArray[np.int32]) -> NDArray[np.int32]:
    """Strike out, in place, every loop and every square that an earlier direction reaches too."""
    table[table == np.arange(len(table), dtype=np.int32)[:, None]] = -1
    for column in range(1, table.shape[1]):
        repeated = (table[:, :column] == table[:, column : column + 1]).any(axis=1)
        table[repeated, column] = -1
    return table


def _pack_rows(table: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Move the -1 entries of each row behind the others, which keep their order; return (neighbours, degrees)."""
    degrees = np.count_nonzero(table >= 0, axis=1).astype(np.int32)
    ragged = np.flatnonzero(degrees < table.shape[1])  # inner squares of a large board need no packing
    rows = table[ragged]
    table[ragged] = np.take_along_axis(rows, np.argsort(rows < 0, axis=1, kind="stable"), axis=1)
    width = max(1, int(degrees.max()))
    return np.ascontiguousarray(table[:, :width]), degrees
