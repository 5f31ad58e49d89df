"""Which method `auto` means: search or sweep, by what either would cost."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from engine.boards.move_graph import MoveGraph
from engine.errors import InvalidProblemError
from engine.kinds.frontier import Sweeps, refuse_unswept
from engine.kinds.method import prunings_of
from engine.kinds.search import searched_for
from engine.search.frontier.estimate import estimate_sweep
from engine.search.frontier.problem import adjacency_of
from engine.search.hopeful import pruned_nodes
from engine.search.reductions import balanced
from engine.specification.kinds import EnumerateSpecification
from engine.specification.problem import Problem, resolve

PROBES = 200
SECONDS_PER_NODE = 6e-9
SECONDS_PER_PRUNED_NODE = 1.2e-8
SECONDS_PER_SWEEP = 1.0
"""What every sweep costs beside its states: finding an order for the squares."""

MOST_SQUARES = 400
"""On larger boards nothing is weighed: neither method ends, and a search at least finds tours."""


def choose_method(spec: EnumerateSpecification) -> tuple[str, str]:
    """Return the cheaper of "backtrack" and "frontier" for this job, and the reason in words."""
    try:
        refuse_unswept(spec)
    except InvalidProblemError:
        return "backtrack", "tours are visited one by one, which only a search does"
    problem = resolve(spec)
    if problem.board.size > MOST_SQUARES or problem.board.size == 1:
        return "backtrack", "the board's size leaves only a search"
    searching = _search_seconds(spec, problem)
    sweeps = Sweeps(spec, problem).needed()
    if searching <= SECONDS_PER_SWEEP * len(sweeps):
        return "backtrack", f"a search takes about {searching:.1g} s, less than {len(sweeps)} sweeps"
    estimate = estimate_sweep(problem.graph, sweeps[-1] if sweeps else ())
    if not estimate.fits:
        return "backtrack", f"a sweep does not fit in memory: {estimate}"
    sweeping = len(sweeps) * (estimate.seconds + SECONDS_PER_SWEEP)
    costs = f"{len(sweeps)} sweeps take about {sweeping:.1g} s ({estimate}), a search about {searching:.1g} s"
    return ("frontier" if sweeping < searching else "backtrack"), costs


def _search_seconds(spec: EnumerateSpecification, problem: Problem) -> float:
    """Estimate what a search costs, with the prunings that it would have, on the start squares it would visit."""
    closing = spec.tours == "closed"
    graph, prunings = problem.graph, prunings_of(spec, problem.graph)
    starts = sorted(set(searched_for(spec, problem).values()))
    if "colour" in prunings:
        starts = [start for start in starts if balanced(graph, start, closed=closing)]
    if not starts:
        return 0.0
    if {"exits", "forced"} <= prunings:
        masks = [int(mask) for mask in graph.masks]
        return len(starts) * pruned_nodes(masks, starts[0], closing=closing, probes=PROBES) * SECONDS_PER_PRUNED_NODE
    return len(starts) * search_nodes(graph, starts[0]) * SECONDS_PER_NODE


@lru_cache(maxsize=64)
def search_nodes(graph: MoveGraph, start: int) -> float:
    """Estimate the nodes of a plain search from one square by random probes (D. E. Knuth, 1975), always the same ones.

    The mean of few probes is mostly too low on large trees, by orders of magnitude; by then the choice is clear.
    """
    adjacency, random = adjacency_of(graph), Random(1)
    total = 0.0
    for _ in range(PROBES):
        square, free, width = start, set(range(graph.size)) - {start}, 1.0
        while True:
            total += width
            moves = [w for w in adjacency[square] if w in free]
            if not moves:
                break
            width *= len(moves)
            square = random.choice(moves)
            free.discard(square)
    return total / PROBES
