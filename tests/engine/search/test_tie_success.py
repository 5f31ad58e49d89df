"""The exact success of Warnsdorff's rule on small boards."""

from __future__ import annotations

import pytest

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.boards.symmetry import square_classes
from engine.sampling.tie_tree import TieTree
from engine.search.tie_success import tie_success

MANY = 10**6


@pytest.mark.parametrize("label", ["1x1", "3x4", "5x5", "torus:3x4"])
def test_the_compiled_tree_agrees(label: str) -> None:
    """From every class of squares the same probability, within the rounding of the compiled one."""
    board = parse_board(label)
    graph = move_graph(board, (1, 2))
    for start in map(int, square_classes(board).representatives):
        tree = TieTree(graph, start)
        tree.advance(MANY)
        found = tie_success(graph, start, MANY)
        assert found is not None
        assert float(found[0]) == pytest.approx(tree.sums[0], abs=tree.error)


def test_a_large_tree_is_given_up() -> None:
    """As soon as it has more nodes than are to be looked at."""
    graph = move_graph(parse_board("5x5"), (1, 2))
    found = tie_success(graph, 0, MANY)
    assert found is not None
    assert tie_success(graph, 0, found[1] - 1) is None
