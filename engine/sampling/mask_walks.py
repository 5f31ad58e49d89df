"""Uniform, rotating and Warnsdorff walks on boards of at most 64 squares: the unvisited squares are one mask.

Same words, same walks, same tallies as `array_walks`, to the last bit. The loops are nearly free of branches that a
processor could guess wrongly.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel
from engine.sampling.drawing import drawn_bit, turned
from engine.sampling.tallies import (
    BATCHES,
    EIGHT,
    ROTATING,
    UNIFORM,
    WORDS_OVER,
    Depths,
    Size,
    Tallies,
    Turns,
    WalkBoard,
    after,
    tally_square,
    tally_tour,
    tally_walk,
)
from engine.search.bits import ONE, population


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
        start = board.starts[number]
        if mode == UNIFORM:
            length, seen, cursor = _uniform_walk(board.masks, start, words, cursor, depths, path)
        elif mode == ROTATING:
            length, seen, cursor = _rotating_walk((board.slots, board.directions), start, words, cursor, depths, path)
        else:
            length, seen, cursor = _warnsdorff_walk((board.masks, board.planes), start, words, cursor, depths, path)
        tally_walk(tallies, seen, (batch, number))
        if length == size:
            tally_tour(board, tallies, path, seen[0], (batch, number))
            if len(found):
                found[written] = path
                written += 1
        done, number, batch = after(done, number, batch, starts)
    return cursor, done, written


@kernel
def _uniform_walk(
    masks: NDArray[np.uint64],
    start: int,
    words: NDArray[np.uint32],
    cursor: int,
    depths: Depths,
    path: NDArray[np.int32],
) -> tuple[int, Size, int]:
    """Walk until stuck or complete; return how many squares were visited, the tree's size as told by it, the cursor."""
    here, length, weight, nodes, free = np.uint64(start), 0, 1.0, 0.0, ~np.uint64(0)
    while True:
        path[length] = here
        free &= ~(ONE << here)
        left = masks[here] & free
        choices = np.int64(population(left))
        tally_square(depths, length, int(choices), weight)
        nodes += weight
        length += 1
        if choices == 0:
            return length, (weight, nodes), cursor
        weight *= choices
        here, cursor = drawn_bit(left, int(choices), words, cursor)


@kernel
def _rotating_walk(
    turns: Turns, start: int, words: NDArray[np.uint32], cursor: int, depths: Depths, path: NDArray[np.int32]
) -> tuple[int, Size, int]:
    """Do the same by a direction at random, then the next free one in cyclic order; at most 64 directions."""
    (squares, shift), directions = turns
    width = 1 << shift
    here, length, weight, nodes, free = np.uint64(start), 0, 1.0, 0.0, ~np.uint64(0)
    while True:
        path[length] = here
        free &= ~(ONE << here)
        open_, row = np.uint64(0), here << np.uint64(shift)
        for first in range(0, width, EIGHT):
            byte = np.uint64(0)
            for j in range(EIGHT):
                byte |= ((free >> np.uint64(squares[row + np.uint64(first + j)])) & ONE) << np.uint64(j)
            open_ |= byte << np.uint64(first)
        choices = np.int64(population(open_))
        tally_square(depths, length, int(choices), weight)
        nodes += weight
        length += 1
        if choices == 0:
            return length, (weight, nodes), cursor
        direction, share, cursor = turned(open_, directions, words, cursor)
        weight *= share
        here = np.uint64(squares[row + np.uint64(direction)])


@kernel
def _warnsdorff_walk(
    sets: tuple[NDArray[np.uint64], NDArray[np.uint64]],
    start: int,
    words: NDArray[np.uint32],
    cursor: int,
    depths: Depths,
    path: NDArray[np.int32],
) -> tuple[int, Size, int]:
    """Do the same by Warnsdorff's rule, ties at random.

    Plane k holds bit k of every square's number of exits, less one, while the square left still counts as free: then
    all its neighbours have one at least, and a glance at each plane tells those with the fewest.
    """
    masks, planes = sets
    wide = len(planes) > 3
    ones, twos, fours = planes[0], planes[1], planes[2]
    eights, sixteens, most = planes[3 * wide], planes[4 * wide], planes[5 * wide]
    here, length, weight, nodes, free = np.uint64(start), 0, 1.0, 0.0, ~np.uint64(0)
    while True:
        path[length] = here
        free &= ~(ONE << here)
        near = masks[here]
        left = near & free
        choices = np.int64(population(left))
        tally_square(depths, length, int(choices), weight)
        nodes += weight
        length += 1
        if choices == 0:
            return length, (weight, nodes), cursor
        if wide:
            left = _least(_least(_least(left, most), sixteens), eights)
        left = _least(_least(_least(left, fours), twos), ones)
        ties = np.int64(population(left))
        weight *= ties
        here, cursor = drawn_bit(left, int(ties), words, cursor)
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


@kernel
def _least(squares: np.uint64, plane: np.uint64) -> np.uint64:
    """Return the squares without this plane's bit or, where all have it, all of them."""
    less = squares & ~plane
    return less or squares
