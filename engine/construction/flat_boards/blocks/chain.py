"""A path through the blocks from the block of the start to the block of the end, each block toured on the way."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from random import Random

import numpy as np
from numpy.typing import NDArray

from engine.construction.flat_boards.blocks.block_paths import block_path
from engine.construction.flat_boards.links import MOVES

Square = tuple[int, int]
"""Row and column from 0."""
Block = tuple[int, int]
"""Row and column in the grid of blocks."""
Box = tuple[int, int, int, int]
"""Top row, left column, height and width of a block."""
STEPS = [(int(down), int(right)) for down, right in MOVES]


@dataclass(frozen=True)
class Grid:
    """A board cut into blocks of these heights and widths."""

    heights: list[int]
    widths: list[int]

    @cached_property
    def tops(self) -> list[int]:
        """The first row of each block row."""
        return [0, *accumulate(self.heights)]

    @cached_property
    def lefts(self) -> list[int]:
        """The first column of each block column."""
        return [0, *accumulate(self.widths)]

    @property
    def columns(self) -> int:
        """The number of columns of the board."""
        return self.lefts[-1]

    def block_of(self, square: Square) -> Block:
        """Return the block that holds a square."""
        return bisect_right(self.tops, square[0]) - 1, bisect_right(self.lefts, square[1]) - 1

    def box(self, block: Block) -> Box:
        """Return the place of a block on the board."""
        i, j = block
        return self.tops[i], self.lefts[j], self.heights[i], self.widths[j]


def route(source: Block, target: Block, *, rows_first: bool) -> list[Block]:
    """Return the blocks of an L-shaped way from `source` to `target`."""
    down = _between(source[0], target[0])
    right = _between(source[1], target[1])
    if rows_first:
        return [(i, source[1]) for i in down] + [(target[0], j) for j in right[1:]]
    return [(source[0], j) for j in right] + [(i, target[1]) for i in down[1:]]


def _between(first: int, last: int) -> list[int]:
    step = 1 if last >= first else -1
    return list(range(first, last + step, step))


def chain(
    grid: Grid, blocks: list[Block], start: Square, end: Square, random: Random
) -> list[NDArray[np.int32]] | None:
    """Return for each block its tour, as square numbers of the whole board; None if the draws lead nowhere.

    Consecutive tours are one knight move apart; the first begins on `start`, the last ends on `end`.
    """
    boxes = [grid.box(block) for block in blocks]
    tours: list[NDArray[np.int32]] = []
    entry = start
    for here, following in pairwise(boxes):
        options = _crossings(here, following, entry, end if following is boxes[-1] else None)
        random.shuffle(options)
        toured = ((_tour(grid, here, entry, leave), enter) for leave, enter in options)
        tour, entry = next(((tour, enter) for tour, enter in toured if tour is not None), (None, entry))
        if tour is None:
            return None
        tours.append(tour)
    tour = _tour(grid, boxes[-1], entry, end)
    return None if tour is None else [*tours, tour]


def _tour(grid: Grid, box: Box, entry: Square, leave: Square) -> NDArray[np.int32] | None:
    """Return a tour of one block as square numbers of the whole board."""
    top, left, height, width = box
    first, last = ((r - top) * width + c - left for r, c in (entry, leave))
    path = block_path(height, width, first, last)
    if path is None:
        return None
    row, column = np.divmod(path, width)
    numbers: NDArray[np.int32] = (row + top) * np.int32(grid.columns) + column + left
    return numbers


def _crossings(here: Box, following: Box, entry: Square, end: Square | None) -> list[tuple[Square, Square]]:
    """Return the knight moves (from, to) into the next block that fit the colours and the rule for five rows.

    end: where the tour of the next block ends, if it is the last.
    """
    top, left, height, width = here
    colour = (entry[0] + entry[1] + height * width + 1) % 2
    rows = range(max(top, following[0] - 2), min(top + height, following[0] + following[2] + 2))
    columns = range(max(left, following[1] - 2), min(left + width, following[1] + following[3] + 2))
    crossings = [((r, c), (r + d, c + e)) for r in rows for c in columns if (r + c) % 2 == colour for d, e in STEPS]
    return [
        (leave, enter)
        for leave, enter in crossings
        if _within(following, enter) and pair_allowed(here, entry, leave) and pair_allowed(following, enter, end)
    ]


def _within(box: Box, square: Square) -> bool:
    return box[0] <= square[0] < box[0] + box[2] and box[1] <= square[1] < box[1] + box[3]


def pair_allowed(box: Box, first: Square, last: Square | None) -> bool:
    """Whether a tour of the block may join two squares as far as a rule of thumb can tell; `last` None: not yet known.

    In 5 x (even) both corners of a short side need its neighbour (3, 2): where that square is an end, the other end
    must be one of the two corners. An end not yet known counts against it.
    """
    top, left, height, width = box
    squares = [None if square is None else (square[0] - top, square[1] - left) for square in (first, last)]
    if first == last:
        return False
    if height != 5 and width == 5:
        squares = [None if square is None else (square[1], square[0]) for square in squares]
        height, width = width, height
    if height != 5 or width % 2:
        return True
    for square, other in (squares, squares[::-1]):
        for knee, corner in ((1, 0), (width - 2, width - 1)):
            if square == (2, knee) and other not in {(0, corner), (4, corner)}:
                return False
    return True
