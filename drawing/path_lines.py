"""The lines of a path: one stretch per move, two halves for a move over a glued edge or between layers of a box."""

from __future__ import annotations

from itertools import pairwise, product
from math import hypot

import numpy as np
from numpy.typing import NDArray

from drawing.layout import Layout
from engine.boards.board import Board
from engine.tours.cube_legality import leap_on_net

Point = tuple[float, float]
Stretch = tuple[Point, Point]

STUB = 0.42
"""How far, in squares, the line of a move to another layer runs."""


def stretches(
    board: Board, piece: tuple[int, ...], layout: Layout, squares: NDArray[np.integer]
) -> list[list[Stretch]]:
    """Return for each move of a path its line, as one stretch or as as its two halves, in squares."""
    numbers = squares.tolist()
    if board.surface == "flat":
        points: list[Point] = list(map(tuple, layout.centres.tolist()))
        return [[(points[first], points[second])] for first, second in pairwise(numbers)]
    places = board.coordinates.tolist()
    return [_move(board, piece, layout.centres, places, (first, second)) for first, second in pairwise(numbers)]


def _move(
    board: Board,
    piece: tuple[int, ...],
    centres: NDArray[np.float64],
    places: list[list[int]],
    move: tuple[int, int],
) -> list[Stretch]:
    start, end = (_point(centres[square]) for square in move)
    there = _leap(board, piece, places[move[0]], places[move[1]])
    back = _leap(board, piece, places[move[1]], places[move[0]])
    if (start[0] + there[0], start[1] + there[1]) == end:
        return [(start, end)]
    if board.surface == "box":
        return [(start, _stub(start, there)), (_stub(end, back), end)]
    return [(start, _half(start, there)), (_half(end, back), end)]


def _leap(board: Board, piece: tuple[int, ...], first: list[int], second: list[int]) -> Point:
    """Return how far the move goes to the right and down, as seen from its first square in its own panel."""
    if board.joining.bordered:
        return second[-1] - first[-1], (second[-2] - first[-2] if len(first) > 1 else 0)
    if board.joining.folded:
        return leap_on_net(board.shape[1], piece, (first[0], first[1], first[2]), (second[0], second[1], second[2]))
    wanted = sorted((*piece, 0)[:2])
    found = [
        (across, down)
        for down, across in unfolded_differences(board, first, second, wanted[-1])
        if sorted((abs(down), abs(across))) == wanted
    ]
    # Over a small board a move may have several images: the one that stays on the board is the natural one.
    return min(found, key=lambda leap: (leap != (second[1] - first[1], second[0] - first[0]), leap))


def unfolded_differences(board: Board, first: list[int], second: list[int], reach: int) -> list[tuple[int, int]]:
    """Return (down, across) from `first` to every copy of `second` that a leap of at most `reach` may end on."""
    (rows, columns), joining = board.shape, board.joining
    boards_down, boards_across = -(-reach // rows) if joining.rows else 0, -(-reach // columns)
    differences = []
    for i, j in product(range(-boards_down, boards_down + 1), range(-boards_across, boards_across + 1)):
        row, column = second
        if joining.reverse_rows and j % 2:
            row = rows + 1 - row
        column += j * columns
        if joining.reverse_columns and i % 2:
            column = columns + 1 - column
        differences.append((row + i * rows - first[0], column - first[1]))
    return differences


def _point(centre: NDArray[np.float64]) -> Point:
    return float(centre[0]), float(centre[1])


def _stub(place: Point, leap: Point) -> Point:
    """Return where a short line towards another layer ends: whole halves would meet those of other moves."""
    length = max(1.0, hypot(*leap))
    return place[0] + STUB * leap[0] / length, place[1] + STUB * leap[1] / length


def _half(place: Point, leap: Point) -> Point:
    return place[0] + leap[0] / 2, place[1] + leap[1] / 2
