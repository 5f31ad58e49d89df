"""What a sweep will cost, told before it starts. Never loads numba."""

from __future__ import annotations

from dataclasses import dataclass

from engine.boards.move_graph import MoveGraph
from engine.search.frontier.bound import state_bounds
from engine.search.frontier.order import axis_orders, well_ordered
from engine.search.frontier.problem import SweepProblem, adjacency_of, problem_of
from engine.search.frontier.steps import MAX_SLOTS, frontiers

KEPT_AT_PEAK = 0.25
"""States really met at the widest step, as a share of the patterns there: 0.01 to 0.1 on flat boards of the knight
from 36 squares on, up to 0.4 on narrow ones and on small tori, where the patterns are few."""

KEPT_IN_ALL = 0.1
"""The same for all steps together: 0.01 to 0.13 on flat boards, up to 0.3 on small tori."""

BYTES_PER_STATE = 80
"""Key and count: of the states before the step, of those after it in a table three eighths full after it has grown,
and once more while the table is emptied (7x8 row after row: 9.5 million states in 0.8 GB)."""

MOST_BYTES = 20 << 30
"""More than this no sweep may need."""

SECONDS_PER_STATE = 0.7e-6
HOPELESS = 1e13
"""Patterns along the axes beyond which no order helps: the best one saves a factor of 50 or so."""


@dataclass(frozen=True)
class SweepEstimate:
    """Estimates from the patterns of the frontier; `fits` tells whether the sweep may run."""

    frontier: int
    peak_states: float
    seconds: float

    @property
    def peak_bytes(self) -> float:
        """Memory at the widest step."""
        return self.peak_states * BYTES_PER_STATE

    @property
    def fits(self) -> bool:
        """Whether states fit their keys and the table the memory."""
        return self.frontier <= MAX_SLOTS and self.peak_bytes <= MOST_BYTES

    def __str__(self) -> str:
        return (
            f"a frontier of {self.frontier} squares, about {self.peak_states:.0e} states at the widest step, "
            f"{self.peak_bytes / 2**30:.1f} GiB"
        )


def estimate_sweep(graph: MoveGraph, squares: tuple[int, ...]) -> SweepEstimate:
    """Estimate the sweep for cycles (no squares), for paths from a square, or for paths between two."""
    rough = problem_of(adjacency_of(graph)).with_order(next(axis_orders(graph)))
    if state_bounds(rough).max() > HOPELESS:
        return estimate_problem(rough)
    return estimate_problem(well_ordered(graph, squares))


def estimate_problem(problem: SweepProblem) -> SweepEstimate:
    """Estimate one sweep in its own order."""
    bounds = state_bounds(problem)
    return SweepEstimate(
        frontier=max(map(len, frontiers(problem))),
        peak_states=float(bounds.max()) * KEPT_AT_PEAK,
        seconds=float(bounds.sum()) * KEPT_IN_ALL * SECONDS_PER_STATE,
    )
