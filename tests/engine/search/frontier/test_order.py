"""Orders of squares."""

from __future__ import annotations

import pytest

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.search.frontier.bound import state_bounds
from engine.search.frontier.order import axis_orders, symmetries_of, well_ordered
from engine.search.frontier.problem import adjacency_of, problem_of


@pytest.mark.parametrize("label", ["5x6", "6x7", "torus:4x5", "2x3x4"])
@pytest.mark.parametrize("squares", [(), (3,), (0, 5)])
def test_an_order_has_every_square_once_and_beats_the_axes(label: str, squares: tuple[int, ...]) -> None:
    """The order found is a permutation, an apex last, with no more patterns than any order along the axes."""
    graph = move_graph(parse_board(label), (1, 2))
    problem = problem_of(adjacency_of(graph), squares)
    found = well_ordered(graph, squares)
    assert sorted(found.order) == list(range(problem.size))
    assert problem.apex is None or found.order[-1] == problem.apex
    along = [state_bounds(problem.with_order(order)).sum() for order in axis_orders(graph)]
    assert state_bounds(found).sum() <= min(along)


def test_symmetries_are_few_and_start_with_identity() -> None:
    """A torus has hundreds of symmetries; folding looks at the first ones, each a permutation."""
    graph = move_graph(parse_board("torus:5x5"), (1, 2))
    images = symmetries_of(graph)
    assert len(images) == 16
    assert images[0] == tuple(range(25))
    assert all(sorted(image) == list(range(25)) for image in images)
