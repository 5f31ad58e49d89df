"""What random walks know of their board and what they count, as arrays that kernels and checkpoints share."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.boards.move_graph import MoveGraph
from engine.jit import kernel
from engine.sampling.units import unit_of

MASK_SQUARES = 64
EIGHT = 8
PAIRS = 1 << 12
BATCHES = 16
WORDS_OVER = 64
"""A walk begins where so many words more are left than the board has squares. It takes one a square at most, and
another for each that is rejected: so many cannot be, as one in 2**26 at most is."""

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
    """What the kernel knows of the board.

    neighbours: ascending. degrees: int32 (size,).
    slots: the square that each direction leads to, else the square itself. directions: how many there are. Only the
    rotating walker looks at them.
    starts: int32, in turn.
    masks: uint64 (size,), the neighbours as bits; empty on boards of more than 64 squares.
    planes: uint64 (3 or 6,), bit v of plane k is bit k of degrees[v] - 1; empty on boards of more than 64 squares.
    """

    neighbours: Rows
    degrees: NDArray[np.int32]
    slots: Rows
    directions: int
    starts: NDArray[np.int32]
    masks: NDArray[np.uint64]
    planes: NDArray[np.uint64]


class Tallies(NamedTuple):
    """What is counted, cumulative over the walks of one stream.

    walks, tours, closed: int64 (batches, starts). weights, closed_weights: float64 (batches, starts), sums of the
    completed walks' weights. largest: float64 (3,), the largest single weights of tours, closed and open ones.
    squares: float64 (3,), sums of their squares, each in the square of `unit_of` the largest.
    moves: int64 (size, largest degree + 1): how often a walk stood on its d-th square with so many moves available.
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
    small = graph.size <= MASK_SQUARES
    masks = graph.masks if small else np.empty(0, dtype=np.uint64)
    planes = _planes(graph.degrees) if small else np.empty(0, dtype=np.uint64)
    directions = slots.shape[1]
    return WalkBoard(neighbours, graph.degrees, onto, directions, np.asarray(starts, dtype=np.int32), masks, planes)


def rows_of(table: NDArray[np.int32]) -> Rows:
    """Return the rows of a table of squares, int32 (size, width); for -1 stands the square itself."""
    size, width = table.shape
    shift = (max(EIGHT, width) - 1).bit_length()
    rows = np.broadcast_to(np.arange(size, dtype=np.uint32)[:, None], (size, 1 << shift)).copy()
    rows[:, :width] = np.where(table < 0, rows[:, :width], table)
    return Rows(rows.reshape(-1), shift)


def _planes(degrees: NDArray[np.int32]) -> NDArray[np.uint64]:
    """Return the bits of all degrees less one, a plane of squares for each: uint64 (3,), above eight (6,)."""
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
    """Return how many walks are done after one more, and the number of the start and the batch of the next."""
    number += 1
    if number < starts:
        return done + 1, number, batch
    return done + 1, 0, batch + 1 if batch + 1 < BATCHES else 0


@kernel
def tally_square(depths: Depths, depth: int, choices: int, weight: float) -> None:
    """Count a square visited: how many were before it, how many moves lead on, 1 / the probability so far."""
    moves, widths = depths
    moves[depth, choices] += 1
    widths[depth] += weight


@kernel
def tally_walk(tallies: Tallies, size: Size, cell: tuple[int, int]) -> None:
    """Count a walk, completed or stuck; cell: its batch and the number of its start."""
    tallies.walks[cell] += 1
    tallies.leaves[cell] += size[0]
    tallies.nodes[cell] += size[1]


@kernel
def tally_tour(
    board: WalkBoard, tallies: Tallies, path: NDArray[np.int32], weight: float, cell: tuple[int, int]
) -> None:
    """Count a completed walk; cell: its batch and the number of its start."""
    batch, number = cell
    last = int(path[len(path) - 1])
    closes, row = False, path[0] << board.neighbours.shift
    for j in range(board.degrees[path[0]]):
        closes |= board.neighbours.squares[row + j] == last and len(path) > 2
    tallies.ends[0, last] += 1
    tallies.ends[1, last] += closes
    count_completions(tallies, (weight, weight if closes else 0.0), (batch, number, last))


@kernel
def count_completions(tallies: Tallies, weights: tuple[float, float], cell: tuple[int, int, int]) -> None:
    """Count a walk that stands for tours of these weights, all and closed; cell: batch, start number, last square.

    A last square beyond the board is one that differs from tour to tour.
    """
    weight, closed_weight = weights
    batch, number, last = cell
    if weight == 0.0:
        return
    tallies.tours[batch, number] += 1
    tallies.weights[batch, number] += weight
    for row, part in enumerate((weight, closed_weight, weight - closed_weight)):
        before = _unit(tallies.largest[row])
        tallies.largest[row] = max(tallies.largest[row], part)
        unit = _unit(tallies.largest[row])
        tallies.squares[row] = tallies.squares[row] * (before / unit) ** 2 + (part / unit) ** 2
    if last < tallies.pairs.shape[2]:
        tallies.pairs[0, number, last] += weight
        tallies.pairs[1, number, last] += weight * weight
    if closed_weight > 0.0:
        tallies.closed[batch, number] += 1
        tallies.closed_weights[batch, number] += closed_weight
