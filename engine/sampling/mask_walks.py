"""Uniform random walks on boards of at most 64 squares: the walk of `walks`, with the unvisited squares in one mask.

Same words, same walks, same tallies to the last bit; only faster.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel
from engine.sampling.tallies import BATCHES, WORDS_PER_STEP, Scratch, Tallies, WalkBoard, tally_tour
from engine.search.bits import ONE, lowest, population
from engine.streams.bounded import choose


@kernel
def mask_walks(
    board: WalkBoard,
    words: NDArray[np.uint32],
    cursor: int,
    span: tuple[int, int],
    tallies: Tallies,
    scratch: Scratch,
    output: tuple[NDArray[np.int32], int],
) -> tuple[int, int, int]:
    """Make walks span[0]..span[1]-1 while the words surely last; return cursor, next walk, rows written.

    As `walks.array_walks`: tallies, scratch and output[0] int32 (k, size) are changed in place.
    """
    done, goal = span
    found, written = output
    size, starts = len(board.degrees), len(board.starts)
    everything = ~np.uint64(0) >> np.uint64(64 - size)
    while done < goal and words.size - cursor >= WORDS_PER_STEP * size and (len(found) == 0 or written < len(found)):
        number = done % starts
        length, cursor = _one_walk(board, board.starts[number], everything, words, cursor, scratch)
        if length < 0:
            break
        batch = (done // starts) % BATCHES
        done += 1
        tallies.walks[batch, number] += 1
        weight = 1.0
        for depth in range(length):
            choices = scratch.available[depth]
            tallies.moves[depth, choices] += 1
            tallies.widths[depth] += weight
            weight *= choices
        if length == size:
            weight = 1.0
            for depth in range(size - 1):
                weight *= scratch.available[depth]
            tally_tour(board, tallies, scratch.path, weight, (batch, number))
            if len(found):
                found[written] = scratch.path
                written += 1
    return cursor, done, written


@kernel
def _one_walk(
    board: WalkBoard, start: int, free: np.uint64, words: NDArray[np.uint32], cursor: int, scratch: Scratch
) -> tuple[int, int]:
    """Walk until stuck or complete; return the number of squares visited (-1: out of words) and the cursor."""
    here, length = np.uint64(start), 0
    while True:
        scratch.path[length] = here
        free &= ~(ONE << here)
        left = board.masks[here] & free
        choices = np.int64(population(left))
        scratch.available[length] = choices
        length += 1
        if choices == 0:
            return length, cursor
        if choices > 1:
            chosen = -1
            while chosen < 0:
                if cursor == words.size:
                    return -1, cursor
                chosen = int(choose(words[cursor], int(choices)))
                cursor += 1
            for _ in range(chosen):
                left &= left - ONE
        here = lowest(left)
