"""The prunings in plain Python against the kernel's."""

from __future__ import annotations

import pytest

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.search.counters import ANY, CLOSED_ONLY
from engine.search.pruned_search import PrunedSearch
from engine.search.pruning_in_python import squares_in, unpruned_branches


def visit(masks: list[int], path: list[int], free: int, closing: bool) -> list[int]:
    """Return [tours, nodes] of the tree below a path, itself included."""
    if not free:
        return [int(not closing or bool(masks[path[0]] >> path[-1] & 1)), 1]
    beyond = (
        squares_in(masks[path[0]])
        if len(path) == 1
        else unpruned_branches(masks, path[-1], path[0], free, closing=closing)
    )
    below = [visit(masks, [*path, square], free ^ 1 << square, closing) for square in beyond]
    return [sum(tours for tours, _ in below), 1 + sum(nodes for _, nodes in below)]


@pytest.mark.parametrize("closing", [False, True])
@pytest.mark.parametrize(("label", "start"), [("3x7", 0), ("4x5", 0), ("4x5", 6), ("5x5", 12), ("5x6", 0)])
def test_the_tree_is_the_kernels(label: str, start: int, closing: bool) -> None:
    """Slow and fast search agree on every node and tour."""
    graph = move_graph(parse_board(label), (1, 2))
    masks = [int(mask) for mask in graph.masks]
    search = PrunedSearch(graph, [start], prunings=["exits", "forced"], tour_filter=CLOSED_ONLY if closing else ANY)
    search.advance(10**9)
    free = (1 << graph.size) - 1 ^ 1 << start
    found = int(search.counters[1] if closing else search.counters[0])
    assert visit(masks, [start], free, closing) == [found, int(search.counters[3]) + 1]
