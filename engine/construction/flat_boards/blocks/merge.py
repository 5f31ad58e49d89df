"""Making one tour out of many cycles by edge switches between neighbouring blocks.

Given an edge a-b of one component and an edge c-d of another with a-c and b-d knight moves, replacing the first two
by the last two joins the components into one, whatever their orientation: a path and a cycle become a path, two
cycles a cycle.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.construction.flat_boards.links import DIRECTION_OF_STEP, MOVES, NONE
from engine.jit import kernel

Cut = tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64]]
"""Links of the board, first rows and first columns of the blocks."""


def merge_blocks(
    links: NDArray[np.uint8], row_cuts: NDArray[np.int64], column_cuts: NDArray[np.int64], merged: NDArray[np.uint8]
) -> bool:
    """Join the cycle of every block to the one component of the blocks marked in `merged`; return whether all were.

    links: uint8 (rows, columns), changed in place. row_cuts, column_cuts: int64, the first row (column) of each
    block and the side's length. merged: uint8 (block rows, block columns), at least one 1; changed in place.
    """
    queue = np.empty(merged.size, dtype=np.int32)
    _merge((links, row_cuts, column_cuts), merged, queue, MOVES, DIRECTION_OF_STEP)
    return bool(merged.all())


@kernel
def _replace(
    links: NDArray[np.uint8], row: int | np.int64, column: int | np.int64, old: int | np.int64, new: int | np.int64
) -> None:
    code = links[row, column]
    if code & 15 == old:
        links[row, column] = (code & 240) | new
    else:
        links[row, column] = (code & 15) | (new << 4)


@kernel
def _switch_at(
    links: NDArray[np.uint8],
    row: int,
    column: int,
    box: tuple[int, int, int, int],
    moves: NDArray[np.int64],
    direction_of: NDArray[np.uint8],
) -> bool:
    """Switch an edge at (row, column) with one at a square of `box` (first row, end row, first column, end column)."""
    for p_side in range(2):
        p = (np.int64(links[row, column]) >> (4 * p_side)) & 15
        if p == NONE:
            continue
        for q in range(8):
            far_row = row + moves[q, 0]
            far_column = column + moves[q, 1]
            if not (box[0] <= far_row < box[1] and box[2] <= far_column < box[3]):
                continue
            for r_side in range(2):
                r = (np.int64(links[far_row, far_column]) >> (4 * r_side)) & 15
                down = moves[q, 0] + moves[r, 0] - moves[p, 0]
                right = moves[q, 1] + moves[r, 1] - moves[p, 1]
                if abs(down) > 2 or abs(right) > 2 or direction_of[down + 2, right + 2] == NONE:
                    continue
                across = np.int64(direction_of[down + 2, right + 2])
                _replace(links, row, column, p, q)
                _replace(links, row + moves[p, 0], column + moves[p, 1], p ^ 4, across)
                _replace(links, far_row, far_column, r, q ^ 4)
                _replace(links, far_row + moves[r, 0], far_column + moves[r, 1], r ^ 4, across ^ 4)
                return True
    return False


@kernel
def _join(
    cut: Cut,
    near: tuple[int, int],
    far: tuple[int, int],
    moves: NDArray[np.int64],
    direction_of: NDArray[np.uint8],
) -> bool:
    """Switch one edge at a square of the block `near` with one of the cycle in the block `far`; False: none fits."""
    links, row_cuts, column_cuts = cut
    top, end = row_cuts[far[0]], row_cuts[far[0] + 1]
    left, right = column_cuts[far[1]], column_cuts[far[1] + 1]
    for row in range(max(row_cuts[near[0]], top - 2), min(row_cuts[near[0] + 1], end + 2)):
        for column in range(max(column_cuts[near[1]], left - 2), min(column_cuts[near[1] + 1], right + 2)):
            if _switch_at(links, row, column, (top, end, left, right), moves, direction_of):
                return True
    return False


@kernel
def _run_along(
    cut: Cut,
    merged: NDArray[np.uint8],
    queue: NDArray[np.int32],
    tail: int,
    block: tuple[int, int],
    moves: NDArray[np.int64],
    direction_of: NDArray[np.uint8],
) -> int:
    """Join block after block to the right and left of `block`, append them to the queue and return its new length."""
    row = block[0]
    for step in (1, -1):
        column = block[1] + step
        while 0 <= column < merged.shape[1] and not merged[row, column]:
            if not _join(cut, (row, column - step), (row, column), moves, direction_of):
                break
            merged[row, column] = 1
            queue[tail] = row * merged.shape[1] + column
            tail += 1
            column += step
    return tail


@kernel
def _merge(
    cut: Cut,
    merged: NDArray[np.uint8],
    queue: NDArray[np.int32],
    moves: NDArray[np.int64],
    direction_of: NDArray[np.uint8],
) -> None:
    """Join all blocks, breadth first. A block that cannot be joined from one side waits for its other neighbours.

    From every block reached the row is followed as far as it goes: the blocks hang together like a comb with
    horizontal teeth, along which memory is contiguous, here and when the tour is followed.
    """
    height, width = merged.shape
    tail = 0
    for number in range(height * width):
        if merged[number // width, number % width]:
            queue[tail] = number
            tail += 1
    seeds = tail
    for seed in range(seeds):
        block = (queue[seed] // width, queue[seed] % width)
        tail = _run_along(cut, merged, queue, tail, block, moves, direction_of)
    head = 0
    while head < tail:
        row, column = queue[head] // width, queue[head] % width
        head += 1
        for other in (row + 1, row - 1):
            if not 0 <= other < height or merged[other, column]:
                continue
            if _join(cut, (row, column), (other, column), moves, direction_of):
                merged[other, column] = 1
                queue[tail] = other * width + column
                tail = _run_along(cut, merged, queue, tail + 1, (other, column), moves, direction_of)
