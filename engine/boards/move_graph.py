"""The move graph of a piece on a board: squares as vertices, legal moves as edges, as plain arrays."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import permutations, product

import numpy as np
from numpy.typing import NDArray

from engine.boards.board import Board


@dataclass(frozen=True, eq=False)
class MoveGraph:
    """A simple graph on a board's squares.

    neighbours: int32 (size, largest degree); row u lists the squares one move from u in the order of the
        directions that reach them (the first one where several directions reach the same square), then -1.
    degrees: int32 (size,), the number of entries of each row that are not -1.
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
    def masks(self) -> NDArray[np.uint64]:
        """uint64 (size,): bit v of entry u is set where u and v are one move apart. Boards of at most 64 squares."""
        masks = np.zeros(self.size, dtype=np.uint64)
        for column in self.neighbours.T:
            present = column >= 0
            masks[present] |= np.uint64(1) << column[present].astype(np.uint64)
        return masks


Direction = tuple[int, ...]


def directions_of(piece: tuple[int, ...], dimensions: int) -> list[Direction]:
    """Return every signed permutation of the components, padded with zeros to `dimensions`, in descending order."""
    padded = tuple(piece) + (0,) * (dimensions - len(piece))
    signs = list(product((1, -1), repeat=dimensions))
    found = {tuple(s * p for s, p in zip(sign, order, strict=True)) for order in permutations(padded) for sign in signs}
    return sorted(found, reverse=True)


def move_graph(board: Board, piece: tuple[int, ...], order: list[Direction] | None = None) -> MoveGraph:
    """Build the move graph; `order` lists all directions in the order in which they are to be tried."""
    directions = order if order is not None else directions_of(piece, board.coordinates.shape[1])
    numbers = np.full(tuple(side + 1 for side in board.shape), -1, dtype=np.int32)
    numbers[tuple(board.coordinates.T)] = np.arange(board.size, dtype=np.int32)
    table = np.full((board.size, len(directions)), -1, dtype=np.int32)
    for column, direction in enumerate(directions):
        target = board.coordinates + np.asarray(direction, dtype=np.int32)
        inside = np.all((target >= 1) & (target <= np.asarray(board.shape)), axis=1)
        table[inside, column] = numbers[tuple(target[inside].T)]
    packed = np.argsort(table < 0, axis=1, kind="stable")
    neighbours = np.take_along_axis(table, packed, axis=1)
    degrees = (neighbours >= 0).sum(axis=1).astype(np.int32)
    return MoveGraph(board, piece, np.ascontiguousarray(neighbours[:, : max(1, int(degrees.max()))]), degrees)
