"""Self-avoiding random walks until stuck or complete: uniform, rotating and Warnsdorff walkers in one array form.

Every walk knows the probability with which it was drawn, so that a completed one carries the weight
1 / probability: the mean weight over all walks (zero for those that got stuck) is Knuth's unbiased estimate of the
number of tours the walker can find. Source: D. E. Knuth, "Estimating the efficiency of backtrack programs", 1975.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel
from engine.sampling.importance import Proposal, importance_walks
from engine.sampling.mask_walks import mask_walks
from engine.sampling.tallies import (
    BATCHES,
    MASK_SQUARES,
    WORDS_PER_STEP,
    Scratch,
    Tallies,
    WalkBoard,
    tally_tour,
)
from engine.streams.bounded import choose
from engine.streams.word_block import WordBlock

UNIFORM, ROTATING, WARNSDORFF, IMPORTANCE = range(4)
WALKERS = {"uniform": UNIFORM, "rotating": ROTATING, "warnsdorff": WARNSDORFF, "importance": IMPORTANCE}


@dataclass
class Walker:
    """Walks of one stream: walk i starts on start square i mod starts and counts for batch (i // starts) mod 16.

    draw: how an importance walker draws; the others do without.
    """

    board: WalkBoard
    mode: int
    block: WordBlock
    tallies: Tallies
    done: int = 0
    draw: Proposal | None = None

    def __post_init__(self) -> None:
        size = len(self.board.degrees)
        self._scratch = Scratch(
            path=np.zeros(size, dtype=np.int32),
            available=np.zeros(size, dtype=np.int32),
            free=np.zeros(size, dtype=np.uint8),
            exits=np.zeros(size, dtype=np.int32),
            choices=np.zeros(size + 1, dtype=np.int32),
            weights=np.zeros(size),
        )
        self._stack = np.zeros((MASK_SQUARES, 4), dtype=np.uint64)

    def walk(self, count: int, found: NDArray[np.int32]) -> int:
        """Make `count` walks; completed ones are written to `found` (k, size) while it has room.

        Returns how many were written; stops early when `found` (unless it has no rows) is full.
        """
        goal = self.done + count
        written = 0
        while self.done < goal:
            if len(self.block.words) - self.block.cursor < WORDS_PER_STEP * len(self.board.degrees):
                self.block.refill()
            self.block.cursor, self.done, written = self._some(goal, found, written)
            if len(found) and written == len(found):
                break
        return written

    def _some(self, goal: int, found: NDArray[np.int32], written: int) -> tuple[int, int, int]:
        """Make walks while the block's words last; return cursor, walks done and rows written."""
        words, cursor, span = self.block.words, self.block.cursor, (self.done, goal)
        if self.draw is not None:
            room = self._scratch.path, self._stack
            return importance_walks(self.board, self.draw, words, cursor, span, self.tallies, room, (found, written))
        if self.mode == UNIFORM and len(self.board.masks):
            return mask_walks(self.board, words, cursor, span, self.tallies, self._scratch.path, (found, written))
        return array_walks(self.board, self.mode, words, cursor, span, self.tallies, self._scratch, (found, written))

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """Return the tallies by name."""
        return dict(zip(Tallies._fields, self.tallies, strict=True))


@kernel
def array_walks(
    board: WalkBoard,
    mode: int,
    words: NDArray[np.uint32],
    cursor: int,
    span: tuple[int, int],
    tallies: Tallies,
    scratch: Scratch,
    output: tuple[NDArray[np.int32], int],
) -> tuple[int, int, int]:
    """Make walks span[0]..span[1]-1 while the words surely last; return cursor, next walk, rows written.

    tallies, scratch and output[0] int32 (k, size) are changed in place; output[1] rows were written before.
    """
    done, goal = span
    found, written = output
    size = len(board.degrees)
    starts = len(board.starts)
    while done < goal and words.size - cursor >= WORDS_PER_STEP * size and (len(found) == 0 or written < len(found)):
        number = done % starts
        length, next_cursor = _one_walk(board, mode, board.starts[number], words, cursor, scratch)
        if length < 0:  # so many rejections in a row are next to impossible; begin again with fresh words
            cursor = next_cursor
            break
        cursor = next_cursor
        batch = (done // starts) % BATCHES
        done += 1
        tallies.walks[batch, number] += 1
        for depth in range(length):
            tallies.moves[depth, scratch.available[depth]] += 1
            tallies.widths[depth] += scratch.weights[depth]
        if length == size:
            tally_tour(board, tallies, scratch.path, scratch.weights[size - 1], (batch, number))
            if len(found):
                for depth in range(size):
                    found[written, depth] = scratch.path[depth]
                written += 1
    return cursor, done, written


@kernel
def _one_walk(
    board: WalkBoard, mode: int, start: int, words: NDArray[np.uint32], cursor: int, scratch: Scratch
) -> tuple[int, int]:
    """Walk until stuck or complete; return the number of squares visited (-1: out of words) and the cursor.

    scratch.path, .available and .weights (1 / probability of the first d squares) are filled up to that length.
    """
    size = len(board.degrees)
    for square in range(size):
        scratch.free[square] = 1
        scratch.exits[square] = board.degrees[square]
    here, weight, length = start, 1.0, 0
    while True:
        scratch.path[length] = here
        scratch.weights[length] = weight
        scratch.free[here] = 0
        choices = 0
        for j in range(board.degrees[here]):
            square = board.neighbours[here, j]
            scratch.exits[square] -= 1
            scratch.choices[choices] = square
            choices += scratch.free[square]
        scratch.available[length] = choices
        length += 1
        if choices == 0:
            return length, cursor
        if mode == ROTATING:
            here, share, cursor = _rotating_choice(board.slots, here, scratch.free, words, cursor)
        else:
            if mode == WARNSDORFF:
                choices = _fewest_exits(scratch, choices)
            here, share, cursor = _uniform_choice(scratch.choices, choices, words, cursor)
        if here < 0:
            return -1, cursor
        weight *= share


@kernel
def _uniform_choice(
    choices: NDArray[np.int32], count: int, words: NDArray[np.uint32], cursor: int
) -> tuple[int, float, int]:
    """Return one of the first `count` choices, 1 / its probability, and the cursor; a single choice takes no word."""
    if count == 1:
        return int(choices[0]), 1.0, cursor
    while cursor < words.size:
        chosen = choose(words[cursor], count)
        cursor += 1
        if chosen >= 0:
            return int(choices[chosen]), float(count), cursor
    return -1, 0.0, cursor


@kernel
def _rotating_choice(
    slots: NDArray[np.int32], here: int, free: NDArray[np.uint8], words: NDArray[np.uint32], cursor: int
) -> tuple[int, float, int]:
    """Draw a direction and take the next free one in cyclic order; 1 / probability is directions / width of the gap."""
    directions = slots.shape[1]
    while cursor < words.size:
        drawn = choose(words[cursor], directions)
        cursor += 1
        if drawn < 0:
            continue
        forward = drawn
        while slots[here, forward] < 0 or free[slots[here, forward]] == 0:
            forward = (forward + 1) % directions
        gap = 1
        while gap < directions:
            before = slots[here, (forward - gap) % directions]
            if before >= 0 and free[before] == 1:
                break
            gap += 1
        return int(slots[here, forward]), directions / gap, cursor
    return -1, 0.0, cursor


@kernel
def _fewest_exits(scratch: Scratch, count: int) -> int:
    """Keep of the first `count` choices those with the fewest exits, in order; return how many."""
    fewest = scratch.exits[scratch.choices[0]]
    for i in range(1, count):
        fewest = min(fewest, scratch.exits[scratch.choices[i]])
    kept = 0
    for i in range(count):
        if scratch.exits[scratch.choices[i]] == fewest:
            scratch.choices[kept] = scratch.choices[i]
            kept += 1
    return kept
