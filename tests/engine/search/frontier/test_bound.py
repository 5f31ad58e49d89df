"""Bounds on the number of states."""

from __future__ import annotations

import numpy as np
import pytest

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.search.frontier.bound import state_bounds
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
