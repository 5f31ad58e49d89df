"""The symmetries of a board, as permutations of its squares, and the classes of squares and pairs they make.

Symmetries are those that come from the surface (engine/boards/isometries.py) and respect the removed squares. Every
one maps the move graph of every piece onto itself; a move graph may by chance have more automorphisms.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from engine.boards.board import Board
from engine.boards.isometries import generators, images, isometry_count, permutation
from engine.boards.move_graph import MoveGraph
from engine.errors import KernelLimitError

MAX_ENTRIES = 1 << 26
"""Most entries of a table of permutations: a quarter of a gigabyte."""


@dataclass(frozen=True)
class SquareClasses:
    """Squares that symmetries take to each other.

    class_of: int32 (size,), the class of each square; classes are numbered in the order of their representatives.
    representatives: int32, the lowest square of each class, ascending.
    sizes: int64, the number of squares in each class.
    """

    class_of: NDArray[np.int32]
    representatives: NDArray[np.int32]
    sizes: NDArray[np.int64]


def symmetries(board: Board) -> NDArray[np.int32]:
    """Return int32 (order, size): entry [g, u] is the square that symmetry g takes square u to; row 0 is the identity.

    KernelLimitError where the table would be larger than MAX_ENTRIES; `symmetry_order` and `square_classes` of a whole
    board need no table.
    """
    if board.present is None and isometry_count(board) * board.size > MAX_ENTRIES:
        raise KernelLimitError(f"the symmetries of {board.label} do not fit in a table")
    return _table(board)


@lru_cache(maxsize=32)
def _table(board: Board) -> NDArray[np.int32]:
    found = (image for alike in images(board) for image in alike)
    distinct = {image.tobytes(): image for image in found}  # different isometries may agree on the squares left
    return np.stack(list(distinct.values()))


def symmetry_order(board: Board) -> int:
    """Return the number of symmetries."""
    return isometry_count(board) if board.present is None else len(symmetries(board))


@lru_cache(maxsize=32)
def square_classes(board: Board) -> SquareClasses:
    """Return the classes of squares under the board's symmetries."""
    lowest = _lowest(board)
    representatives, class_of, sizes = np.unique(lowest, return_inverse=True, return_counts=True)
    return SquareClasses(class_of.astype(np.int32), representatives, sizes)


def _lowest(board: Board) -> NDArray[np.int32]:
    """Return int32 (size,): the lowest square that a symmetry takes each square to."""
    if board.present is not None:
        lowest: NDArray[np.int32] = symmetries(board).min(axis=0)
        return lowest
    lowest, before = np.arange(board.size, dtype=np.int32), None
    while before is None or not np.array_equal(lowest, before):
        before = lowest
        for isometry in generators(board):
            lowest = np.minimum(lowest, lowest[permutation(board, isometry)])
    return lowest


def is_automorphism(graph: MoveGraph, image: NDArray[np.int32]) -> bool:
    """Whether the permutation `image` of the squares maps the moves onto the moves."""
    extended = np.append(image, np.int32(-1))  # so that the filler -1 maps to itself
    mapped = np.sort(extended[graph.neighbours], axis=1)
    return bool(np.array_equal(mapped, np.sort(graph.neighbours[image], axis=1)))
