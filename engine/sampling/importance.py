"""Importance sampling of tours: walks that favour squares with few exits, pruned, the last squares counted exactly.

A move to a square with d exits is drawn in proportion to exp(-strength * d) among the moves that may still lead to a
tour (`completion.onward`); when few squares are left, all ways to finish are counted. The mean over all walks of
count / probability is an unbiased estimate of the number of tours for every strength. With `fixed_end` the last
square is drawn beforehand, uniformly, and the weight corrects for it; this prunes better and gives counts by both ends.
Sources: D. E. Knuth, "Estimating the efficiency of backtrack programs", 1975; H. Cancela, E. Mordecki, "Counting
knight's tours through the randomized Warnsdorff rule", 2006.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.boards.move_graph import MoveGraph
from engine.copying import copy_to
from engine.jit import kernel
from engine.sampling.completion import FREE_END, completions, end_after, onward
from engine.sampling.tallies import BATCHES, WORDS_OVER, Tallies, WalkBoard, count_completions, tally_tour
from engine.search.bits import ONE, lowest, population
from engine.search.frontier.colours import possible_ends
from engine.search.frontier.problem import adjacency_of
from engine.streams.bounded import choose

WORD = 2.0**-32


class Proposal(NamedTuple):
    """How walks are drawn.

    attraction: float64, exp(-strength * exits) by exits. ends: uint64 (starts,), the last squares to draw from for
    each start, 0 for a free end. closed: whether tours must close. tail: this many last squares are counted exactly.
    """

    attraction: NDArray[np.float64]
    ends: NDArray[np.uint64]
    closed: bool
    tail: int


def proposal(
    graph: MoveGraph, starts: NDArray[np.int32], *, strength: float, tail: int, closed: bool, fixed_end: bool
) -> Proposal:
    """Return how walks from these starts are drawn; ends are drawn among the squares that a tour may end on."""
    degrees = np.arange(graph.neighbours.shape[1] + 2)
    ends = np.zeros(len(starts), dtype=np.uint64)
    if fixed_end:
        ends = np.array([_possible_ends(graph, int(start), closed=closed) for start in starts], dtype=np.uint64)
    return Proposal(np.exp(-strength * degrees), ends, closed, tail)


def _possible_ends(graph: MoveGraph, start: int, *, closed: bool) -> int:
    """Return as a mask the squares that a tour from `start` may end on, as far as colours and moves tell."""
    if closed:
        return int(graph.masks[start])
    return sum(1 << end for end in possible_ends(adjacency_of(graph), start))


@kernel
def importance_walks(
    board: WalkBoard,
    draw: Proposal,
    words: NDArray[np.uint32],
    cursor: int,
    span: tuple[int, int],
    tallies: Tallies,
    room: tuple[NDArray[np.int32], NDArray[np.uint64]],
    output: tuple[NDArray[np.int32], int],
) -> tuple[int, int, int]:
    """Make walks span[0]..span[1]-1 while the words last; return cursor, next walk, rows written.

    room: int32 (size,) for a path and uint64 (64, 4) for counting. A walk takes at most 8 words for its end and one
    for each square but the last.
    """
    done, goal = span
    found, written = output
    path, stack = room
    size, starts = len(board.degrees), len(board.starts)
    while done < goal and words.size - cursor >= size + WORDS_OVER and (len(found) == 0 or written < len(found)):
        number, batch = done % starts, (done // starts) % BATCHES
        start = int(board.starts[number])
        end, weight = FREE_END, 1.0
        if draw.ends[number]:
            end, weight, cursor = _drawn_end(draw.ends[number], words, cursor)
        if end < 0:  # eight rejections in a row are next to impossible; begin again with fresh words
            break
        length, weight, end, free, cursor = _one_walk(board, draw, (start, end, weight), words, cursor, path, tallies)
        done += 1
        tallies.walks[batch, number] += 1
        if length == size:
            tally_tour(board, tallies, path, weight, (batch, number))
            if len(found):
                copy_to(found[written], path)
                written += 1
        elif length > 0:
            closing = board.masks[start] if draw.closed else np.uint64(0)
            ways, closed = completions(
                board.masks, (int(path[length - 1]), free, end), closing, board.masks[start], stack
            )
            count_completions(tallies, (ways * weight, closed * weight), (batch, number, end))
    return cursor, done, written


@kernel
def _drawn_end(ends: np.uint64, words: NDArray[np.uint32], cursor: int) -> tuple[int, float, int]:
    """Return one of the squares of a mask, drawn uniformly from at most 8 words, their number, and the cursor."""
    count = int(np.int64(population(ends)))
    for _ in range(8):
        chosen = int(choose(words[cursor], count))
        cursor += 1
        if chosen >= 0:
            for _ in range(chosen):
                ends &= ends - ONE
            return int(np.int64(lowest(ends))), float(count), cursor
    return -1, 0.0, cursor


@kernel
def _one_walk(
    board: WalkBoard,
    draw: Proposal,
    begin: tuple[int, int, float],
    words: NDArray[np.uint32],
    cursor: int,
    path: NDArray[np.int32],
    tallies: Tallies,
) -> tuple[int, float, int, np.uint64, int]:
    """Walk until the last `tail` squares; return the length (0: dead end), 1 / probability, end, free and cursor."""
    here, end, weight = begin
    size = len(board.degrees)
    closing = board.masks[here] if draw.closed else np.uint64(0)
    free = (~np.uint64(0) >> np.uint64(64 - size)) & ~(ONE << np.uint64(here))
    path[0] = here
    for length in range(1, size):
        if size - length <= draw.tail:
            return length, weight, end, free, cursor
        allowed, two = onward(board.masks, here, free, closing, end)
        tallies.moves[length - 1, int(np.int64(population(allowed)))] += 1
        tallies.widths[length - 1] += weight
        if allowed == 0:
            return 0, 0.0, end, free, cursor
        bit, share, cursor = _drawn_move(board.masks, draw.attraction, allowed, free, closing, words, cursor)
        weight *= share
        end = end_after(end, two, bit, closing)
        free ^= bit
        here = int(np.int64(lowest(bit)))
        path[length] = here
    tallies.moves[size - 1, 0] += 1
    tallies.widths[size - 1] += weight
    return size, weight, end, free, cursor


@kernel
def _drawn_move(
    masks: NDArray[np.uint64],
    attraction: NDArray[np.float64],
    allowed: np.uint64,
    free: np.uint64,
    closing: np.uint64,
    words: NDArray[np.uint32],
    cursor: int,
) -> tuple[np.uint64, float, int]:
    """Return the bit of a move drawn by attraction, 1 / its probability, and the cursor; one choice takes no word."""
    if allowed & (allowed - ONE) == 0:
        return allowed, 1.0, cursor
    total, rest = 0.0, allowed
    while rest:
        square = lowest(rest)
        rest &= rest - ONE
        total += attraction[population(masks[square] & free) + ((closing >> square) & ONE)]
    drawn = (words[cursor] + 0.5) * WORD * total
    rest = allowed
    while True:
        square = lowest(rest)
        share = attraction[population(masks[square] & free) + ((closing >> square) & ONE)]
        rest &= rest - ONE
        if rest == 0 or drawn < share:
            return ONE << square, total / share, cursor + 1
        drawn -= share
