"""Knight's tours on whole rectangles, guaranteed: picks the scheme by the short side, and the ends that are free.

Three and four rows are decided exactly by sweeping strips; with five rows and more, blocks are joined. Linear time.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from engine.construction.flat_boards.blocks.chain import pair_allowed
from engine.construction.flat_boards.blocks.closed import closed_tour
from engine.construction.flat_boards.blocks.open import open_tour
from engine.construction.flat_boards.four_rows import four_rows_tour
from engine.construction.flat_boards.three_rows import three_rows_tour
from engine.construction.request import Answer, Request, begin_at

Square = tuple[int, int]
"""Row and column from 0 on the board laid with its short side upright."""

EXHAUSTED_BELOW = 31
"""Blocks up to this many squares are searched to the end, so that finding no tour is a proof."""


def flat_answer(request: Request) -> Answer:
    """Construct the tour that is asked for on a whole rectangle."""
    rows, columns = request.board.shape
    upright = rows <= columns
    short, long = sorted((rows, columns))
    pairs: Iterator[tuple[Square, Square]] = iter(())
    start, end = (_square(number, columns, upright=upright) for number in (request.start, request.end))
    if request.tours == "closed" and end is None:
        tour = _closed_scheme(short, long)
        tour = None if tour is None else begin_at(tour, None if start is None else start[0] * long + start[1])
    else:
        pairs = _pairs(request, short, long, start, end)
        tours = (_open(short, long, one, other) for one, other in _pairs(request, short, long, start, end))
        tour = next((tour for tour in tours if tour is not None), None)
    if tour is not None:
        return Answer("complete", _scheme(short), tour if upright else _transpose(tour, short, long))
    if short < 5 or short * long < EXHAUSTED_BELOW or next(pairs, None) is None:
        return Answer("impossible", f"no such tour: every possibility on {short} x {long} was gone through")
    return Answer("not-found", "no cut of the board into blocks led from the start to the end")


def _square(number: int | None, columns: int, *, upright: bool) -> Square | None:
    if number is None:
        return None
    row, column = divmod(number, columns)
    return (row, column) if upright else (column, row)


def _closed_scheme(short: int, long: int) -> NDArray[np.int32] | None:
    if short == 3:
        return three_rows_tour(long, (0, 0), (1, 2)) if long > 2 else None
    return closed_tour(short, long) if short >= 5 and short * long % 2 == 0 else None


def _open(short: int, long: int, start: Square, end: Square) -> NDArray[np.int32] | None:
    """Return a tour between two squares that admit one as far as colours and corners tell."""
    if short * long == 1:
        return np.zeros(1, dtype=np.int32)
    if short < 3:
        return None
    if short == 3:
        return three_rows_tour(long, start, end)
    return four_rows_tour(long, start, end) if short == 4 else open_tour(short, long, start, end)


def _pairs(
    request: Request, short: int, long: int, start: Square | None, end: Square | None
) -> Iterator[tuple[Square, Square]]:
    """Yield the pairs of ends that colours, corners and the kind of tour admit, corners first."""
    corners = [(0, 0), (0, long - 1), (short - 1, 0), (short - 1, long - 1)]
    for one in [start] if start else _every(short, long, corners):
        for other in [end] if end else _every(short, long, corners):
            closes = sorted((abs(one[0] - other[0]), abs(one[1] - other[1]))) == [1, 2]
            if request.accepts(closes) and _ends_fit(short, long, one, other):
                yield one, other


def _every(short: int, long: int, first: list[Square]) -> Iterator[Square]:
    return chain(first, ((row, column) for column in range(long) for row in range(short)))


def _ends_fit(short: int, long: int, one: Square, other: Square) -> bool:
    """Whether colours, and on five rows the needs of the corners, admit two squares as the ends of a tour."""
    if short * long == 1 or one == other:
        return short * long == 1
    colours = (sum(one) % 2, sum(other) % 2)
    if colours != (0, 0) if short * long % 2 else colours[0] == colours[1]:
        return False
    return short < 5 or pair_allowed((0, 0, short, long), one, other)


def _transpose(tour: NDArray[np.int32], short: int, long: int) -> NDArray[np.int32]:
    """Return the tour on the board as it was given, with its long side upright."""
    row, column = np.divmod(tour, np.int32(long))
    numbers: NDArray[np.int32] = column * np.int32(short) + row
    return numbers


def _scheme(short: int) -> str:
    if short == 1:
        return "the board is one square"
    if short <= 4:
        return f"a sweep of all ways through {short} rows"
    return "blocks with tours of their own, joined by edge switches"
