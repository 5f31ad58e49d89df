"""Whether two squares are one move apart, decided from their coordinates alone.

A glued surface is a plane tiled by copies of its board: a move leads from a square to a copy of another square. So
the test unfolds one square into its copies and compares differences, where the move graph folds the target of every
direction: two independent ways to the same answer.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations, product

import numpy as np
from numpy.typing import NDArray

from engine.boards.board import Board
from engine.tours.cube_legality import cube_moves

Squares = NDArray[np.integer]
Flags = NDArray[np.bool_]


def one_move_apart(board: Board, piece: tuple[int, ...], first: Squares, second: Squares) -> Flags:
    """Return, for squares `first[i]` and `second[i]` (numbers, same length), whether a move joins them."""
    if board.surface == "cube":
        joined = _joined_on_cube(board, piece, first, second)
    elif board.surface in ("flat", "box"):
        joined = _joined_in_space(board, piece, first, second)
    else:
        joined = _joined_when_glued(board, piece, first, second)
    return np.asarray(joined & (first != second))


def _joined_in_space(board: Board, piece: tuple[int, ...], first: Squares, second: Squares) -> Flags:
    """Hard borders: the differences of the coordinates are, without sign and in some order, the components."""
    dimensions = board.dimensions
    required = sorted(tuple(piece) + (0,) * (dimensions - len(piece)))
    sizes = [np.abs(a - b) for a, b in zip(_places(board, first), _places(board, second), strict=True)]
    if dimensions == 2:
        # Two numbers are known by their sum and their larger one: far quicker than sorting pairs.
        return np.asarray((sizes[0] + sizes[1] == sum(required)) & (np.maximum(*sizes) == required[1]))
    return np.asarray(np.all(np.sort(np.stack(sizes), axis=0) == np.array(required)[:, None], axis=0))


def _places(board: Board, squares: Squares) -> list[Squares]:
    """Return the coordinates of squares, one array per axis; of a whole board without its table of coordinates."""
    if board.present is not None:
        return list(board.coordinates[squares].T)
    places, rest = [], squares
    for side in board.shape[:0:-1]:
        # Not divmod: with a scalar divisor this is several times quicker.
        above = rest // side
        places.append(rest - above * side)
        rest = above
    return [rest, *places[::-1]]


WRAPPING = {"torus": "all", "cylinder": "last", "moebius": "last", "klein": "all", "projective": "all"}
"""Along which axes copies of a board lie side by side."""
TURNING = {"torus": "none", "cylinder": "none", "moebius": "last", "klein": "last", "projective": "all"}
"""Along which of them every second copy is turned over."""


def _joined_when_glued(board: Board, piece: tuple[int, ...], first: Squares, second: Squares) -> Flags:
    """Glued sides: the same for any copy of `second`; copies repeat after one board, or two where they are turned."""
    start, end = (board.coordinates[squares].astype(np.int64).T for squares in (first, second))
    wraps, turns = (_axes(table[board.surface], board.dimensions) for table in (WRAPPING, TURNING))
    periods = [side * (1 + turned) * wrapped for side, wrapped, turned in zip(board.shape, wraps, turns, strict=True)]
    joined = np.zeros(len(first), dtype=bool)
    for boards in product(*(range(1 + turned) for turned in turns)):
        gaps = [there - here for there, here in zip(_copy(board, end, boards), start, strict=True)]
        for axes in permutations(range(board.dimensions), len(piece)):
            legs = [piece[axes.index(axis)] if axis in axes else 0 for axis in range(board.dimensions)]
            joined |= np.logical_and.reduce([*map(_reaches, gaps, legs, periods)])
    return joined


def _axes(which: str, dimensions: int) -> list[bool]:
    return [which == "all" or (which == "last" and axis == dimensions - 1) for axis in range(dimensions)]


def _copy(board: Board, end: NDArray[np.int64], boards: tuple[int, ...]) -> list[NDArray[np.int64]]:
    """Return the coordinates, axis by axis, of the squares' copies, shifted by whole boards along each axis."""
    last = len(boards) - 1
    copy = []
    for axis, (place, side, away) in enumerate(zip(end, board.shape, boards, strict=True)):
        mirrored = board.surface in ("moebius", "klein") and axis == last - 1 and boards[last] == 1
        if board.surface == "projective":
            mirrored = (sum(boards) - away) % 2 == 1
        copy.append((side + 1 - place if mirrored else place) + away * side)
    return copy


def _reaches(difference: NDArray[np.int64], component: int, period: int) -> Flags:
    """Whether each difference is `component`, with either sign, up to multiples of `period` (0: none)."""
    if period == 0:
        return np.asarray(np.abs(difference) == component)
    return np.asarray(((difference - component) % period == 0) | ((difference + component) % period == 0))


def _joined_on_cube(board: Board, piece: tuple[int, ...], first: Squares, second: Squares) -> Flags:
    return np.isin(np.asarray(first, dtype=np.int64) * board.size + second, _cube_pairs(board, piece))


@lru_cache(maxsize=16)
def _cube_pairs(board: Board, piece: tuple[int, ...]) -> NDArray[np.int64]:
    """Return the ordered pairs of squares that a leap joins as first * size + second."""
    number = {tuple(square): index for index, square in enumerate(board.coordinates.tolist())}
    moves = cube_moves(board.shape[1], piece)
    return np.array([number[a] * board.size + number[b] for a, b in moves if a in number and b in number], np.int64)
