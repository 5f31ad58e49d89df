"""Statistics of streams of tours, compiled: the fast twin of `measure`, for workers. Loads numba."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.boards.board import Board
from engine.boards.piece import Piece
from engine.features.corner_types import BITS, TYPES_BY_CODE, visits_of
from engine.features.measure import (
    ANGLE_CLASSES,
    AROUND,
    CROSSING,
    STRAIGHT,
    TURN,
    TURNINGS,
    UPWARDS,
    WEDGE_KINDS,
    cells_of,
    middle_of,
    moves_of,
    width_of,
)
from engine.features.table import (
    ABSENT,
    ANGLES,
    AREA,
    CORNERS,
    CROSSINGS,
    LINE,
    MAGIC,
    MAGIC_SQUARE,
    NONE,
    RUN,
    SEMIMAGIC,
    STATISTICS,
    TURNING,
    TURNS,
    WEDGES,
    has_corners,
    has_line,
    has_sums,
)
from engine.jit import allocating, kernel

Tours = NDArray[np.int32]
Found = NDArray[np.int32]

ANGLE_NUMBER = len(ANGLES)
SLOPE = np.uint8(len(UPWARDS) - 1)
"""The bits that a direction shares with its opposite."""

TURN_COLUMN, CROSSING_COLUMN, RUN_COLUMN = (LINE.index(name) for name in (TURNS, CROSSINGS, RUN))
TURNING_COLUMN, AREA_COLUMN, WEDGE_COLUMN = (LINE.index(name) for name in (TURNING, AREA, WEDGES))
CORNER_COLUMN = LINE.index(CORNERS)


def measure_stream(board: Board, piece: Piece, tours: NDArray[np.integer], closed: NDArray[np.bool_]) -> Found:
    """Return the STATISTICS of sound tours (k, size), closed or not (k,): int32 (k, len(STATISTICS)).

    ABSENT where the board or the piece has none. Some ten nanoseconds a square; `measure` is the plain twin.
    """
    batch = np.ascontiguousarray(tours, dtype=np.int32)
    found = np.full((len(batch), len(STATISTICS)), ABSENT, np.int32)
    if has_line(board, piece):
        found[:, : len(LINE)] = measure_lines(board, batch, closed)
    if has_sums(board):
        rows, columns = board.shape
        _sum_up(batch, rows, columns, found[:, STATISTICS.index(MAGIC)])
    return found


def measure_lines(board: Board, tours: NDArray[np.integer], closed: NDArray[np.bool_]) -> Found:
    """Return the statistics LINE of sound knight's tours of a flat board, as `measure.line_statistics`: int32."""
    batch, closing = np.ascontiguousarray(tours, dtype=np.int32), np.ascontiguousarray(closed, dtype=np.bool_)
    found = np.zeros((len(batch), len(LINE)), np.int32)
    crossing = [(one, other, down * width_of(board) + right) for one, other, down, right in CROSSING]
    margin = 2 * middle_of(board)
    marks = np.zeros((board.shape[0] + 1) * width_of(board) + 2 * margin, np.uint8)
    _measure(
        batch,
        closing,
        cells_of(board) + np.int32(margin),
        board.coordinates.astype(np.int64),
        moves_of(board),
        np.array(crossing, np.int32),
        marks,
        found,
    )
    if has_corners(board):
        _type_corners(batch, closing, visits_of(board), board.shape[1], found[:, CORNER_COLUMN])
    return found


@allocating
def _measure(
    tours: Tours,
    closed: NDArray[np.bool_],
    cells: NDArray[np.int32],
    places: NDArray[np.int64],
    moves: NDArray[np.uint8],
    crossing: NDArray[np.int32],
    marks: NDArray[np.uint8],
    found: Found,
) -> None:
    """Measure each tour (k, size), closed or not (k,), into `found` (k, LINE), zeros at first.

    cells (size,): of each square. places (size, 2): its row and column.
    moves: the direction 0..7 by the difference of cells, the middle entry for a difference of 0.
    crossing (pairs, 3): slopes of two segments that cross, and how far the second's lower end is from the first's.
    marks: by cell the slopes of the segments whose lower ends are there; zeros before and afterwards.
    """
    middle, size = len(moves) // 2, tours.shape[1]
    ends, slopes = np.empty(size, np.int32), np.empty(size, np.uint8)
    for row in range(len(tours)):
        tour, line = tours[row], found[row]
        segments = size if closed[row] else size - 1
        here = cells[tour[0]]
        for index in range(segments):
            there = cells[tour[index + 1 if index + 1 < size else 0]]
            slopes[index] = moves[there - here + middle]
            ends[index] = max(here, there)
            here = there
        line[AREA_COLUMN] = _area(places, tour)
        line[RUN_COLUMN] = _turns(slopes[:segments], closed[row], line)
        line[CROSSING_COLUMN] = _crossings(ends[:segments], slopes[:segments], crossing, marks, line[ANGLE_NUMBER:])


@allocating
def _crossings(
    ends: NDArray[np.int32],
    directions: NDArray[np.uint8],
    crossing: NDArray[np.int32],
    marks: NDArray[np.uint8],
    slopes: Found,
) -> int:
    """Return how many pairs of segments cross, and count how many have each slope (4,).

    ends, directions (segments,): the cells of their lower ends, and their directions. crossing, marks: see `_measure`.
    """
    segments = len(ends)
    of_slope = np.empty((len(UPWARDS), segments), np.int32)
    for index in range(segments):
        slope = directions[index] & SLOPE
        marks[ends[index]] |= np.uint8(1 << slope)
        of_slope[slope, slopes[slope]] = ends[index]
        slopes[slope] += 1
    number = 0
    for pair in range(len(crossing)):
        one, other, apart = crossing[pair]
        for index in range(slopes[one]):
            number += (marks[of_slope[one, index] + apart] >> other) & 1
    for index in range(segments):
        marks[ends[index]] = 0
    return number


@kernel
def _area(places: NDArray[np.int64], tour: Tours) -> int:
    """Return the whole squares of the area that a radius to the line sweeps over, back to the start of a tour."""
    doubled, before = 0, tour[-1]
    for square in tour:
        doubled += places[before, 0] * places[square, 1] - places[square, 0] * places[before, 1]
        before = square
    return abs(doubled) // 2


@kernel
def _turns(directions: NDArray[np.uint8], closed: bool, line: Found) -> int:
    """Count the angles, turns and wedges of successive moves (segments,); return the longest straight run."""
    segments = len(directions)
    if segments == 0:
        return 0
    if segments == 2 and closed:  # there and back: no angle that is counted
        line[TURN_COLUMN] = segments
        return 1
    run, longest, opening, passed, kinds = 1, 1, 0, 0, 0
    for index in range(1, segments):
        corner = directions[index - 1] * len(AROUND) + directions[index]
        angle = ANGLE_CLASSES[corner]
        passed += TURNINGS[corner]
        kinds |= 1 << WEDGE_KINDS[corner]
        line[angle] += 1
        if angle == STRAIGHT:
            run += 1
            longest = max(longest, run)
        else:
            opening = opening if opening > 0 else run
            run = 1
    corners = segments - 1
    if closed:
        corner = directions[segments - 1] * len(AROUND) + directions[0]
        angle = ANGLE_CLASSES[corner]
        passed += TURNINGS[corner]
        kinds |= 1 << WEDGE_KINDS[corner]
        line[angle] += 1
        corners += 1
        if angle == STRAIGHT:
            longest = max(longest, run + opening)
    line[TURN_COLUMN] = corners - line[STRAIGHT]
    line[TURNING_COLUMN] = abs(passed) // TURN
    while kinds:
        kinds &= kinds - 1
        line[WEDGE_COLUMN] += 1
    return longest


@kernel
def _type_corners(
    tours: Tours, closed: NDArray[np.bool_], visits: NDArray[np.int64], columns: int, found: Found
) -> None:
    """Write the corner type of each closed tour (k, size) of a rectangle (k,). visits (size,): see `visits_of`."""
    for row in range(len(tours)):
        if closed[row]:
            code, before = 0, tours[row, -1]
            for square in tours[row]:
                if visits[square] >= 0:
                    wide = abs(square // columns - before // columns) == 1
                    code = code << BITS | visits[square] | wide
                before = square
            found[row] = TYPES_BY_CODE[code]


@allocating
def _sum_up(tours: Tours, rows: int, columns: int, found: NDArray[np.int32]) -> None:
    """Write of each tour (k, rows * columns) whether its numbers are magic (k,), as `measure.magic`."""
    numbers = np.empty(rows * columns, np.int64)
    for row in range(len(tours)):
        for index in range(rows * columns):
            numbers[tours[row, index]] = index + 1
        found[row] = _magic(numbers, rows, columns)


@kernel
def _magic(numbers: NDArray[np.int64], rows: int, columns: int) -> int:
    """Return NONE, SEMIMAGIC or MAGIC_SQUARE of numbers (rows * columns,); the first two rows rule out most."""
    across = _total(numbers[:columns])
    for row in range(1, rows):
        if _total(numbers[row * columns : (row + 1) * columns]) != across:
            return NONE
    down = _total(numbers[::columns])
    for column in range(1, columns):
        if _total(numbers[column::columns]) != down:
            return NONE
    if rows != columns or _total(numbers[:: columns + 1]) != across:
        return SEMIMAGIC
    return MAGIC_SQUARE if _total(numbers[columns - 1 : -1 : columns - 1]) == across else SEMIMAGIC


@kernel
def _total(numbers: NDArray[np.int64]) -> int:
    """Add up. numpy's `sum` is as fast, but loads scipy with it, which takes longer than most jobs."""
    total = 0
    for number in numbers:
        total += number
    return total
