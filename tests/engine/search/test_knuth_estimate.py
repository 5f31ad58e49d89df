"""Knuth's estimate of tree sizes against searches."""

from __future__ import annotations

import pytest

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.search.knuth_estimate import tree_size
from tests.reference.search import neighbours_of, search


@pytest.mark.parametrize("tied", [False, True])
def test_estimate_is_unbiased(tied: bool) -> None:
    """On a tree of known size the mean lies within four of its own standard errors, and the error is small."""
    graph = move_graph(parse_board("3x4"), (1, 2))
    exact = search(neighbours_of(graph), 0, tied).nodes
    mean, error = tree_size(graph, [0], tied=tied, probes=20_000)
    assert abs(mean - exact) <= 4 * error + 1e-9
    assert error < 0.02 * exact


def test_a_seed_gives_one_estimate() -> None:
    """The same seed gives the same figure, another seed another one; a leaf has one node."""
    graph = move_graph(parse_board("5x5"), (1, 2))
    assert tree_size(graph, [0], probes=50, seed=5) == tree_size(graph, [0], probes=50, seed=5)
    assert tree_size(graph, [0], probes=50, seed=5) != tree_size(graph, [0], probes=50, seed=6)
    assert tree_size(move_graph(parse_board("3x3"), (1, 2)), [4], probes=3) == (1.0, 0.0)
