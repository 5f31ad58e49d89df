"""Uniform, rotating and Warnsdorff walks on boards of at most 64 squares: the unvisited squares are one mask.

Rotating walks need directions that lead to ever lower squares (`WalkBoard.onward`); others are made on arrays.

Same words, same walks, same tallies as `array_walks`, to the last bit. The loops are nearly free of branches that a
processor could guess wrongly.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.copying import copy_to
from engine.jit import kernel
from engine.sampling.drawing import drawn_bit, drawn_number
from engine.sampling.tallies import (
    BATCHES,
    ROTATING,
    UNIFORM,
    WORDS_OVER,
    Depths,
    Size,
    Tallies,
    WalkBoard,
    after,
    least,
    tally_square,
    tally_tour,
    tally_walk,
)
from engine.search.bits import ONE, highest, lowest, population


@kernel
def mask_walks(
    board: WalkBoard,
    mode: int,
    words: NDArray[np.uint32],
    cursor: int,
    span: tuple[int, int],
    tallies: Tallies,
    path: NDArray[np.int32],
    output: tuple[NDArray[np.int32], int],
) -> tuple[int, int, int]:
    """Make walks span[0]..span[1]-1 while the words surely last; return cursor, next walk, rows written.

    As `array_walks`: tallies and output[0] int32 (k, size) are changed in place. path: int32 (size,), scratch.
    """
    done, goal = span
    found, written = output
    size, starts, depths = len(board.degrees), len(board.starts), (tallies.moves, tallies.widths)
    number, batch = done % starts, (done // starts) % BATCHES
    while done < goal and words.size - cursor >= size + WORDS_OVER and (len(found) == 0 or written < len(found)):
        start, word = np.uint64(board.starts[number]), np.uint64(cursor)
        if mode == UNIFORM:
            length, seen, word = _uniform_walk(board.masks, start, words, word, depths, path)
        elif mode == ROTATING:
            length, seen, word = _rotating_walk(board, start, words, word, depths, path)
        else:
            length, seen, word = _warnsdorff_walk((board.masks, board.planes), start, words, word, depths, path)
        cursor = int(np.int64(word))
        tally_walk(tallies, seen, (batch, number))
        if length == size:
            tally_tour(board, tallies, path, seen[0], (batch, number))
            if len(found):
                copy_to(found[written], path)
                written += 1
        done, number, batch = after(done, number, batch, starts)
    return cursor, done, written


@kernel
def _uniform_walk(
    masks: NDArray[np.uint64],
    start: np.uint64,
    words: NDArray[np.uint32],
    cursor: np.uint64,
    depths: Depths,
    path: NDArray[np.int32],
) -> tuple[int, Size, np.uint64]:
    """Walk until stuck or complete; return the squares visited, its estimate of the tree's size, and the cursor."""
    here, length, weight, nodes, free = start, np.uint64(0), 1.0, 0.0, ~np.uint64(0)
    while True:
        path[length] = here
        free &= ~(ONE << here)
        left = masks[here] & free
        choices = population(left)
        tally_square(depths, length, choices, weight)
        nodes += weight
        length += ONE
        if left == 0:
            return int(np.int64(length)), (weight, nodes), cursor
        weight *= np.int64(choices)
        here, cursor = drawn_bit(left, choices, words, cursor)


@kernel
def _rotating_walk(
    board: WalkBoard,
    start: np.uint64,
    words: NDArray[np.uint32],
    cursor: np.uint64,
    depths: Depths,
    path: NDArray[np.int32],
) -> tuple[int, Size, np.uint64]:
    """Do the same by a direction at random, then the next free one in cyclic order.

    Later directions lead to lower squares. So the next open square is the highest of those that the drawn and later
    directions lead to, else the highest of all. The one before it is the next higher one, else the lowest of all.
    """
    here, length, weight, nodes, free = start, np.uint64(0), 1.0, 0.0, ~np.uint64(0)
    masks, onward, turns = board.masks, board.onward, board.turns
    shift, directions = np.uint64(board.slots.shift), np.uint64(board.directions)
    while True:
        path[length] = here
        free &= ~(ONE << here)
        left = masks[here] & free
        tally_square(depths, length, population(left), weight)
        nodes += weight
        length += ONE
        if left == 0:
            return int(np.int64(length)), (weight, nodes), cursor
        drawn, cursor = drawn_number(directions, words, cursor, True)
        ahead = left & onward[here << shift | drawn]
        square = highest(ahead or left)
        higher = left & (~ONE << square)
        row = here << np.uint64(6)
        direction, before = np.int64(turns[row | square]), np.int64(turns[row | lowest(higher or left)])
        gap = direction - before
        weight *= board.directions / (gap if gap > 0 else gap + board.directions)
        here = square


@kernel
def _warnsdorff_walk(
    sets: tuple[NDArray[np.uint64], NDArray[np.uint64]],
    start: np.uint64,
    words: NDArray[np.uint32],
    cursor: np.uint64,
    depths: Depths,
    path: NDArray[np.int32],
) -> tuple[int, Size, np.uint64]:
    """Do the same by Warnsdorff's rule, ties at random.

    Plane k holds bit k of every square's number of exits, less one, while the square left still counts as free: then
    all its neighbours have one at least, and one look at each plane finds those with the fewest.
    """
    masks, planes = sets
    wide = len(planes) > 3
    ones, twos, fours = planes[0], planes[1], planes[2]
    eights, sixteens, most = planes[3 * wide], planes[4 * wide], planes[5 * wide]
    here, length, weight, nodes, free = start, np.uint64(0), 1.0, 0.0, ~np.uint64(0)
    while True:
        path[length] = here
        free &= ~(ONE << here)
        near = masks[here]
        left = near & free
        tally_square(depths, length, population(left), weight)
        nodes += weight
        length += ONE
        if left == 0:
            return int(np.int64(length)), (weight, nodes), cursor
        if wide:
            left = least(least(least(left, most), sixteens), eights)
        left = least(least(least(left, fours), twos), ones)
        ties = population(left)
        weight *= np.int64(ties)
        here, cursor = drawn_bit(left, ties, words, cursor)
        ones ^= near
        near &= ones
        twos ^= near
        near &= twos
        fours ^= near
        if wide:
            near &= fours
            eights ^= near
            near &= eights
            sixteens ^= near
            most ^= near & sixteens
