"""The orders of two searches are those of their textbook forms."""

from __future__ import annotations

import numpy as np
import pytest

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.distances.reach_order import depth_first_order, until


def slow_depth_first(neighbours: list[list[int]], square: int, entered: list[int]) -> list[int]:
    """Enter a square, then in turn all that can be reached from it by new squares."""
    entered.append(square)
    for onward in neighbours[square]:
        if onward not in entered:
            slow_depth_first(neighbours, onward, entered)
    return entered


@pytest.mark.parametrize("label", ["3x3", "5x5", "torus:4x5", "3x3x3"])
def test_depth_first_order_is_that_of_the_recursion(label: str) -> None:
    """Each reachable square is entered once, in the recursion's order; up to a target the order begins the same."""
    graph = move_graph(parse_board(label), (1, 2))
    rows = [graph.neighbours[square, : graph.degrees[square]].tolist() for square in range(graph.size)]
    order, deepest = depth_first_order(graph, 0)
    assert order.tolist() == slow_depth_first(rows, 0, [])
    assert deepest < len(order)
    target = int(order[-1])
    assert depth_first_order(graph, 0, target)[0].tolist() == order.tolist()
    assert until(order, int(order[2])).tolist() == order[:3].tolist()


def test_a_target_that_is_not_reached() -> None:
    """With the unreachable middle of 3x3 as target all eight other squares are entered."""
    order, _ = depth_first_order(move_graph(parse_board("3x3"), (1, 2)), 0, 4)
    assert len(order) == 8
    assert until(np.array([1, 2]), 7).tolist() == [1, 2]
