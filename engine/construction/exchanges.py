"""Exchanges of moves: a tour, closed or open, walks among the tours of its board towards an extreme of a statistic.

An exchange takes a move out of the tour and grows the path that is left at one of its ends, as S. Lin and
B. W. Kernighan did (Operations Research 21, 1973): the end moves on to a square of the path, and the move from there
towards the end is taken out, which makes its other square the new end. As soon as the ends are one move apart the path
is closed again. An open tour has a gap in place of one move; an exchange that begins with the gap ends as soon as there
is a gap again, and moves an end. The change of a tour's weight is counted only where its moves change.

Gains are kept. A loss is accepted with the odds p for each unit lost, where p sinks evenly to 0 while exchanges are
tried: simulated annealing (S. Kirkpatrick, C. D. Gelatt and M. P. Vecchi, Science 220, 1983), in whole numbers, so that
every machine does the same.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.boards.board import Board
from engine.boards.move_graph import MoveGraph
from engine.copying import copy_to
from engine.features.measure import (
    ANGLE_CLASSES,
    AROUND,
    CROSSING,
    STRAIGHT,
    UPWARDS,
    cells_of,
    middle_of,
    width_of,
)
from engine.features.table import ANGLES, CROSSINGS, DIRECTIONS, TURNS
from engine.jit import allocating, inline_kernel, kernel
from engine.streams.splitmix64 import GAMMA, mix, random_below

Integers = NDArray[np.int64]
Squares = NDArray[np.int32]
Bytes = NDArray[np.uint8]

NO_MOVE = len(AROUND)
SLOPE = np.uint8(len(UPWARDS) - 1)
"""The bits of a direction that it shares with the opposite one."""

CROSS = len(UPWARDS)
"""The index, after those of the slopes, of the weight of two moves that cross."""

MAX_DEPTH = 6
"""The most moves that an exchange takes out after the first."""

FIRST_ODDS = 1 << 31
"""The odds, out of 2^32, for a loss of one unit at the first exchange."""

GAPS = 4
"""One of this many exchanges moves an end of an open tour."""

NEVER = -(1 << 62)
"""No tour weighs so little."""

TRIED, MADE, WEIGHT, LEAST = range(4)
"""The entries of `figures`: exchanges tried and made, the weight of the tour, and that of the best one met."""


class Plane(NamedTuple):
    """A board as the kernel sees it, and what is weighed.

    neighbours, degrees: of the move graph.
    cells: int32 (size,), of each square, in rows so wide that the difference of two cells determines the move.
    moves: uint8, the direction by that difference plus the middle, NO_MOVE where there is none.
    crossing: int32 (4, 9, 2), by the slope of a segment, the slope of each one that crosses it, and how far its lower
        end is from that of the first.
    corners: int64 (9, 9), the weight of two successive moves by their directions, 0 where one is no move; (0, 0) where
        nothing depends on them.
    slopes: int64 (5,), the weight of a move by its slope, and that of two moves that cross.
    enough: a lower bound on the weight of every tour of the board.
    """

    neighbours: Squares
    degrees: Squares
    cells: Squares
    moves: Bytes
    crossing: Squares
    corners: Integers
    slopes: Integers
    enough: int


class Held(NamedTuple):
    """The current tour.

    ring: int32 (2, size), its squares in cyclic order, and the place of each square there.
    ends: int32 (2,), the squares on both sides of the gap, or of a move that is never taken out; -1 for none.
    marks: uint8, by cell the slopes of the moves with their lower ends there.
    """

    ring: Squares
    ends: Squares
    marks: Bytes


def plane_of(graph: MoveGraph, statistic: str, sign: int, limit: int | None = None) -> Plane:
    """Return the plane on which each unit of a statistic, any of ADDITIVE, weighs `sign`.

    limit: the value that no tour is beyond; None where none is known.
    """
    board = graph.board
    middle, width = middle_of(board), width_of(board)
    moves = np.full(2 * middle + 1, NO_MOVE, np.uint8)
    for number, (down, right) in enumerate(AROUND):
        moves[middle + down * width + right] = number
    cells = cells_of(board) + np.int32(2 * middle)
    slopes = np.array([name == statistic for name in (*DIRECTIONS, CROSSINGS)], np.int64)
    corners, enough = sign * _corners_of(statistic), NEVER if limit is None else sign * limit
    return Plane(graph.neighbours, graph.degrees, cells, moves, _crossing(board), corners, sign * slopes, enough)


def _corners_of(statistic: str) -> Integers:
    """Return 1 by two directions where their angle is counted: int64 (9, 9), or (0, 0) where none is."""
    required = np.array([name == statistic for name in (*ANGLES.values(), "")])
    if statistic == TURNS:
        required = np.arange(len(required)) < STRAIGHT
    if not required.any():
        return np.zeros((0, 0), np.int64)
    corners = np.zeros((NO_MOVE + 1, NO_MOVE + 1), np.int64)
    corners[:NO_MOVE, :NO_MOVE] = required[ANGLE_CLASSES].reshape(NO_MOVE, NO_MOVE)
    return corners


def _crossing(board: Board) -> Squares:
    width = width_of(board)
    by_slope: list[list[tuple[int, int]]] = [[] for _ in UPWARDS]
    for one, other, down, right in CROSSING:
        by_slope[one].append((other, down * width + right))
        by_slope[other].append((one, -(down * width + right)))
    return np.array(by_slope, np.int32)


def hold(plane: Plane, tour: NDArray[np.integer], ends: NDArray[np.integer]) -> Held:
    """Return a tour as exchanges hold it: its squares (size,), from any on, and ends (2,); arrays are copied."""
    ring = np.empty((2, len(tour)), np.int32)
    ring[0] = tour
    ring[1, tour] = np.arange(len(tour))
    marks = np.zeros(int(plane.cells.max()) + len(plane.moves), np.uint8)
    _mark(plane.cells, plane.moves, ring, marks)
    return Held(ring, np.array(ends, np.int32), marks)


@kernel
def _mark(cells: Squares, moves: Bytes, ring: Squares, marks: Bytes) -> None:
    """Mark the moves of a tour; a gap is no move."""
    for index in range(ring.shape[1]):
        one = ring[0, index]
        other = _after(ring, one)
        way = _direction(cells, moves, one, other)
        if way != NO_MOVE:
            marks[max(cells[one], cells[other])] |= np.uint8(1 << (way & SLOPE))


@kernel
def _direction(cells: Squares, moves: Bytes, here: int, there: int) -> int:
    """Return the direction of the move between two squares, NO_MOVE where there is none."""
    apart = cells[there] - cells[here] + len(moves) // 2
    return int(moves[apart]) if 0 <= apart < len(moves) else NO_MOVE


@kernel
def _after(ring: Squares, square: int) -> int:
    index = ring[1, square] + 1
    return int(ring[0, index if index < ring.shape[1] else 0])


@kernel
def _before(ring: Squares, square: int) -> int:
    index = ring[1, square]
    return int(ring[0, (index if index > 0 else ring.shape[1]) - 1])


@kernel
def _corner(cells: Squares, moves: Bytes, corners: Integers, ring: Squares, square: int) -> int:
    """Return the weight of the two moves that meet on a square."""
    one = _direction(cells, moves, _before(ring, square), square)
    return int(corners[one, _direction(cells, moves, square, _after(ring, square))])


@kernel
def _corners(cells: Squares, moves: Bytes, corners: Integers, ring: Squares, a: int, b: int, c: int, d: int) -> int:
    """Return the weight of the moves that meet on four squares."""
    if len(corners) == 0:
        return 0
    weight = _corner(cells, moves, corners, ring, a) + _corner(cells, moves, corners, ring, b)
    return weight + _corner(cells, moves, corners, ring, c) + _corner(cells, moves, corners, ring, d)


@kernel
def _toggle(
    cells: Squares, moves: Bytes, crossing: Squares, slopes: Integers, marks: Bytes, one: int, other: int
) -> int:
    """Mark or unmark the move between two squares, if there is one; return its weight beside the moves then marked."""
    way = _direction(cells, moves, one, other)
    if way == NO_MOVE:
        return 0
    slope, low = way & SLOPE, max(cells[one], cells[other])
    marks[low] ^= np.uint8(1 << slope)
    crossed = 0
    if slopes[CROSS] != 0:
        for pair in range(crossing.shape[1]):
            crossed += (marks[low + crossing[slope, pair, 1]] >> crossing[slope, pair, 0]) & 1
    return int(slopes[slope] + slopes[CROSS] * crossed)


@kernel
def _reverse(ring: Squares, first: int, last: int) -> None:
    """Reverse the squares from place `first` to place `last` or, if these are fewer, all others."""
    size = ring.shape[1]
    number = last - first + 1 if first <= last else last - first + 1 + size
    if 2 * number > size:
        first, last, number = last + 1, first - 1, size - number
        first = first if first < size else 0
        last = last if last >= 0 else size - 1
    for _ in range(number // 2):
        one, other = ring[0, first], ring[0, last]
        ring[0, first], ring[0, last] = other, one
        ring[1, other], ring[1, one] = first, last
        first = first + 1 if first + 1 < size else 0
        last = last - 1 if last > 0 else size - 1


@inline_kernel
def _switch(plane: Plane, held: Held, a: int, b: int, c: int, d: int) -> int:
    """Replace a-b and c-d by a-c and b-d; return the change in weight. b follows or precedes a as d does c."""
    cells, moves, crossing, corners, slopes = plane.cells, plane.moves, plane.crossing, plane.corners, plane.slopes
    ring, marks = held.ring, held.marks
    if _after(ring, a) != b:
        a, b, c, d = b, a, d, c
    weight = -_corners(cells, moves, corners, ring, a, b, c, d)
    weight -= _toggle(cells, moves, crossing, slopes, marks, a, b)
    weight -= _toggle(cells, moves, crossing, slopes, marks, c, d)
    _reverse(ring, ring[1, b], ring[1, c])
    weight += _toggle(cells, moves, crossing, slopes, marks, a, c)
    weight += _toggle(cells, moves, crossing, slopes, marks, b, d)
    return weight + _corners(cells, moves, corners, ring, a, b, c, d)


@kernel
def _are(ends: Squares, one: int, other: int) -> bool:
    """Whether two squares are the ends."""
    return bool((one == ends[0] and other == ends[1]) or (one == ends[1] and other == ends[0]))


@inline_kernel
def _onward(plane: Plane, held: Held, state: NDArray[np.uint64], end: int, rest: int) -> tuple[int, int]:
    """Draw the square that the path from `rest` grows to at `end`; return it and the new end, or -1, -1 for none."""
    ring, ends, neighbours, degree = held.ring, held.ends, plane.neighbours, plane.degrees[end]
    forwards = _after(ring, end) == rest
    turn = random_below(state, degree)
    for _ in range(degree):
        onto = neighbours[end, turn]
        turn = turn + 1 if turn + 1 < degree else 0
        if onto != rest:
            then = _after(ring, onto) if forwards else _before(ring, onto)
            if then != end and not _are(ends, onto, then):
                return onto, then
    return -1, -1


@kernel
def _let_through(state: NDArray[np.uint64], loss: int, odds: int) -> bool:
    """Draw whether a loss is accepted, by odds out of 2^32 for each unit of it; a gain always is."""
    for _ in range(loss):
        state[0] += GAMMA
        if np.int64(mix(state[0]) >> np.uint64(32)) >= odds:
            return False
    return True


@allocating
def exchange(plane: Plane, held: Held, state: NDArray[np.uint64], end: int, rest: int, odds: int) -> tuple[bool, int]:
    """Try an exchange that takes out the link between two squares, and grows at `end`.

    Return whether it is made, and the weight that it adds; if it is not, the tour is left as it was.
    state: uint64 (1,), of the random words.
    """
    gap, moving, weight, depth = _are(held.ends, end, rest), end, 0, 0
    steps = np.empty((MAX_DEPTH, 3), np.int32)
    while depth < MAX_DEPTH:
        onto, then = _onward(plane, held, state, end, rest)
        if onto < 0:
            break
        steps[depth, 0], steps[depth, 1], steps[depth, 2] = end, onto, then
        depth += 1
        weight += _switch(plane, held, end, rest, onto, then)
        end = then
        if (_direction(plane.cells, plane.moves, end, rest) == NO_MOVE) == gap:
            if not _let_through(state, weight, odds):
                break
            if gap:
                held.ends[0 if held.ends[0] == moving else 1] = end
            return True, weight
    while depth > 0:
        depth -= 1
        _switch(plane, held, steps[depth, 0], steps[depth, 1], rest, steps[depth, 2])
    return False, 0


@kernel
def make_exchanges(
    plane: Plane,
    held: Held,
    best: Squares,
    free: NDArray[np.bool_],
    state: NDArray[np.uint64],
    figures: Integers,
    number: int,
    total: int,
) -> None:
    """Try the next `number` of `total` exchanges, or fewer: none after a tour that weighs `plane.enough` or less.

    best int32 (2 + size,): the ends and, in cyclic order, the squares of the lightest tour met. free (2,): which ends
    of an open tour may move. state uint64 (1,): of the random words. figures int64 (4,): see TRIED.
    """
    ring, ends = held.ring, held.ends
    size = ring.shape[1]
    for _ in range(number):
        odds = FIRST_ODDS * (total - figures[TRIED]) // total
        figures[TRIED] += 1
        if (free[0] or free[1]) and random_below(state, GAPS) == 0:
            side = random_below(state, 2)
            side = side if free[side] else 1 - side
            end, rest = ends[side], ends[1 - side]
        else:
            end = ring[0, random_below(state, size)]
            rest = _after(ring, end) if random_below(state, 2) == 0 else _before(ring, end)
            if _are(ends, end, rest):
                continue
        made, weight = exchange(plane, held, state, end, rest, odds)
        if made:
            figures[MADE] += 1
            figures[WEIGHT] += weight
            if figures[WEIGHT] < figures[LEAST]:
                figures[LEAST] = figures[WEIGHT]
                copy_to(best[:2], ends)
                copy_to(best[2:], ring[0])
                if figures[LEAST] <= plane.enough:
                    return
