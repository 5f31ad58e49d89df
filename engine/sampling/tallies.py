"""The board as random walks see it, and their counts, as arrays that kernels and checkpoints share."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.boards.move_graph import MoveGraph
from engine.jit import inline_kernel, kernel
from engine.sampling.grid import NO_GRID, Grid, grid_of
from engine.sampling.units import unit_of
from engine.search.bits import ONE

MAX_MASK_SQUARES = 64
EIGHT = 8
PAIRS = 1 << 12
BATCHES = 16
WORDS_OVER = 64
"""A walk begins only if this many more words are left than the board has squares. It takes at most one word a square
and one more for each rejection. As at most one word in 2**26 is rejected, the extra words suffice."""

UNIFORM, ROTATING, WARNSDORFF, IMPORTANCE = range(4)
WALKERS = {"uniform": UNIFORM, "rotating": ROTATING, "warnsdorff": WARNSDORFF, "importance": IMPORTANCE}


class Rows(NamedTuple):
    """A row of squares for each square, all of length 2**shift, at least EIGHT, for compilers to lay out side by side.

    squares: uint32 (size << shift,), the rows one after the other; at their ends the square itself.
    """

    squares: NDArray[np.uint32]
    shift: int


Turns = tuple[Rows, int]
"""The squares that the directions lead to, in cyclic order, and the number of directions."""


class WalkBoard(NamedTuple):
    """The board as the kernel sees it.

    neighbours: ascending. degrees: int32 (size,).
    slots: the square that each direction leads to, else the square itself. directions: how many there are. Only the
    rotating walker looks at them.
    starts: int32, in turn.
    masks: uint64 (size,), the neighbours as bits; empty on boards of more than 64 squares.
    planes: uint64 (3 or 6,), bit v of plane k is bit k of degrees[v] - 1; empty on boards of more than 64 squares.
    onward: uint64 (size << slots.shift,), the squares that a direction and those after it lead to. turns: uint8
    (size << 6,), the direction that leads from a square to another. Both only for the rotating walker, on boards of at
    most 64 squares where later directions lead to lower squares, as they do in the usual order; else empty.
    grid: empty on boards of at most 64 squares, and where there is none.
    """

    neighbours: Rows
    degrees: NDArray[np.int32]
    slots: Rows
    directions: int
    starts: NDArray[np.int32]
    masks: NDArray[np.uint64]
    planes: NDArray[np.uint64]
    onward: NDArray[np.uint64]
    turns: NDArray[np.uint8]
    grid: Grid


class Tallies(NamedTuple):
    """What is counted, cumulative over the walks of one stream.

    walks, tours, closed: int64 (batches, starts). weights, closed_weights: float64 (batches, starts), sums of the
    completed walks' weights. largest: float64 (3,), the largest single weights of tours, closed and open ones.
    squares: float64 (3,), sums of their squares, each in the square of `unit_of` the largest.
    moves: int64 (size, largest degree + 1): how often a walk stood on its d-th square with this many moves available.
    widths: float64 (size,), sums of the weights of all walks' first d squares.
    nodes, leaves: float64 (batches, starts), sums of the walks' estimates of the search tree's size: the weights at all
    squares of a walk, and the weight at its last one. Importance walks, which leave out what is pruned, leave them 0.
    ends: int64 (2, size), tours and closed tours by their last square.
    pairs: float64 (2, starts, size), the weights of all tours by start and last square, and their squares; (2, 0, 0)
    where there are more than PAIRS pairs.
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
    nodes: NDArray[np.float64]
    leaves: NDArray[np.float64]
    ends: NDArray[np.int64]
    pairs: NDArray[np.float64]


Depths = tuple[NDArray[np.int64], NDArray[np.float64]]
"""The moves and widths of tallies: all that a walk needs at every square (arguments cost time at each of its calls)."""

Size = tuple[float, float]
"""1 / the probability of a whole walk, and the sum of 1 / probability over its squares: one estimate of the numbers of
leaves and of nodes of the search tree (Knuth 1975)."""


def walk_board(graph: MoveGraph, slots: NDArray[np.int32], starts: NDArray[np.int32]) -> WalkBoard:
    """Return the kernel's view of a move graph; `slots` int32 (size, directions), -1 off the board."""
    ascending = np.sort(np.where(graph.neighbours < 0, graph.size, graph.neighbours), axis=1)
    neighbours, onto = rows_of(np.where(ascending == graph.size, -1, ascending)), rows_of(slots)
    masks = planes = np.empty(0, dtype=np.uint64)
    turning, grid = (masks, masks.astype(np.uint8)), NO_GRID
    if graph.size > MAX_MASK_SQUARES:
        grid = grid_of(graph, slots)
    else:
        masks, planes = graph.masks, _planes(graph.degrees)
        turning = _descending(slots, onto.shift) or turning
    chosen = np.asarray(starts, dtype=np.int32)
    return WalkBoard(neighbours, graph.degrees, onto, slots.shape[1], chosen, masks, planes, *turning, grid)


def _descending(slots: NDArray[np.int32], shift: int) -> tuple[NDArray[np.uint64], NDArray[np.uint8]] | None:
    """Return `WalkBoard.onward` and `WalkBoard.turns`; None where a later direction leads to a higher square."""
    size = len(slots)
    onward, turns = np.zeros((size, 1 << shift), dtype=np.uint64), np.zeros((size, MAX_MASK_SQUARES), dtype=np.uint8)
    for square, row in enumerate(slots.tolist()):
        ahead = [other for other in row if other >= 0]
        if ahead != sorted(ahead, reverse=True):
            return None
        for direction, other in enumerate(row):
            if other >= 0:
                onward[square, : direction + 1] |= np.uint64(1 << other)
                turns[square, other] = direction
    return onward.reshape(-1), turns.reshape(-1)


def rows_of(table: NDArray[np.int32]) -> Rows:
    """Return the rows of a table of squares, int32 (size, width); -1 becomes the square itself."""
    size, width = table.shape
    shift = (max(EIGHT, width) - 1).bit_length()
    rows = np.broadcast_to(np.arange(size, dtype=np.uint32)[:, None], (size, 1 << shift)).copy()
    rows[:, :width] = np.where(table < 0, rows[:, :width], table)
    return Rows(rows.reshape(-1), shift)


def _planes(degrees: NDArray[np.int32]) -> NDArray[np.uint64]:
    """Return the bits of all degrees less one, a plane of squares for each: uint64 (3,), (6,) for more than eight."""
    bits = np.uint64(1) << np.arange(len(degrees), dtype=np.uint64)
    less = degrees - 1
    return np.array([bits[less >> k & 1 == 1].sum() for k in range(3 if degrees.max() <= 8 else 6)], dtype=np.uint64)


def closing_pairs(graph: MoveGraph) -> NDArray[np.bool_]:
    """Return bool (size, size): whether a tour with these ends closes; never below three squares."""
    closes = np.zeros((graph.size, graph.size), dtype=np.bool_)
    for column in graph.neighbours.T if graph.size > 2 else ():
        rows = np.flatnonzero(column >= 0)
        closes[rows, column[rows]] = True
    return closes


def closes(board: WalkBoard, tours: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Return bool (k,): which of these tours, int32 (k, size), close; none below three squares."""
    near = board.neighbours.squares.reshape(len(board.degrees), -1)[tours[:, 0]] == tours[:, -1:]
    return np.asarray(near.any(axis=1) & (tours.shape[1] > 2))


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
        squares=np.zeros(3),
        largest=np.zeros(3),
        moves=np.zeros((size, int(board.degrees.max()) + 1), dtype=np.int64),
        widths=np.zeros(size),
        nodes=np.zeros(cells),
        leaves=np.zeros(cells),
        ends=np.zeros((2, size), dtype=np.int64),
        pairs=np.zeros((2, len(board.starts), size) if len(board.starts) * size <= PAIRS else (2, 0, 0)),
    )


def tallies_from(arrays: dict[str, NDArray[np.generic]]) -> Tallies:
    """Return the tallies that `Walker.arrays` gave."""
    return Tallies(*(arrays[name].copy() for name in Tallies._fields))  # type: ignore[arg-type]  # dtypes are as saved


_unit = kernel(unit_of)


@kernel
def after(done: int, number: int, batch: int, starts: int) -> tuple[int, int, int]:
    """Return the number of walks done after one more, and the start number and batch of the next walk."""
    number += 1
    if number < starts:
        return done + 1, number, batch
    return done + 1, 0, batch + 1 if batch + 1 < BATCHES else 0


@kernel
def tally_square(depths: Depths, depth: np.uint64, choices: np.uint64, weight: float) -> None:
    """Count a square visited: how many were before it, how many moves lead on, 1 / the probability so far."""
    moves, widths = depths
    moves[depth, choices] += 1
    widths[depth] += weight


@kernel
def least(squares: np.uint64, plane: np.uint64) -> np.uint64:
    """Return the squares without this plane's bit or, where all have it, all of them."""
    less = squares & ~plane
    return less or squares


@kernel
def tally_walk(tallies: Tallies, size: Size, cell: tuple[int, int]) -> None:
    """Count a walk, completed or stuck; cell: its batch and the number of its start."""
    tallies.walks[cell] += 1
    tallies.leaves[cell] += size[0]
    tallies.nodes[cell] += size[1]


@inline_kernel
def tally_tour(
    board: WalkBoard, tallies: Tallies, path: NDArray[np.int32], weight: float, cell: tuple[int, int]
) -> None:
    """Count a completed walk; cell: its batch and the number of its start."""
    squares, ends, shift = board.neighbours.squares, tallies.ends, np.uint64(board.neighbours.shift)
    first, last = np.uint64(path[0]), np.uint64(path[len(path) - 1])
    closes, row = False, first << shift
    for j in range(ONE << shift):
        closes |= np.uint64(squares[row + j]) == last
    closes &= len(path) > 2
    ends[0, last] += 1
    ends[1, last] += closes
    count_completions(tallies, (weight, weight if closes else 0.0), (cell[0], cell[1], int(np.int64(last))))


@inline_kernel
def count_completions(tallies: Tallies, weights: tuple[float, float], cell: tuple[int, int, int]) -> None:
    """Count a walk that stands for tours of these weights, all and closed; cell: batch, start number, last square.

    A last square beyond the board means that the tours end on different squares.
    """
    (weight, closed_weight), (batch, number, last) = weights, cell
    tours, sums, closed, closed_sums = tallies.tours, tallies.weights, tallies.closed, tallies.closed_weights
    largest, squares, pairs = tallies.largest, tallies.squares, tallies.pairs
    if weight != 0.0:
        tours[batch, number] += 1
        sums[batch, number] += weight
        closed[batch, number] += closed_weight > 0.0
        closed_sums[batch, number] += closed_weight
        parts = weight, closed_weight, weight - closed_weight
        for row in range(3):
            before = _unit(largest[row])
            largest[row] = max(largest[row], parts[row])
            unit = _unit(largest[row])
            squares[row] = squares[row] * (before / unit) ** 2 + (parts[row] / unit) ** 2
        if last < pairs.shape[2]:
            pairs[0, number, last] += weight
            pairs[1, number, last] += weight * weight
