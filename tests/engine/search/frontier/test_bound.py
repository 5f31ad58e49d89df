"""Bounds on the number of states."""

from __future__ import annotations

import numpy as np
import pytest

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.search.frontier.bound import share_behind, state_bounds, state_shares
from engine.search.frontier.order import axis_orders, well_ordered
from engine.search.frontier.problem import adjacency_of, problem_of
from engine.search.frontier.sweep import Sweep


@pytest.mark.parametrize("label", ["4x6", "torus:3x4", "cylinder:4x4", "2x3x3"])
@pytest.mark.parametrize("squares", [(), (0,), (0, 1)])
def test_no_sweep_meets_more_states(label: str, squares: tuple[int, ...]) -> None:
    """At every step of every kind of sweep, in any order, at most as many states are met as the bound says."""
    graph = move_graph(parse_board(label), (1, 2))
    problem = problem_of(adjacency_of(graph), squares)
    for order in (*axis_orders(graph), well_ordered(graph, squares).order):
        ordered = problem.with_order(order)
        sweep = Sweep(ordered)
        while not sweep.is_finished:
            sweep.advance(1 << 16)
        live = sweep.count > 0  # where colours leave no cycle the bound is of states that could be finished: none
        assert not live or np.all(sweep.widths <= state_bounds(ordered))


def test_shares_of_the_steps_are_of_all_states() -> None:
    """On a glued board as the patterns say; on a flat one late steps have more."""
    problem = well_ordered(move_graph(parse_board("6x6"), (1, 2)), ())
    bounds = state_bounds(problem)[:-1]
    flat, glued = state_shares(problem), state_shares(problem, glued=True)

    assert glued == pytest.approx(bounds / bounds.sum())
    assert flat.sum() == pytest.approx(1.0)
    assert share_behind(flat, 36, 0.0) == 1.0
    assert 0.0 < share_behind(flat, 12, 0.5) == pytest.approx(flat[:12].sum() + flat[12] / 2)
    assert share_behind(flat, 18, 0.0) == pytest.approx(share_behind(glued, 18, 0.0) ** 2)
