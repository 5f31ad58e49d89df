"""The two counted searches against each other, the slow twin and the published count."""

from __future__ import annotations

import numpy as np
import pytest

from engine.boards.labels import parse_board
from engine.boards.move_graph import MoveGraph, move_graph
from engine.search.link_cutting import CUTS, LOOKS, NODES, TOURS, CountedSearch
from tests.reference.search import neighbours_of, nodes_in_order, search

ENOUGH = 10**9


def searched(graph: MoveGraph, start: int, *, cutting: bool) -> CountedSearch:
    """Return the search after the whole tree."""
    search = CountedSearch(graph, start, cutting=cutting)
    search.advance(ENOUGH, ENOUGH)
    assert search.is_finished
    return search


@pytest.mark.parametrize("cutting", [False, True])
@pytest.mark.parametrize("start", [0, 1, 5])
def test_the_tree_is_that_of_the_twin(start: int, cutting: bool) -> None:
    """Both searches enter every node of the tree, and find its tours."""
    graph = move_graph(parse_board("3x4"), (1, 2))
    trace = searched(graph, start, cutting=cutting)
    expected = search(neighbours_of(graph), start)
    assert (trace.counters[NODES], trace.counters[TOURS]) == (expected.nodes, len(expected.tours))
    lengths = [len(path) for path in nodes_in_order(neighbours_of(graph), start)]
    assert trace.reached.tolist() == np.bincount(lengths, minlength=13).tolist()


def test_cut_links_are_not_looked_at() -> None:
    """With links cut every look is a jump; each link cut is restored, so cuts are even when the search is over."""
    graph = move_graph(parse_board("4x5"), (1, 2))
    cut = searched(graph, 0, cutting=True)
    plain = searched(graph, 0, cutting=False)
    assert cut.counters[LOOKS] == cut.counters[NODES] - 1
    assert plain.counters[LOOKS] > plain.counters[NODES]
    assert cut.counters[CUTS] % 2 == 0
    assert plain.counters[CUTS] == 0
    assert cut.jumps == plain.jumps


@pytest.mark.parametrize("cutting", [False, True])
def test_cuts_do_not_matter(cutting: bool) -> None:
    """Written down and opened again after any number of nodes, the search holds the same state, the trace included."""
    graph = move_graph(parse_board("5x5"), (1, 2))
    whole = CountedSearch(graph, 0, cutting=cutting)
    whole.advance(600_000, ENOUGH)
    pieces = CountedSearch(graph, 0, cutting=cutting)
    for nodes in (1, 2, 1000, 262_144, 262_145, 524_288, 600_000):
        pieces.advance(nodes, ENOUGH)
        fresh = CountedSearch(graph, 0, cutting=cutting)
        fresh.restore(pieces.checkpoint())
        pieces = fresh
    expected, held = whole.checkpoint(), pieces.checkpoint()
    assert all(np.array_equal(expected[name], held[name]) for name in expected)
    assert whole.window == 4096
    assert len(whole.shallowest) == -(-600_000 // 4096)
