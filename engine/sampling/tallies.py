"""What random walks know of their board and what they count, as arrays that kernels and checkpoints share."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.boards.move_graph import MoveGraph
from engine.jit import kernel

MASK_SQUARES = 64
PAIRS = 1 << 12
BATCHES = 16
WORDS_PER_STEP = 4
"""A walk begins where so many words a square are left: it would take three rejected words a square to run out, which
cannot happen, as one in 2**26 at most is rejected."""


class WalkBoard(NamedTuple):
    """What the kernel knows of the board.

    neighbours: int32 (size, largest degree), ascending, then -1. degrees: int32 (size,).
    slots: int32 (size, directions), the square that each direction leads to, -1 off the board (only the rotating
    walker looks at it).
    closes: bool (size, size), whether two squares are one move apart. starts: int32, in turn.
    masks: uint64 (size,), the neighbours as bits; empty on boards of more than 64 squares.
    """

    neighbours: NDArray[np.int32]
    degrees: NDArray[np.int32]
    slots: NDArray[np.int32]
    closes: NDArray[np.bool_]
    starts: NDArray[np.int32]
    masks: NDArray[np.uint64]


class Tallies(NamedTuple):
    """What is counted, cumulative over the walks of one stream.

    walks, tours, closed: int64 (batches, starts). weights, closed_weights: float64 (batches, starts), sums of the
    completed walks' weights. squares: float64 (3,), sums of squared weights of tours, closed and open ones.
    largest: float64 (3,), the largest single weights. moves: int64 (size, largest degree + 1): how often a walk stood
    on its d-th square with so many moves available. widths: float64 (size,), sums of the weights of all walks'
    first d squares. ends: int64 (2, size), tours and closed tours by their last square.
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
    ends: NDArray[np.int64]
    pairs: NDArray[np.float64]


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
    ascending = np.sort(np.where(graph.neighbours < 0, graph.size, graph.neighbours), axis=1)
    neighbours = np.where(ascending == graph.size, -1, ascending).astype(np.int32)
    masks = graph.masks if graph.size <= MASK_SQUARES else np.empty(0, dtype=np.uint64)
    return WalkBoard(neighbours, graph.degrees, slots, closing_pairs(graph), starts, masks)


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
        squares=np.zeros(3),
        largest=np.zeros(3),
        moves=np.zeros((size, board.neighbours.shape[1] + 1), dtype=np.int64),
        widths=np.zeros(size),
        ends=np.zeros((2, size), dtype=np.int64),
        pairs=np.zeros((2, len(board.starts), size) if len(board.starts) * size <= PAIRS else (2, 0, 0)),
    )


def tallies_from(arrays: dict[str, NDArray[np.generic]]) -> Tallies:
    """Return the tallies that `Walker.arrays` gave."""
    return Tallies(*(arrays[name].copy() for name in Tallies._fields))  # type: ignore[arg-type]  # dtypes are as saved


@kernel
def tally_tour(
    board: WalkBoard, tallies: Tallies, path: NDArray[np.int32], weight: float, cell: tuple[int, int]
) -> None:
    """Count a completed walk; cell: its batch and the number of its start."""
    batch, number = cell
    last = int(path[len(path) - 1])
    closes = board.closes[path[0], last]
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
        tallies.squares[row] += part * part
        tallies.largest[row] = max(tallies.largest[row], part)
    if last < tallies.pairs.shape[2]:
        tallies.pairs[0, number, last] += weight
        tallies.pairs[1, number, last] += weight * weight
    if closed_weight > 0.0:
        tallies.closed[batch, number] += 1
        tallies.closed_weights[batch, number] += closed_weight
