"""The search tree's size from walks: against a count node by node, and none beyond the range of floats."""

from __future__ import annotations

import numpy as np
import pytest

from engine.boards.labels import parse_board
from engine.boards.move_graph import direction_table, move_graph
from engine.kinds.sample.estimates.tree_size import too_large, tree_estimates
from engine.sampling.tallies import WALKERS, empty_tallies, walk_board
from engine.sampling.walks import Walker
from engine.streams.registry import open_stream
from engine.streams.word_block import WordBlock


def slow_tree(neighbours: list[list[int]], path: list[int], *, ruled: bool) -> tuple[int, int, int]:
    """Return nodes, leaves and dead ends of the tree below a path, counted one by one."""
    free = [square for square in neighbours[path[-1]] if square not in path]
    if ruled and free:
        exits = [sum(after not in [*path, square] for after in neighbours[square]) for square in free]
        free = [square for square, count in zip(free, exits, strict=True) if count == min(exits)]
    if not free:
        return 1, 1, int(len(path) < len(neighbours))
    below = [slow_tree(neighbours, [*path, square], ruled=ruled) for square in free]
    nodes, leaves, dead = (sum(column) for column in zip(*below, strict=True))
    return 1 + nodes, leaves, dead


@pytest.mark.parametrize(
    ("method", "label"), [("uniform", "4x4"), ("rotating", "3x4"), ("warnsdorff", "5x5"), ("uniform", "torus:3x3")]
)
def test_the_size_of_the_tree_is_that_of_the_slow_twin(method: str, label: str) -> None:
    """Nodes, leaves and dead ends of all starts together lie within four standard errors of the count."""
    board = parse_board(label)
    graph = move_graph(board, (1, 2))
    view = walk_board(graph, direction_table(board, (1, 2)), np.arange(board.size, dtype=np.int32))
    walker = Walker(view, WALKERS[method], WordBlock(open_stream("pcg64dxsm", 1)), empty_tallies(view))
    walker.walk(60_000, np.empty((0, 0), dtype=np.int32))
    trees = [slow_tree(graph.lists, [start], ruled=method == "warnsdorff") for start in range(board.size)]
    exact = [sum(column) for column in zip(*trees, strict=True)]

    found = tree_estimates(walker.tallies.walks, walker.tallies._asdict(), "")

    assert [one.quantity for one in found] == ["nodes", "leaves", "dead_ends"]
    for one, count in zip(found, exact, strict=True):
        assert abs(one.value - count) <= 4 * one.standard_error
        assert one.standard_error < 0.05 * count


def test_a_tree_beyond_floats_is_not_estimated() -> None:
    """A tree whose sums are infinite has no estimate and counts as too large."""
    rows = {name: np.ones((16, 1)) for name in ("walks", "nodes", "leaves", "weights")}
    rows["nodes"][3, 0] = np.inf

    assert tree_estimates(rows["walks"], rows, "") == []
    assert too_large(rows)
