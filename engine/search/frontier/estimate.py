"""What a sweep will cost, told before it starts. Never loads numba."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from engine.boards.move_graph import MoveGraph
from engine.search.frontier.bound import state_bounds
from engine.search.frontier.order import along_an_axis, well_ordered, widest
from engine.search.frontier.problem import SweepProblem
from engine.search.frontier.steps import MAX_SLOTS

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
    all_states: float

    @property
    def seconds(self) -> float:
        """Processor time."""
        return self.all_states * SECONDS_PER_STATE

    @property
    def peak_bytes(self) -> float:
        """Memory at the widest step."""
        return self.peak_states * BYTES_PER_STATE

    @property
    def fits(self) -> bool:
        """Whether states fit their keys and the table the memory."""
        return self.frontier <= MAX_SLOTS and self.peak_bytes <= MOST_BYTES

    def __str__(self) -> str:
        room = f" (a state has room for {MAX_SLOTS})" if self.frontier > MAX_SLOTS else ""
        if self.peak_states == inf:
            return f"a frontier of {self.frontier} squares{room}"
        gibibytes = self.peak_bytes / 2**30
        memory = f"{gibibytes:.1f} GiB" if gibibytes >= 1 else f"{max(1.0, 1024 * gibibytes):.0f} MiB"
        return f"a frontier of {self.frontier} squares{room}, about {self.peak_states:.0e} states at most, {memory}"


def estimate_sweep(graph: MoveGraph, squares: tuple[int, ...]) -> SweepEstimate:
    """Estimate the sweep for cycles (no squares), for paths from a square, or for paths between two.

    A better order is looked for only where one may help; no order halves the frontier along the axes.
    """
    rough = along_an_axis(graph, squares)
    frontier = widest(rough)
    if frontier > 2 * MAX_SLOTS:
        return SweepEstimate(frontier, peak_states=inf, all_states=inf)
    if state_bounds(rough).max() > HOPELESS:
        return estimate_problem(rough)
    return estimate_problem(well_ordered(graph, squares))


def estimate_problem(problem: SweepProblem) -> SweepEstimate:
    """Estimate one sweep in its own order."""
    bounds = state_bounds(problem)
    return SweepEstimate(
        frontier=widest(problem),
        peak_states=float(bounds.max()) * KEPT_AT_PEAK,
        all_states=float(bounds.sum()) * KEPT_IN_ALL,
    )
