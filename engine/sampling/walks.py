"""Self-avoiding random walks until stuck or complete: uniform, rotating and Warnsdorff walkers in one kernel.

Every walk knows the probability with which it was drawn, so that a completed one carries the weight
1 / probability: the mean weight over all walks (zero for those that got stuck) is Knuth's unbiased estimate of the
number of tours the walker can find. Source: D. E. Knuth, "Estimating the efficiency of backtrack programs", 1975.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.boards.move_graph import MoveGraph
from engine.jit import kernel
from engine.streams.bounded import choose
from engine.streams.word_block import WordBlock

WALKERS = {"uniform": 0, "rotating": 1, "warnsdorff": 2}
ROTATING, WARNSDORFF = 1, 2
BATCHES = 16
WORDS_PER_STEP = 4  # far more than rejections need: a block holds at least one whole walk


class WalkBoard(NamedTuple):
    """What the kernel knows of the board.

    neighbours: int32 (size, largest degree), -1 padded. degrees: int32 (size,). slots: int32 (size, directions),
    the square that each direction leads to, -1 off the board (only the rotating walker looks at it).
    closes: bool (size, size), whether two squares are one move apart. starts: int32, in turn.
    """

    neighbours: NDArray[np.int32]
    degrees: NDArray[np.int32]
    slots: NDArray[np.int32]
    closes: NDArray[np.bool_]
    starts: NDArray[np.int32]


class Tallies(NamedTuple):
    """What is counted, cumulative over the walks of one stream.

    walks, tours, closed: int64 (batches, starts). weights, closed_weights: float64 (batches, starts), sums of the
    completed walks' weights. squares: float64 (2,), sums of squared weights of tours and closed tours.
    largest: float64 (2,), the largest single weights. moves: int64 (size, largest degree + 1): how often a walk stood
    on its d-th square with so many moves available. widths: float64 (size,), sums of the weights of all walks'
    first d squares. ends: int64 (2, size), tours and closed tours by their last square.
    """

    walks: NDArray[np.int64]
    tours: NDArray[np.int64]
    closed: NDArray[np.int64]
    weights: NDArray[np.float64]
    closed_weights: NDArray[np.float64]
    squares: NDArray[np.float64]
    largest: NDArray[np.float64]
    moves: NDArray[np.int64]
    widths: NDArray[np.float64]
    ends: NDArray[np.int64]


class Scratch(NamedTuple):
    """Space for one walk: its squares, the moves it had at each, who is free, exits left, choices, weights so far."""

    path: NDArray[np.int32]
    available: NDArray[np.int32]
    free: NDArray[np.uint8]
    exits: NDArray[np.int32]
    choices: NDArray[np.int32]
    weights: NDArray[np.float64]


def walk_board(graph: MoveGraph, slots: NDArray[np.int32], starts: NDArray[np.int32]) -> WalkBoard:
    """Return the kernel's view of a move graph; `slots` int32 (size, directions) as `WalkBoard` says."""
    starts = np.asarray(starts, dtype=np.int32)
    return WalkBoard(graph.neighbours, graph.degrees, slots, closing_pairs(graph), starts)


def closing_pairs(graph: MoveGraph) -> NDArray[np.bool_]:
    """Return bool (size, size): whether a tour with these ends closes; never below three squares."""
    closes = np.zeros((graph.size, graph.size), dtype=np.bool_)
    for column in graph.neighbours.T if graph.size > 2 else ():
        rows = np.flatnonzero(column >= 0)
        closes[rows, column[rows]] = True
    return closes


def empty_tallies(board: WalkBoard) -> Tallies:
    """Return tallies of no walks."""
    cells = (BATCHES, len(board.starts))
    size = len(board.degrees)
    return Tallies(
        walks=np.zeros(cells, dtype=np.int64),
        tours=np.zeros(cells, dtype=np.int64),
        closed=np.zeros(cells, dtype=np.int64),
        weights=np.zeros(cells),
        closed_weights=np.zeros(cells),
        squares=np.zeros(2),
        largest=np.zeros(2),
        moves=np.zeros((size, board.neighbours.shape[1] + 1), dtype=np.int64),
        widths=np.zeros(size),
        ends=np.zeros((2, size), dtype=np.int64),
    )


@dataclass
class Walker:
    """Walks of one stream: walk i starts on start square i mod starts and counts for batch (i // starts) mod 16."""

    board: WalkBoard
    mode: int
    block: WordBlock
    tallies: Tallies
    done: int = 0

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

    def walk(self, count: int, found: NDArray[np.int32]) -> int:
        """Make `count` walks; completed ones are written to `found` (k, size) while it has room.

        Returns how many were written; stops early when `found` (unless it has no rows) is full.
        """
        goal = self.done + count
        written = 0
        while self.done < goal:
            if len(self.block.words) - self.block.cursor < WORDS_PER_STEP * len(self.board.degrees):
                self.block.refill()
            self.block.cursor, self.done, written = _walks(
                self.board, self.mode, self.block.words, self.block.cursor, (self.done, goal), self.tallies,
                self._scratch, (found, written),
            )  # fmt: skip
            if len(found) and written == len(found):
                break
        return written

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """Return the tallies by name."""
        return dict(zip(Tallies._fields, self.tallies, strict=True))


def tallies_from(arrays: dict[str, NDArray[np.generic]]) -> Tallies:
    """Return the tallies that `Walker.arrays` gave."""
    return Tallies(*(arrays[name].copy() for name in Tallies._fields))  # type: ignore[arg-type]  # dtypes are as saved


@kernel
def _walks(
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
            _tally_tour(board, tallies, scratch, batch, number)
            if len(found):
                for depth in range(size):
                    found[written, depth] = scratch.path[depth]
                written += 1
    return cursor, done, written


@kernel
def _tally_tour(board: WalkBoard, tallies: Tallies, scratch: Scratch, batch: int, number: int) -> None:
    """Count a completed walk of start `number` for its batch."""
    size = len(board.degrees)
    last = scratch.path[size - 1]
    weight = scratch.weights[size - 1]
    tallies.tours[batch, number] += 1
    tallies.weights[batch, number] += weight
    tallies.squares[0] += weight * weight
    tallies.largest[0] = max(tallies.largest[0], weight)
    tallies.ends[0, last] += 1
    if board.closes[scratch.path[0], last]:
        tallies.closed[batch, number] += 1
        tallies.closed_weights[batch, number] += weight
        tallies.squares[1] += weight * weight
        tallies.largest[1] = max(tallies.largest[1], weight)
        tallies.ends[1, last] += 1


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
