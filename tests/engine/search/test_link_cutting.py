"""The two counted searches against each other, the slow twin and the published count."""

from __future__ import annotations

import numpy as np
import pytest

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.search.link_cutting import counted_search
from tests.reference.search import neighbours_of, nodes_in_order, search

ENOUGH = 10**9


@pytest.mark.parametrize("cutting", [False, True])
@pytest.mark.parametrize("start", [0, 1, 5])
def test_the_tree_is_that_of_the_twin(start: int, cutting: bool) -> None:
    """Both searches enter every node of the tree, and find its tours."""
    graph = move_graph(parse_board("3x4"), (1, 2))
    trace = counted_search(graph, start, cutting=cutting, tours=ENOUGH, nodes=ENOUGH)
    expected = search(neighbours_of(graph), start)
    assert (trace.nodes, trace.tours) == (expected.nodes, len(expected.tours))
    lengths = [len(path) for path in nodes_in_order(neighbours_of(graph), start)]
    assert trace.reached.tolist() == np.bincount(lengths, minlength=13).tolist()


def test_cut_links_are_not_looked_at() -> None:
    """With links cut every look is a jump; each link cut is restored, so cuts are even when the search is over."""
    graph = move_graph(parse_board("4x5"), (1, 2))
    cut = counted_search(graph, 0, cutting=True, tours=ENOUGH, nodes=ENOUGH)
    plain = counted_search(graph, 0, cutting=False, tours=ENOUGH, nodes=ENOUGH)
    assert cut.looks == cut.nodes - 1
    assert plain.looks > plain.nodes
    assert cut.cuts % 2 == 0
    assert plain.cuts == 0
    assert cut.jumps == plain.jumps


def test_first_tour_at_jump_17_739_769() -> None:
    """As Le probleme du cavalier counts; the trace shows that the search never came back above the 33rd square."""
    order = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)]
    graph = move_graph(parse_board("8x8"), (1, 2), order)
    trace = counted_search(graph, 0, cutting=False, tours=1, nodes=20_000_000)
    assert trace.jumps == 17_739_769
    assert trace.shallowest[1:].min() == 33
    assert trace.reached.sum() == trace.nodes
