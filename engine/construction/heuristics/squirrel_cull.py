"""Squirrel and Cull (1996): Warnsdorff's rule from the corner, ties settled by tables of move orderings.

Deterministic, without backtracking, linear in the number of squares, two bytes a square beside the tour. The squares
of side 5 to 1,600 were run: the published table fails at 74 only. For squares there is a proof for m = 7 (mod 8),
m >= 47 (Ganzfried 2004) and no other; for rectangles none.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.construction.heuristics.squirrel_cull_table import RECTANGLE_ORDERINGS, Stage, square_stages
from engine.jit import kernel

MOVES = ((-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1))
"""The moves 1..8 of the orderings as (rows, columns), clockwise from one o'clock."""

MARGIN = 2
OUTSIDE = 100
"""The degree of squares that cannot be entered; eight decrements leave it above every real degree."""


def squirrel_cull(rows: int, columns: int, *, mended: bool = False) -> NDArray[np.int32]:
    """Return the walk from square (1, 1): int32 square numbers, a tour if all are there.

    Squares use the table, rectangles the nineteen orderings in turn (the first tour, or the last walk).
    mended: use our repair of the table at side 74.
    """
    if rows == columns:
        return ordered_walk(rows, columns, square_stages(rows, mended=mended))
    for ordering in RECTANGLE_ORDERINGS:
        path = ordered_walk(rows, columns, [(ordering, None)])
        if len(path) == rows * columns:
            break
    return path


def ordered_walk(rows: int, columns: int, stages: Sequence[Stage]) -> NDArray[np.int32]:
    """Walk from square (1, 1) by Warnsdorff's rule, ties by the stage's move ordering; return the squares visited."""
    width = columns + 2 * MARGIN
    steps = np.array([[MOVES[int(digit) - 1] for digit in ordering] for ordering, _ in stages], dtype=np.int64)
    offsets = np.stack((steps[..., 0] * width + steps[..., 1], steps[..., 0] * columns + steps[..., 1]), axis=-1)
    switches = np.array([_switch_number(square, rows, columns) for _, square in stages], dtype=np.int64)
    path = np.empty(rows * columns, dtype=np.int32)
    start = MARGIN * width + MARGIN
    visited = _ordered_walk(_padded_degrees(rows, columns), np.ascontiguousarray(offsets), switches, start, path)
    return path[:visited]


def _switch_number(square: tuple[int, int] | None, rows: int, columns: int) -> int:
    """Return the number of the switch square, -1 where it lies off the board (small sides) and is never reached."""
    if square is None or not (1 <= square[0] <= rows and 1 <= square[1] <= columns):
        return -1
    return (square[0] - 1) * columns + square[1] - 1


def _padded_degrees(rows: int, columns: int) -> NDArray[np.int8]:
    """Return the degree of every square of the board with its margin, flattened: int8."""
    padded = np.full((rows + 2 * MARGIN, columns + 2 * MARGIN), OUTSIDE, dtype=np.int8)
    inside = padded[MARGIN:-MARGIN, MARGIN:-MARGIN]
    inside[:] = 0
    for down, right in MOVES:
        inside[max(0, -down) : rows - max(0, down), max(0, -right) : columns - max(0, right)] += 1
    return padded.ravel()


@kernel
def _ordered_walk(
    degrees: NDArray[np.int8],
    offsets: NDArray[np.int64],
    switches: NDArray[np.int64],
    start: int,
    path: NDArray[np.int32],
) -> int:
    """Fill `path` and return the number of squares visited.

    degrees: int8, the padded board, scratch. offsets: int64 (stages, 8, 2), each move as a step on the padded board
    and as a step of the square number. switches: int64 (stages,), the square number that ends each stage.
    """
    stage = 0
    cell = start
    square = 0
    for step in range(len(path)):
        path[step] = square
        if square == switches[stage]:
            stage += 1
        degrees[cell] = OUTSIDE
        best_degree = np.int8(9)
        best = -1
        for move in range(8):
            other = cell + offsets[stage, move, 0]
            degree = np.int8(degrees[other] - 1)
            degrees[other] = degree
            if degree < best_degree:
                best_degree = degree
                best = move
        if best < 0:
            return step + 1
        cell += offsets[stage, best, 0]
        square += offsets[stage, best, 1]
    return len(path)
