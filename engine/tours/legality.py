"""Whether two squares are one move apart, decided from their coordinates alone.

A glued surface is a plane tiled by copies of its board: a move leads from a square to a copy of another square. So
the test unfolds one square into its copies and compares differences, where the move graph folds the target of every
direction: two independent ways to the same answer.
"""

from __future__ import annotations

from functools import lru_cache

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
    wanted = sorted(tuple(piece) + (0,) * (dimensions - len(piece)))
    sizes = [np.abs(a - b) for a, b in zip(_places(board, first), _places(board, second), strict=True)]
    if dimensions == 2:
        # Two numbers are known by their sum and their larger one: far quicker than sorting pairs.
        return np.asarray((sizes[0] + sizes[1] == sum(wanted)) & (np.maximum(*sizes) == wanted[1]))
    return np.asarray(np.all(np.sort(np.stack(sizes), axis=0) == np.array(wanted)[:, None], axis=0))


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


def _joined_when_glued(board: Board, piece: tuple[int, ...], first: Squares, second: Squares) -> Flags:
    """Glued sides: the same for any copy of `second`; copies repeat after two boards along every glued axis."""
    rows, columns = board.shape
    wraps_down = board.surface in ("torus", "klein", "projective")
    start, end = (board.coordinates[squares].astype(np.int64).T for squares in (first, second))
    short, long = sorted((*piece, 0)[:2])
    joined = np.zeros(len(first), dtype=bool)
    for down in range(2 if wraps_down else 1):
        for across in range(2):
            copy = _copy(board, end, down, across)
            for a, b in ((short, long), (long, short)):
                fits_down = _reaches(copy[0] - start[0], a, 2 * rows if wraps_down else 0)
                joined |= fits_down & _reaches(copy[1] - start[1], b, 2 * columns)
    return joined


def _copy(board: Board, end: NDArray[np.int64], down: int, across: int) -> list[NDArray[np.int64]]:
    """Return rows and columns of the squares' copies on the board `down` below the one `across` to the right."""
    rows, columns = board.shape
    row, column = end
    if board.surface in ("moebius", "klein", "projective") and across:
        row = rows + 1 - row
    column = column + across * columns
    if board.surface == "projective" and down:
        column = columns + 1 - column
    return [row + down * rows, column]


def _reaches(difference: NDArray[np.int64], component: int, period: int) -> Flags:
    """Whether each difference is `component`, with either sign, up to multiples of `period` (0: none)."""
    if period == 0:
        return np.asarray(np.abs(difference) == component)
    return np.asarray(((difference - component) % period == 0) | ((difference + component) % period == 0))


def _joined_on_cube(board: Board, piece: tuple[int, ...], first: Squares, second: Squares) -> Flags:
    moves = _cube_pairs(board, piece)
    pairs = np.asarray(first, dtype=np.int64) * board.size + second
    places = np.minimum(np.searchsorted(moves, pairs), len(moves) - 1)
    return np.asarray(moves[places] == pairs)


@lru_cache(maxsize=16)
def _cube_pairs(board: Board, piece: tuple[int, ...]) -> NDArray[np.int64]:
    """Return the ordered pairs of squares that a leap joins as first * size + second, ascending."""
    moves = cube_moves(board.shape[1], piece)
    return np.sort([board.index(a) * board.size + board.index(b) for a, b in moves])
