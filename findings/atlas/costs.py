"""Expected cost of atlas entries: decides their order, and which are left out."""

from __future__ import annotations

from math import log2

from engine.boards.labels import parse_board
from engine.kinds.enumerate.sweep.planner import Sweeps
from engine.kinds.parse import parse_problem
from engine.search.frontier.estimate import estimate_problem
from engine.search.frontier.order import along_an_axis
from engine.specification.problem import BoardProblem
from findings.atlas.plan import ALL, Specification

MIN_SECONDS = 1e-3
LOWEST = -1000
"""The lowest priority of a job."""

STEPS = 20
"""Priorities per doubling of the cost."""

LONG_SECONDS = 600.0
"""Longer jobs begin one after the other, unless threads would be idle."""

WALK_SECONDS = 1.5e-7
"""Processor time of a particle at a square."""


def expected_seconds(board: str, specification: Specification) -> float:
    """Return the expected processor seconds of an entry's sweeps along an axis, each taken as wide as the widest.

    The square order that the job finds may need 50 times less, on glued boards 10,000 times less. Sweeps of folded
    boards are ignored: they are narrower than those for all tours. The time of an estimate follows from its budget.
    """
    if "budget" in specification:
        return WALK_SECONDS * float(specification["budget"]["walks"]) * parse_board(board).size
    shared = {name: value for name, value in specification.items() if name in ("tours", "piece", "starts")}
    problem = parse_problem({**ALL, **shared, "board": board})
    assert isinstance(problem, BoardProblem)
    if problem.board.size == 1:
        return 0.0
    sweeps = Sweeps(problem).list_sweeps()
    return len(sweeps) * estimate_problem(along_an_axis(problem.graph, sweeps[-1])).seconds


def priority_of(seconds: float) -> int:
    """Return the priority of a job of this expected cost: 0 for the cheapest, lower for longer ones."""
    return max(LOWEST, -round(STEPS * log2(max(1.0, seconds / MIN_SECONDS))))
