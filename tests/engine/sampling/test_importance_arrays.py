"""Importance walks on arrays: those of the slow twin, and those of masks where the board is small."""

from __future__ import annotations

import numpy as np
import pytest

from engine.boards.labels import parse_board
from engine.boards.move_graph import direction_table, move_graph
from engine.sampling.importance import proposal
from engine.sampling.tallies import WALKERS, empty_tallies, walk_board
from engine.sampling.walks import Walker
from engine.streams.registry import open_stream
from engine.streams.word_block import WordBlock
from tests.reference.walks import slow_importance

STRENGTH = 0.25


def walker(label: str, piece: tuple[int, ...], *, tail: int, closed: bool, masks: bool = False) -> Walker:
    """Return a walker from all squares in turn, with a free end."""
    board = parse_board(label)
    graph, starts = move_graph(board, piece), np.arange(board.size, dtype=np.int32)
    view = walk_board(graph, direction_table(board, piece), starts)
    if not masks:
        view = view._replace(masks=np.empty(0, dtype=np.uint64))
    draw = proposal(graph, starts, strength=STRENGTH, tail=tail, closed=closed, fixed_end=False)
    words = WordBlock(open_stream("pcg64dxsm", 5))
    return Walker(view, WALKERS["importance"], words, empty_tallies(view), draw=draw)


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize(
    ("label", "piece", "tail"),
    [
        ("5x6", (1, 2), 0),
        ("6x6", (1, 2), 8),
        ("torus:5x5", (1, 2), 6),
        ("cylinder:5x6", (1, 2), 5),
        ("moebius:5x6", (1, 2), 0),
        ("klein:6x6", (1, 2), 4),
        ("cube:3", (1, 2), 3),
        ("4x4x4", (0, 1, 2), 4),
        ("mask:####./#####/##.##/#####/#####", (1, 2), 3),
        ("3x30", (1, 2), 7),
        ("9x9", (1, 2), 8),
        ("torus:9x8", (1, 2), 5),
        ("cylinder:9x8", (1, 2), 0),
        ("ring:10x10-2", (1, 2), 6),
        ("mask:#########/####.####/#########/#.#####.#/#########/####.####/#########/#########", (1, 2), 6),
        ("5x5x5", (0, 1, 2), 3),
        ("1x70", (0, 1), 4),
    ],
)
def test_walks_are_those_of_the_slow_twin(label: str, piece: tuple[int, ...], tail: int, closed: bool) -> None:
    """The same words make the same walks, tallies and counts of endings, and leave the stream at the same word."""
    walking, count = walker(label, piece, tail=tail, closed=closed), 150
    graph, draw = move_graph(parse_board(label), piece), walking.draw
    assert draw is not None
    stream = iter(open_stream("pcg64dxsm", 5).words(1 << 17).tolist())
    moves, widths = np.zeros_like(walking.tallies.moves), np.zeros(graph.size)
    weights, closing = np.zeros_like(walking.tallies.weights), np.zeros_like(walking.tallies.weights)

    walking.walk(count, np.empty((0, 0), dtype=np.int32))
    for number in range(count):
        start, batch = number % graph.size, number // graph.size % 16
        walk = slow_importance(graph.lists, start, stream, draw.attraction.tolist(), tail=tail, closed=closed)
        moves[np.arange(len(walk.choices)), walk.choices] += 1
        widths[: len(walk.choices)] += walk.weights[: len(walk.choices)]
        weights[batch, start] += walk.ways * walk.weights[-1]
        closing[batch, start] += walk.closed * walk.weights[-1]

    np.testing.assert_array_equal(walking.tallies.moves, moves)
    np.testing.assert_array_equal(walking.tallies.widths, widths)
    np.testing.assert_array_equal(walking.tallies.weights, weights)
    np.testing.assert_array_equal(walking.tallies.closed_weights, closing)
    assert next(stream) == walking.block.words[walking.block.cursor]


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize(("label", "tail"), [("5x5", 0), ("6x6", 12), ("8x8", 20), ("torus:6x6", 9)])
def test_masks_change_nothing(label: str, tail: int, closed: bool) -> None:
    """Walks on a mask leave the very tallies, and find the very tours, of walks on arrays."""
    pair = [walker(label, (1, 2), tail=tail, closed=closed, masks=masks) for masks in (True, False)]
    found = [np.full((50, parse_board(label).size), -1, dtype=np.int32) for _ in pair]

    written = [walking.walk(4000, room) for walking, room in zip(pair, found, strict=True)]

    assert written[0] == written[1]
    np.testing.assert_array_equal(*found)
    for name, array in pair[0].arrays().items():
        np.testing.assert_array_equal(array, pair[1].arrays()[name], err_msg=name)
