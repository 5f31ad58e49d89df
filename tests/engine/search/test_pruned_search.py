"""Prunings against the search without them."""

from __future__ import annotations

import numpy as np
import pytest

from engine.boards.labels import parse_board
from engine.boards.masks import board_from_rows
from engine.boards.move_graph import MoveGraph, move_graph
from engine.search.counters import ANY, CLOSED, CLOSED_ONLY, DEAD_ENDS, NODES, OPEN_ONLY, TOURS
from engine.search.pruned_search import PrunedSearch
from engine.search.tree_search import TreeSearch

ENOUGH = 10**9
PRUNINGS: list[dict[str, object]] = [
    {"prunings": ()},
    {"prunings": ["exits"]},
    {"prunings": ["forced"]},
    {"prunings": ["exits", "forced"]},
    {"prunings": (), "connected_at": [5, 7]},
    {"prunings": ["exits", "forced"], "connected_at": range(1, 12)},
]


@pytest.mark.parametrize("prunings", PRUNINGS)
def test_no_pruning_changes_the_order_by_exits(prunings: dict[str, object]) -> None:
    """Where the fewest exits come first too, the same tours in the same order."""
    for label, wanted in (("3x7", ANY), ("4x5", OPEN_ONLY), ("torus:3x4", CLOSED_ONLY)):
        graph = move_graph(parse_board(label), (1, 2))
        plain = TreeSearch(graph, [0], by_exits=True, tour_filter=wanted)
        search = PrunedSearch(graph, [0], by_exits=True, tour_filter=wanted, **prunings)
        tours = plain.advance(200_000, capacity=10_000)
        assert len(tours) > 0
        assert np.array_equal(search.advance(ENOUGH, capacity=len(tours)), tours)
        assert search.counters[NODES] <= plain.counters[NODES]


def random_boards() -> list[MoveGraph]:
    """Return move graphs of boards with holes, small enough for a search without prunings."""
    rng = np.random.default_rng(11)
    graphs = []
    for piece in ((1, 2), (0, 1), (1, 1), (1, 2)):
        rows = ["".join("#" if square else "." for square in row) for row in rng.random((4, 4)) < 0.85]
        graphs.append(move_graph(board_from_rows(rows, "flat", "/board"), piece))
    return graphs


GRAPHS = [
    *random_boards(),
    move_graph(parse_board("torus:3x4"), (1, 2)),
    move_graph(parse_board("cylinder:3x4"), (1, 2)),
    move_graph(parse_board("3x4"), (0, 1), [(0, 1), (1, 0), (0, -1), (-1, 0)]),
]


@pytest.mark.parametrize("wanted", [ANY, CLOSED_ONLY, OPEN_ONLY])
@pytest.mark.parametrize("graph", GRAPHS, ids=lambda graph: graph.board.label)
def test_no_pruning_changes_the_tours(graph: MoveGraph, wanted: int) -> None:
    """Each pruning and all together: the same tours in the same order, never more nodes."""
    for start in range(graph.size):
        plain = TreeSearch(graph, [start], tour_filter=wanted)
        tours = plain.advance(20_000, capacity=10_000)
        if not plain.is_finished:
            continue
        for prunings in PRUNINGS:
            search = PrunedSearch(graph, [start], tour_filter=wanted, **prunings)
            assert np.array_equal(search.advance(ENOUGH, capacity=10_000), tours)
            search.advance(ENOUGH)
            assert search.is_finished
            assert search.ends.tolist() == plain.ends.tolist()
            assert search.counters[CLOSED] == plain.counters[CLOSED]
            assert search.counters[NODES] <= plain.counters[NODES]


def test_without_prunings_the_tree_is_the_same() -> None:
    """With everything switched off all four counters are those of the search without prunings."""
    graph = move_graph(parse_board("5x5"), (1, 2))
    plain, search = TreeSearch(graph, [12]), PrunedSearch(graph, [12], prunings=())
    plain.advance(ENOUGH)
    search.advance(ENOUGH)
    assert search.counters.tolist() == plain.counters.tolist()


def test_each_pruning_prunes() -> None:
    """From a corner of 5x5 each one leaves fewer dead ends, and all 304 tours."""
    graph = move_graph(parse_board("5x5"), (1, 2))
    dead_ends = []
    for prunings in PRUNINGS:
        search = PrunedSearch(graph, [0], **prunings)
        search.advance(ENOUGH)
        assert search.counters[TOURS] == 304
        dead_ends.append(int(search.counters[DEAD_ENDS]))
    assert max(dead_ends[1:]) < dead_ends[0]


@pytest.mark.parametrize("tour_filter", [ANY, CLOSED_ONLY])
def test_cuts_do_not_matter(tour_filter: int) -> None:
    """Stopped and restored every few hundred nodes, nothing changes, below any node of the tree."""
    graph = move_graph(parse_board("3x10"), (1, 2))
    for path in ([0], [0, 12], [0, 12, 3]):
        prunings: dict[str, object] = {
            "prunings": ["exits", "forced"],
            "connected_at": [9, 20],
            "tour_filter": tour_filter,
        }
        whole = PrunedSearch(graph, path, **prunings)
        tours = whole.advance(ENOUGH, capacity=10_000)
        part = PrunedSearch(graph, path, **prunings)
        found = []
        while not part.is_finished:
            found.append(part.advance(777, capacity=5))
            again = PrunedSearch(graph, path, **prunings)
            again.restore(part.checkpoint())
            part = again
        assert np.array_equal(np.concatenate(found), tours)
        assert part.counters.tolist() == whole.counters.tolist()


def test_cycles_of_6x6() -> None:
    """6x6 has 9,862 closed tours (OEIS A001230), each found in both directions, in well under a second."""
    search = PrunedSearch(
        move_graph(parse_board("6x6"), (1, 2)), [0], prunings=["exits", "forced"], tour_filter=CLOSED_ONLY
    )
    search.advance(ENOUGH)
    assert search.counters[CLOSED] == 2 * 9862


def test_connectivity_at_the_first_and_last_square() -> None:
    """With one square visited, and with all 64, the test is made and finds nothing amiss."""
    graph = move_graph(parse_board("8x8"), (1, 2))
    counters = []
    for connected_at in ([], [1], [64]):
        search = PrunedSearch(graph, [0], prunings=["exits", "forced"], connected_at=connected_at)
        search.advance(100_000)
        counters.append(search.counters.tolist())
    assert counters[0] == counters[1] == counters[2]
