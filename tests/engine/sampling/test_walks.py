"""Walks: weights are reciprocal probabilities, tallies add up, and cutting the work changes nothing."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from engine.boards.labels import parse_board
from engine.boards.move_graph import direction_table, move_graph
from engine.sampling.grid import NO_GRID
from engine.sampling.tallies import WALKERS, empty_tallies, tallies_from, walk_board
from engine.sampling.walks import Walker
from engine.streams.registry import open_stream, resume_words
from engine.streams.word_block import WordBlock
from tests.reference.walks import slow_walk

NO_ROOM = np.empty((0, 0), dtype=np.int32)


def walker(
    label: str, method: str, seed: int = 1, starts: list[int] | None = None, piece: tuple[int, ...] = (1, 2)
) -> Walker:
    """Return a walker at the start of its stream."""
    board = parse_board(label)
    graph = move_graph(board, piece)
    chosen = np.array(range(graph.size) if starts is None else starts, dtype=np.int32)
    view = walk_board(graph, direction_table(board, piece), chosen)
    return Walker(view, WALKERS[method], WordBlock(open_stream("pcg64dxsm", seed)), empty_tallies(view))


@pytest.mark.parametrize(
    ("method", "label", "tours", "closed"),
    [("uniform", "5x5", 1728, 0), ("uniform", "3x10", 6096, 960), ("rotating", "3x4", 16, 0)],
)
def test_the_mean_weight_estimates_the_number_of_tours(method: str, label: str, tours: int, closed: int) -> None:
    """The mean weight is within four standard errors of the exact number (OEIS A165134, A169696, A070030).

    The rotating walker's weights have too heavy a tail to be tested on larger boards.
    """
    walking = walker(label, method)
    walking.walk(400_000, NO_ROOM)
    tallies = walking.tallies

    for weights, exact in ((tallies.weights, tours), (tallies.closed_weights, closed)):
        batches = (weights / tallies.walks).sum(axis=1)
        error = batches.std(ddof=1) / math.sqrt(len(batches))
        assert abs(batches.mean() - exact) <= 4 * error


def test_warnsdorff_walks_estimate_the_tie_tree() -> None:
    """The mean weight of walks from the corner of 8x8 estimates the 137,300 tours that obey the rule there."""
    walking = walker("8x8", "warnsdorff", starts=[0])
    walking.walk(100_000, NO_ROOM)
    tallies = walking.tallies
    batches = (tallies.weights / tallies.walks)[:, 0]

    assert abs(batches.mean() - 137_300) < 4 * batches.std(ddof=1) / 4
    assert tallies.tours.sum() / 100_000 == pytest.approx(0.979578, abs=4 * 0.00045)


@pytest.mark.parametrize("method", list(WALKERS))
def test_tallies_add_up(method: str) -> None:
    """Every walk is counted once at each depth it reaches, and every start gets its share."""
    walking = walker("5x5", method)
    walking.walk(5000, NO_ROOM)
    tallies = walking.tallies

    assert tallies.walks.sum() == 5000
    assert tallies.moves[0].sum() == 5000
    assert tallies.walks.sum(axis=0).tolist() == [200] * 25
    assert tallies.moves[24].sum() == tallies.tours.sum() == tallies.ends[0].sum()
    reached = tallies.moves.sum(axis=1)
    stuck = tallies.moves[:, 0]
    assert (reached[1:] == reached[:-1] - stuck[:-1]).all()


HOLES = (
    "mask:##########/#.######.#/##########/###.##.###/##########/##########/###.##.###/##########/#.######.#/.########."
)
BOARDS: list[tuple[str, tuple[int, ...], list[int] | None]] = [
    ("8x8", (1, 2), None),
    ("5x5", (1, 2), [0, 7]),
    ("1x1", (1, 2), None),
    ("1x2", (0, 1), None),
    ("3x4", (1, 2), None),
    ("cube:3", (1, 2), None),
    ("torus:4x6", (1, 2), None),
    ("moebius:5x6", (1, 2), None),
    ("mask:####./#####/##.##/#####/#####", (1, 2), None),
    ("4x4x4", (0, 1, 2), None),
    ("4x4x4", (1, 1), [5, 21, 42]),
    ("2x2x2x2x2x2", (1, 1), [0]),
    ("9x9", (1, 2), None),
    ("torus:9x8", (1, 2), [3]),
    ("5x5x5", (1, 2, 3), None),
    ("10x11", (1, 1), None),
    ("5x5x5", (1, 1), [62]),
    ("cylinder:6x8", (1, 2), None),
    ("cylinder:9x8", (1, 2), None),
    ("ring:10x10-2", (1, 2), None),
    (HOLES, (1, 2), None),
    (HOLES, (1, 3), [0, 40]),
    ("3x30", (1, 2), None),
    ("1x70", (0, 1), [0, 30]),
    ("5x5x5", (0, 1), None),
    ("9x9", (1, 7), None),
    ("9x9", (11, 12), [3]),
]
"""Every surface, up to 64 squares and above, up to eight moves and above, with and without a grid, few or no moves."""


@pytest.mark.parametrize("method", ["uniform", "rotating", "warnsdorff"])
@pytest.mark.parametrize(("label", "piece", "starts"), BOARDS)
def test_walks_are_those_of_the_slow_twin(
    label: str, piece: tuple[int, ...], starts: list[int] | None, method: str
) -> None:
    """The same words make the same walks, tallies and tours, to the last bit, and leave the stream at the same word."""
    walking = walker(label, method, starts=starts, piece=piece)
    graph, slots = move_graph(parse_board(label), piece), direction_table(parse_board(label), piece).tolist()
    room, count = np.zeros((1000, graph.size), dtype=np.int32), 200
    stream = iter(open_stream("pcg64dxsm", 1).words(1 << 17).tolist())
    moves, widths = np.zeros_like(walking.tallies.moves), np.zeros(graph.size)
    weights, tours = np.zeros_like(walking.tallies.weights), []
    nodes, leaves = np.zeros_like(weights), np.zeros_like(weights)

    written = walking.walk(count, room)
    for number in range(count):
        place, batch = number % len(walking.board.starts), number // len(walking.board.starts) % 16
        walk = slow_walk(method, graph.lists, slots, int(walking.board.starts[place]), stream)
        moves[np.arange(len(walk.squares)), walk.choices] += 1
        widths[: len(walk.squares)] += walk.weights
        nodes[batch, place] += sum(walk.weights)
        leaves[batch, place] += walk.weights[-1]
        if len(walk.squares) == graph.size:
            tours.append(walk.squares)
            weights[batch, place] += walk.weights[-1]

    np.testing.assert_array_equal(walking.tallies.moves, moves)
    np.testing.assert_array_equal(walking.tallies.widths, widths)
    np.testing.assert_array_equal(walking.tallies.weights, weights)
    np.testing.assert_array_equal(walking.tallies.nodes, nodes)
    np.testing.assert_array_equal(walking.tallies.leaves, leaves)
    assert room[:written].tolist() == tours
    assert walking.tallies.closed.sum() == sum(tour[-1] in graph.closing_ends(tour[0]) for tour in tours)
    assert next(stream) == walking.block.words[walking.block.cursor]


@pytest.mark.parametrize("method", ["uniform", "rotating", "warnsdorff"])
@pytest.mark.parametrize(
    ("label", "order"),
    [
        ("8x8", [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]),
        ("10x10", [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]),
        ("torus:6x6", [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)]),
    ],
)
def test_walks_in_an_order_of_ones_own(label: str, order: list[tuple[int, int]], method: str) -> None:
    """The order of the directions decides how rotating walks turn, and nothing else."""
    board = parse_board(label)
    graph, table = move_graph(board, (1, 2), order), direction_table(board, (1, 2), order)
    view = walk_board(graph, table, np.arange(graph.size, dtype=np.int32))
    walking = Walker(view, WALKERS[method], WordBlock(open_stream("pcg64dxsm", 2)), empty_tallies(view))
    stream = iter(open_stream("pcg64dxsm", 2).words(1 << 16).tolist())
    moves, widths = np.zeros_like(walking.tallies.moves), np.zeros(graph.size)

    walking.walk(200, NO_ROOM)
    for number in range(200):
        walk = slow_walk(method, graph.lists, table.tolist(), number % graph.size, stream)
        moves[np.arange(len(walk.squares)), walk.choices] += 1
        widths[: len(walk.squares)] += walk.weights

    np.testing.assert_array_equal(walking.tallies.moves, moves)
    np.testing.assert_array_equal(walking.tallies.widths, widths)


@pytest.mark.parametrize("method", ["uniform", "rotating", "warnsdorff"])
@pytest.mark.parametrize(("label", "starts"), [("9x9", None), ("5x20", [0, 7]), (HOLES, None), ("30x30", [0])])
def test_a_grid_changes_nothing(label: str, starts: list[int] | None, method: str) -> None:
    """Walks on a grid leave the very tallies, and find the very tours, of walks on arrays."""
    grids, arrays = walker(label, method, starts=starts), walker(label, method, starts=starts)
    arrays.board = arrays.board._replace(grid=NO_GRID)
    size = len(grids.board.degrees)
    found = [np.full((50, size), -1, dtype=np.int32) for _ in range(2)]

    written = [walking.walk(2000, room) for walking, room in zip((grids, arrays), found, strict=True)]

    assert len(grids.board.grid.cells) == size
    assert written[0] == written[1]
    np.testing.assert_array_equal(*found)
    for name, array in grids.arrays().items():
        np.testing.assert_array_equal(array, arrays.arrays()[name], err_msg=name)


@pytest.mark.parametrize("method", ["uniform", "rotating", "warnsdorff"])
@pytest.mark.parametrize(("label", "starts"), [("8x8", None), ("5x5", [0, 7]), ("3x4", None), ("cube:3", None)])
def test_masks_change_nothing(label: str, starts: list[int] | None, method: str) -> None:
    """Walks on a mask leave the very tallies, and find the very tours, of walks on arrays."""
    masks, arrays = walker(label, method, starts=starts), walker(label, method, starts=starts)
    arrays.board = arrays.board._replace(masks=np.empty(0, dtype=np.uint64))
    size = len(masks.board.degrees)
    found = [np.full((50, size), -1, dtype=np.int32) for _ in range(2)]

    written = [walking.walk(20_000, room) for walking, room in zip((masks, arrays), found, strict=True)]

    assert len(masks.board.masks) == size
    assert written[0] == written[1]
    assert masks.done == arrays.done
    np.testing.assert_array_equal(*found)
    for name, array in masks.arrays().items():
        np.testing.assert_array_equal(array, arrays.arrays()[name], err_msg=name)


def test_found_tours_are_tours() -> None:
    """Completed walks are handed over, and walking stops when their buffer is full."""
    walking = walker("5x5", "warnsdorff")
    room = np.zeros((10, 25), dtype=np.int32)

    written = walking.walk(10_000, room)

    assert written == 10
    assert walking.done < 10_000
    graph = move_graph(parse_board("5x5"), (1, 2))
    for tour in room.tolist():
        assert sorted(tour) == list(range(25))
        assert all(graph.adjacent(a, b) for a, b in itertools.pairwise(tour))


@pytest.mark.parametrize("method", list(WALKERS))
def test_the_cut_leaves_no_trace(method: str) -> None:
    """Walks made in pieces of odd sizes, with a checkpoint restored between them, leave the tallies of one long run."""
    whole, pieces = walker("6x6", method), walker("6x6", method)
    whole.walk(20_000, NO_ROOM)
    for size in (1, 6999, 13_000):
        pieces.walk(size, NO_ROOM)
        saved, done = {**pieces.block.checkpoint(), **pieces.arrays()}, pieces.done
        pieces = Walker(pieces.board, pieces.mode, resume_words(saved), tallies_from(saved), done)

    for name, array in whole.arrays().items():
        np.testing.assert_array_equal(array, pieces.arrays()[name], err_msg=name)
