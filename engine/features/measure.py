"""Measures batches of tours: the statistics of the line, exact integers.

Crossings are pairs of moves whose segments have an inner point of both in common. Segments otherwise meet only at the
square that two successive moves share: a knight's segment passes through no other square's centre, so segments neither
touch otherwise nor lie on each other. Where three segments pass through one point there are three pairs.

For crossings every segment is marked at its lower end, in one layer for each direction. Which segments cross a segment
depends on the difference of their ends alone (`CROSSING`), so each of the few differences takes one comparison of two
layers, one of them shifted, for all squares and tours at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from math import atan2

import numpy as np
from numpy.typing import NDArray

from engine.boards.board import Board
from engine.boards.piece import Piece
from engine.features.corner_types import corner_types
from engine.features.table import (
    ANGLES,
    DIRECTIONS,
    LINE,
    MAGIC,
    MAGIC_SQUARE,
    NONE,
    SEMIMAGIC,
    has_corners,
    has_line,
    has_sums,
    statistics_of_line,
)

Vector = tuple[int, int]
Tours = NDArray[np.integer]

UPWARDS: tuple[Vector, ...] = tuple(DIRECTIONS.values())
AROUND: tuple[Vector, ...] = (*UPWARDS, *((-down, -right) for down, right in UPWARDS))
"""The knight's directions; those 4 apart are opposite."""

REACH = 2
"""How far a move goes along an axis."""

ROUND = sorted(AROUND, key=lambda way: atan2(-way[0], way[1]))
"""The knight's directions in the order in which a turn to the left passes them."""

TURN = 8
"""Directions of ROUND that a whole turn passes."""

STRAIGHT = list(ANGLES).index(-5)
AT_ONCE = 1 << 17
"""Squares of a batch that are measured together."""


def crosses(first: Vector, apart: Vector, second: Vector) -> bool:
    """Whether the segment from (0, 0) along `first` crosses the one from `apart` along `second`, at inner points."""
    far = apart[0] + second[0], apart[1] + second[1]
    back = -apart[0], -apart[1]
    end = first[0] - apart[0], first[1] - apart[1]
    return _side(first, apart) * _side(first, far) < 0 and _side(second, back) * _side(second, end) < 0


def _side(line: Vector, point: Vector) -> int:
    """Return on which side of a line through (0, 0) a point lies: positive, negative, or 0 on it."""
    return line[0] * point[1] - line[1] * point[0]


def _crossing() -> Iterator[tuple[int, int, int, int]]:
    reach = range(-2 * REACH, 2 * REACH + 1)
    for one, other in combinations(range(len(UPWARDS)), 2):
        for down, right in product(reach, reach):
            if crosses(UPWARDS[one], (down, right), UPWARDS[other]):
                yield one, other, down, right


CROSSING = tuple(_crossing())
"""(direction, other direction, rows down, columns right): all pairs that cross, once, by their lower ends."""


def _angle_classes() -> NDArray[np.uint8]:
    """Return the number of the angle by 8 * direction of the move before + direction of the move after: uint8 (64,)."""
    order = {cosine: number for number, cosine in enumerate(ANGLES)}
    cosines = [-(before[0] * after[0] + before[1] * after[1]) for before, after in product(AROUND, AROUND)]
    return np.array([order.get(cosine, len(order)) for cosine in cosines], np.uint8)


ANGLE_CLASSES = _angle_classes()


def _turnings() -> NDArray[np.int8]:
    """Return, by the same index, how many directions of ROUND a turn passes: int8 (64,).

    Positive to the left, negative to the right, 0 where the line comes back on itself.
    """
    places = [ROUND.index(way) for way in AROUND]
    passed = [(places[after] - places[before]) % TURN for before, after in product(range(TURN), range(TURN))]
    return np.array([0 if one == TURN // 2 else one - TURN * (one > TURN // 2) for one in passed], np.int8)


TURNINGS = _turnings()


def _wedge_kinds() -> NDArray[np.uint8]:
    """Return, by the same index, the number of the wedge of two directions away from a square: uint8 (64,)."""
    kinds = {pair: number for number, pair in enumerate(combinations(range(TURN), 2))}
    back = [(way + TURN // 2) % TURN for way in range(TURN)]
    away = [(min(back[before], after), max(back[before], after)) for before, after in product(range(TURN), range(TURN))]
    return np.array([kinds.get(pair, len(kinds)) for pair in away], np.uint8)


WEDGE_KINDS = _wedge_kinds()
NUMBER_OF_WEDGES = TURN * (TURN - 1) // 2


def statistics_of(board: Board, piece: Piece, tour: Tours, *, closed: bool) -> dict[str, int]:
    """Return the statistics of one sound tour (size,) by name: those that its board and piece have."""
    found: dict[str, int] = {}
    if has_line(board, piece):
        values = dict(zip(LINE, line_statistics(board, tour[None], closed=closed)[0].tolist(), strict=True))
        found = {name: values[name] for name in statistics_of_line(board, closed=closed)}
    if has_sums(board):
        found[MAGIC] = int(magic(board, tour[None])[0])
    return found


def line_statistics(board: Board, tours: Tours, *, closed: bool) -> NDArray[np.int64]:
    """Return the statistics LINE of sound knight's tours (k, size) of a flat board: int64 (k, len(LINE)).

    closed: whether they close; then the move back to the start is part of the line.
    """
    step = max(1, AT_ONCE // max(1, board.size))
    parts = [_batch(board, tours[begin : begin + step], closed) for begin in range(0, len(tours), step)]
    return np.concatenate([np.empty((0, len(LINE)), np.int64), *parts])


def width_of(board: Board) -> int:
    """Return the cells in a row of a plane so wide that no shift by one or two moves wraps into another row."""
    return board.shape[1] + 2 * REACH


def middle_of(board: Board) -> int:
    """Return the largest difference between the cells of two squares that a move joins, or more."""
    return REACH * (width_of(board) + 1)


def cells_of(board: Board) -> NDArray[np.int32]:
    """Return the cell of each square: int32 (size,)."""
    cells: NDArray[np.int32] = (board.coordinates @ np.array([width_of(board), 1])).astype(np.int32)
    return cells


def moves_of(board: Board) -> NDArray[np.uint8]:
    """Return each move's index in AROUND, by the difference of its cells plus `middle_of`: uint8."""
    middle = middle_of(board)
    moves = np.zeros(2 * middle + 1, np.uint8)
    moves[[middle + down * width_of(board) + right for down, right in AROUND]] = range(len(AROUND))
    return moves


def _batch(board: Board, tours: Tours, closed: bool) -> NDArray[np.int64]:
    """Measure tours side by side: in all arrays below the last axis is that of the tours, so rows are long."""
    width, middle = width_of(board), middle_of(board)
    path = cells_of(board)[tours.T]
    if closed:
        path = np.concatenate([path, path[:1]])
    directions = moves_of(board)[np.diff(path, axis=0) + middle]
    turned = np.concatenate([directions, directions[:1]]) if closed else directions
    corners = turned[:-1] * np.uint8(len(AROUND)) + turned[1:]
    angles, kinds = ANGLE_CLASSES[corners], WEDGE_KINDS[corners]
    slopes = directions % np.uint8(len(UPWARDS))
    return np.column_stack(
        [
            *(_number(angles == number) for number in range(len(ANGLES))),
            *(_number(slopes == number) for number in range(len(UPWARDS))),
            _number(angles != STRAIGHT),
            _crossings(np.maximum(path[:-1], path[1:]), slopes, width, board.shape[0]),
            _longest_run(angles.T != STRAIGHT, len(directions), closed),
            np.abs(TURNINGS[corners].sum(axis=0, dtype=np.int64)) // TURN,
            _area(path, width),
            sum((kinds == kind).any(axis=0).astype(np.int64) for kind in range(NUMBER_OF_WEDGES)),
            corner_types(board, tours) if closed and has_corners(board) else np.zeros(len(tours), np.int64),
        ]
    )


def _area(path: NDArray[np.int32], width: int) -> NDArray[np.int64]:
    """Return the area, in whole squares, that a radius along the line sweeps over, back to the start: int64 (k,)."""
    down, right = np.divmod(path.astype(np.int64), width)
    onwards_down, onwards_right = np.roll(down, -1, axis=0), np.roll(right, -1, axis=0)
    area: NDArray[np.int64] = np.abs((down * onwards_right - onwards_down * right).sum(axis=0)) // 2
    return area


def _number(required: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return how many entries of bool (n, k) are true for each tour: int64 (k,), summed in the smallest type for n."""
    numbers: NDArray[np.unsignedinteger] = required.view(np.uint8).sum(axis=0, dtype=np.min_scalar_type(len(required)))
    return numbers.astype(np.int64)


def _crossings(ends: NDArray[np.int32], slopes: NDArray[np.uint8], width: int, rows: int) -> NDArray[np.int64]:
    """Return the pairs of moves that cross: int64 (k,). ends: their lower ends (moves, k), cells in rows of `width`."""
    margin = 2 * REACH * (width + 1)
    area, count = (rows + 1) * width, ends.shape[1]
    layers = np.zeros((len(UPWARDS), area + 2 * margin, count), np.uint8)
    layers[slopes, ends + margin, np.arange(count)] = 1
    found = np.zeros((area, count), np.uint8)
    for one, other, down, right in CROSSING:
        begin = margin + down * width + right
        found += layers[one, margin : margin + area] & layers[other, begin : begin + area]
    numbers: NDArray[np.int64] = found.sum(axis=0, dtype=np.int64)
    return numbers


def _longest_run(turns: NDArray[np.bool_], moves: int, closed: bool) -> NDArray[np.int64]:
    """Return the moves of the longest run in one direction: int64 (k,); in a closed tour also across its start.

    turns: whether there is a turn after each move (except the last of an open tour), bool (k, squares).
    """
    if moves == 0 or not len(turns):
        return np.zeros(len(turns), np.int64)
    begins = np.ones((len(turns), moves), np.bool_)
    begins[:, 1:] = turns[:, : moves - 1]
    places = np.flatnonzero(begins)
    lengths = np.diff(places, append=begins.size)
    firsts = np.searchsorted(places, np.arange(len(turns)) * moves)
    longest: NDArray[np.int64] = np.maximum.reduceat(lengths, firsts)
    if closed:
        lasts = np.append(firsts[1:], len(places)) - 1
        longest = np.maximum(longest, np.where(turns[:, -1], 0, lengths[firsts] + lengths[lasts]))
    return longest


def magic(board: Board, tours: Tours) -> NDArray[np.int64]:
    """Return whether the numbers 1, 2, ... of tours (k, size) are magic on a whole rectangle: int64 (k,).

    NONE; SEMIMAGIC: all rows have one sum, and all columns one (on a square board the same); MAGIC_SQUARE: on a square
    board, both diagonals have that sum too.
    """
    rows, columns = board.shape
    numbers = np.empty(tours.shape, np.int64)
    np.put_along_axis(numbers, tours.astype(np.intp), np.arange(1, board.size + 1), axis=1)
    grid = numbers.reshape(len(tours), rows, columns)
    across, down = grid.sum(axis=2), grid.sum(axis=1)
    found = np.where((across == across[:, :1]).all(axis=1) & (down == down[:, :1]).all(axis=1), SEMIMAGIC, NONE)
    if rows == columns:
        diagonals = np.einsum("kii->k", grid), np.einsum("kii->k", grid[:, :, ::-1])
        even = (diagonals[0] == across[:, 0]) & (diagonals[1] == across[:, 0])
        found[(found == SEMIMAGIC) & even] = MAGIC_SQUARE
    return found
