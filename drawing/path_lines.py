"""The lines of a path: one stretch per move, two halves for a move over a glued edge or between layers of a box."""

from __future__ import annotations

from itertools import pairwise
from math import hypot

import numpy as np
from numpy.typing import NDArray

from drawing.layout import Layout
from engine.boards.board import Board
from engine.boards.piece import directions_of
from engine.boards.surfaces.glued import fold_coordinates
from engine.tours.cube_legality import leap_on_net

Point = tuple[float, float]
Stretch = tuple[Point, Point]

STUB = 0.42
"""How far, in squares, the line of a move to another layer runs."""


def stretches(
    board: Board, piece: tuple[int, ...], layout: Layout, squares: NDArray[np.integer]
) -> list[list[Stretch]]:
    """Return for each move of a path its line, as one stretch or as two halves, in squares."""
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
    there, back = (seen_leap(board, piece, places[one], places[other]) for one, other in (move, move[::-1]))
    if (start[0] + there[-1], start[1] + there[-2]) == end:
        return [(start, end)]
    if any(there[:-2]):
        return [(start, _stub(start, there)), (_stub(end, back), end)]
    return [(start, _half(start, there)), (_half(end, back), end)]


def seen_leap(board: Board, piece: tuple[int, ...], first: list[int], second: list[int]) -> tuple[int, ...]:
    """Return how far a move goes along each axis, rows and columns last, as seen from its first square."""
    plain = tuple(b - a for a, b in zip(first, second, strict=True))
    if board.joining.is_bordered:
        return plain if len(plain) > 1 else (0, *plain)
    if board.joining.folded:
        across, down = leap_on_net(
            board.shape[1], piece, (first[0], first[1], first[2]), (second[0], second[1], second[2])
        )
        return down, across
    directions = np.array(directions_of(piece, board.dimensions))
    ends = fold_coordinates(board.surface, board.shape, list((directions + first - 1).T))
    found = directions[ends == np.ravel_multi_index([place - 1 for place in second], board.shape)]
    # Over a small board a move may have several images: the one that stays on the board is the natural one.
    return min(map(tuple, found.tolist()), key=lambda leap: (leap != plain, leap[::-1]))


def _point(centre: NDArray[np.float64]) -> Point:
    return float(centre[0]), float(centre[1])


def _stub(place: Point, leap: tuple[int, ...]) -> Point:
    """Return where a short line towards another layer ends: whole halves would meet those of other moves."""
    length = max(1.0, hypot(*leap[-2:]))
    return place[0] + STUB * leap[-1] / length, place[1] + STUB * leap[-2] / length


def _half(place: Point, leap: tuple[int, ...]) -> Point:
    return place[0] + leap[-1] / 2, place[1] + leap[-2] / 2
