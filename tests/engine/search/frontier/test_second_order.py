"""A second order of the squares that has no cut in common with the first."""

from __future__ import annotations

import pytest

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.boards.symmetry import symmetries
from engine.errors import InvalidProblemError
from engine.search.frontier.bound import state_bounds
from engine.search.frontier.order import along_an_axis, well_ordered
from engine.search.frontier.second_order import MIN_SQUARES, otherwise_ordered


@pytest.mark.parametrize("label", ["3x4", "5x6", "6x6", "3x10", "torus:4x5", "2x3x4"])
@pytest.mark.parametrize("squares", [(), (3,), (0, 5)])
def test_no_cut_in_common(label: str, squares: tuple[int, ...]) -> None:
    """All squares once, an apex last; no set of settled squares is an image of one that the first order settles."""
    graph = move_graph(parse_board(label), (1, 2))
    first, second = well_ordered(graph, squares), otherwise_ordered(graph, squares)
    assert sorted(second.order) == list(range(second.size))
    assert second.apex is None or second.order[-1] == second.apex
    for settled in range(MIN_SQUARES, graph.size - MIN_SQUARES + 1):
        images = {frozenset(image[list(first.order[:settled])].tolist()) for image in symmetries(graph.board)}
        assert frozenset(second.order[:settled]) not in images


def test_it_is_not_much_worse() -> None:
    """On 6x8 it meets fewer patterns than row after row does."""
    graph = move_graph(parse_board("6x8"), (1, 2))
    assert state_bounds(otherwise_ordered(graph)).sum() < state_bounds(along_an_axis(graph)).sum()


def test_boards_without_choice_are_refused() -> None:
    """A narrow ring is refused: with few moves from each square there are too few orders."""
    graph = move_graph(parse_board("ring:6x6-1"), (1, 2))
    with pytest.raises(InvalidProblemError, match="no order"):
        otherwise_ordered(graph)
