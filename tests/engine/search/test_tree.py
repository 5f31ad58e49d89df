"""The search tree in plain Python."""

from __future__ import annotations

import pytest

from engine.boards.labels import parse_board
from engine.boards.move_graph import MoveGraph, move_graph
from engine.search.tree import branch_string, branches, descend, expand, newly_entered
from tests.reference.search import choices, neighbours_of, nodes_in_order


def knight_graph(label: str) -> MoveGraph:
    """Return the knight's move graph."""
    return move_graph(parse_board(label), (1, 2))


@pytest.mark.parametrize("tied", [False, True])
def test_branches_are_those_of_the_twin(tied: bool) -> None:
    """At every node near the top of the tree the branches and their order are the twin's."""
    graph = knight_graph("4x5")
    for path, _ in zip(nodes_in_order(neighbours_of(graph), 7, tied), range(300), strict=False):
        if len(path) < graph.size:
            expected = choices(neighbours_of(graph), list(path), tied)
            assert branches(graph, path[-1], set(path), tied=tied) == expected


@pytest.mark.parametrize("tied", [False, True])
@pytest.mark.parametrize("parts", [1, 7, 50])
def test_expand_covers_the_tree_in_search_order(tied: bool, parts: int) -> None:
    """Every node lies in exactly one part or above one; nodes above are counted once, in the order of the search."""
    graph = knight_graph("3x4")
    nodes = list(nodes_in_order(neighbours_of(graph), 0, tied))
    roots = [tuple(descend(graph, 0, root, tied=tied)) for root in expand(graph, 0, tied=tied, parts=parts)]
    assert len(roots) >= min(parts, 2)
    assert [node for node in nodes if node in set(roots)] == roots
    below = [sum(node[: len(root)] == root for root in roots) for node in nodes]
    assert set(below) <= {0, 1}
    above = [node for node, parts_above in zip(nodes, below, strict=True) if parts_above == 0]
    assert all(any(root[: len(node)] == node for root in roots) for node in above)
    assert sum(map(newly_entered, expand(graph, 0, tied=tied, parts=parts))) == len(above)


def test_a_corner_of_3x3_has_one_path() -> None:
    """Where no node branches the tree cannot be cut: the one part is as deep as asked for."""
    graph = knight_graph("3x3")
    assert expand(graph, 0, (0,), parts=64, depth=3) == [(0, 0, 0, 0)]


def test_branch_string_counts_from_one() -> None:
    """The numbers lead back to the tour; a move against Warnsdorff's rule has number 0."""
    graph = knight_graph("3x4")
    tour = next(node for node in nodes_in_order(neighbours_of(graph), 0) if len(node) == graph.size)
    moves = branch_string(graph, tour)
    assert len(moves) == graph.size - 1
    assert descend(graph, 0, [taken - 1 for _, taken in moves]) == list(tour)
    assert branch_string(knight_graph("5x5"), [0, 7, 10], tied=True) == [(2, 2), (1, 0)]
