"""Uniform random walks on boards of at most 64 squares: the walk of `walks`, with the unvisited squares in one mask.

Same words, same walks, same tallies to the last bit; only faster.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel
from engine.sampling.tallies import BATCHES, WORDS_PER_STEP, Tallies, WalkBoard, tally_tour
from engine.search.bits import ONE, lowest, nth_bit, population
from engine.streams.bounded import choose


@kernel
def mask_walks(
    board: WalkBoard,
    words: NDArray[np.uint32],
    cursor: int,
    span: tuple[int, int],
    tallies: Tallies,
    path: NDArray[np.int32],
    output: tuple[NDArray[np.int32], int],
) -> tuple[int, int, int]:
    """Make walks span[0]..span[1]-1 while the words surely last; return cursor, next walk, rows written.

    As `walks.array_walks`: tallies and output[0] int32 (k, size) are changed in place. path: int32 (size,), scratch.
    """
    done, goal = span
    found, written = output
    size, starts = len(board.degrees), len(board.starts)
    everything = ~np.uint64(0) >> np.uint64(64 - size)
    while done < goal and words.size - cursor >= WORDS_PER_STEP * size and (len(found) == 0 or written < len(found)):
        number, batch = done % starts, (done // starts) % BATCHES
        length, weight, cursor = _one_walk(board.masks, board.starts[number], everything, words, cursor, tallies, path)
        done += 1
        tallies.walks[batch, number] += 1
        if length == size:
            tally_tour(board, tallies, path, weight, (batch, number))
            if len(found):
                found[written] = path
                written += 1
    return cursor, done, written


@kernel
def _one_walk(
    masks: NDArray[np.uint64],
    start: int,
    free: np.uint64,
    words: NDArray[np.uint32],
    cursor: int,
    tallies: Tallies,
    path: NDArray[np.int32],
) -> tuple[int, float, int]:
    """Walk until stuck or complete; return the number of squares visited, 1 / probability, and the cursor.

    Nearly free of branches that a processor could guess wrongly: a word is multiplied even where there is no choice,
    and only counts as taken where there is one.
    """
    here, length, weight = np.uint64(start), 0, 1.0
    while True:
        path[length] = here
        free &= ~(ONE << here)
        left = masks[here] & free
        choices = np.int64(population(left))
        tallies.moves[length, choices] += 1
        tallies.widths[length] += weight
        length += 1
        if choices == 0:
            return length, weight, cursor
        weight *= choices
        chosen = int(choose(words[cursor], int(choices)))
        cursor += int(choices > 1)
        while chosen < 0:
            chosen = int(choose(words[cursor], int(choices)))
            cursor += 1
        here = lowest(nth_bit(left, np.uint64(chosen)))
