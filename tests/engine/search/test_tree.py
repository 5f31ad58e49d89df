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


BOARD_777 = [
    [1, 24, 9, 62, 45, 26, 41, 60],
    [10, 63, 2, 25, 40, 61, 46, 27],
    [23, 8, 11, 44, 21, 30, 59, 42],
    [64, 3, 22, 39, 58, 43, 28, 47],
    [7, 12, 5, 20, 29, 48, 31, 56],
    [4, 17, 14, 53, 38, 57, 34, 49],
    [13, 6, 19, 16, 51, 36, 55, 32],
    [18, 15, 52, 37, 54, 33, 50, 35],
]  # fmt: skip
"""The 777th tour of the plain search from the corner, as "La marche du cavalier" prints it: the steps, by square."""

BOARD_WARNSDORFF = [
    [1, 16, 41, 22, 3, 18, 61, 48],
    [40, 23, 2, 17, 60, 49, 4, 19],
    [15, 42, 39, 56, 21, 62, 47, 64],
    [24, 37, 44, 59, 50, 57, 20, 5],
    [43, 14, 51, 38, 55, 46, 63, 30],
    [36, 25, 54, 45, 58, 31, 6, 9],
    [13, 52, 27, 34, 11, 8, 29, 32],
    [26, 35, 12, 53, 28, 33, 10, 7],
]  # fmt: skip
"""A tour by Warnsdorff's rule from the same source."""


def tour_on(board: list[list[int]]) -> list[int]:
    """Return the tour as square numbers."""
    steps = [step for row in board for step in row]
    return [steps.index(step) for step in range(1, len(steps) + 1)]


def test_branch_strings_of_the_777th_tour() -> None:
    """The numbers of moves available are those of the source; the numbers taken lead back to the tour."""
    order = [(2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2), (1, 2), (2, 1)]
    graph = move_graph(parse_board("8x8"), (1, 2), order)
    moves = branch_string(graph, tour_on(BOARD_777))
    available = "".join(str(met) for met, _ in moves)
    assert available == "255373333175251451346511322445522413132312331115121122121211111"
    assert descend(graph, 0, [number - 1 for _, number in moves]) == tour_on(BOARD_777)


def test_tied_candidates_of_a_warnsdorff_tour() -> None:
    """The board keeps to the rule; the string of ties printed beside it belongs to another tour."""
    moves = branch_string(knight_graph("8x8"), tour_on(BOARD_WARNSDORFF), tied=True)
    assert all(number for _, number in moves)
    ties = "".join(str(met) for met, _ in moves)
    assert ties == "221111121111111111211112112122111111211111122111121111113211211"
