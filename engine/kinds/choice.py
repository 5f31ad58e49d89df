"""Which method `auto` means: search or sweep, by what either would cost."""

from __future__ import annotations

from engine.errors import InvalidProblemError
from engine.kinds.frontier import Sweeps, refuse_unswept
from engine.kinds.method import prunings_of
from engine.kinds.search_shards import probes_of, searched_for
from engine.search.frontier.estimate import estimate_sweep
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
    graph, prunings = problem.graph, prunings_of(spec, problem.graph)
    starts = sorted(set(searched_for(spec, problem).values()))
    if "colour" in prunings:
        starts = [start for start in starts if balanced(graph, start, closed=spec.tours == "closed")]
    if not starts:
        return 0.0
    pruned = {"exits", "forced"} <= prunings
    nodes = len(starts) * probes_of(spec, graph).nodes([starts[0]], PROBES)
    return nodes * (SECONDS_PER_PRUNED_NODE if pruned else SECONDS_PER_NODE)
