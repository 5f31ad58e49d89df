"""Savings known before a search starts: start squares of the wrong colour, first moves that mirror others."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.boards.board import Board
from engine.boards.components import colouring
from engine.boards.move_graph import MoveGraph
from engine.boards.symmetry import symmetries


def is_balanced(graph: MoveGraph, start: int, *, closed: bool) -> bool:
    """Whether colours allow a tour from `start`.

    Where every move changes colour a tour has as many squares of the start's colour as of the other or, unless it
    is to close, one more. True where the squares cannot be coloured so.
    """
    colours = colouring(graph)
    if colours is None:
        return True
    own = int(np.count_nonzero(colours == colours[start]))
    surplus = 2 * own - graph.size
    return surplus == 0 or (surplus == 1 and not closed)


def first_moves(graph: MoveGraph, start: int) -> dict[int, int]:
    """Return the first moves from `start` that are not images of earlier ones: branch number to number of images.

    Images are those under the symmetries of the board that leave `start` where it is.
    """
    table = symmetries(graph.board)
    fixing = table[table[:, start] == start]
    reach = [square for square in graph.neighbours[start].tolist() if square >= 0]
    lowest = [int(fixing[:, square].min()) for square in reach]
    return {lowest.index(image): lowest.count(image) for image in dict.fromkeys(lowest)}


def carrying(board: Board, square: int, image: int) -> NDArray[np.int32]:
    """Return the first symmetry that takes a square to `image`: int32 (size,), the image of each square."""
    table = symmetries(board)
    carried: NDArray[np.int32] = table[table[:, square] == image][0]
    return carried


def orbit_of_move(board: Board, start: int, other: int) -> NDArray[np.int32]:
    """Return a symmetry for each image of the move from `start` to `other`: int32 (images, size), `start` stays."""
    table = symmetries(board)
    fixing = table[table[:, start] == start]
    orbit: NDArray[np.int32] = fixing[np.unique(fixing[:, other], return_index=True)[1]]
    return orbit


def square_of_least_degree(graph: MoveGraph) -> int:
    """Return the first square of the fewest moves: where a search for closed tours has the fewest first moves."""
    return int(graph.degrees.argmin())
