"""Which method `auto` means: search, sweep or inclusion and exclusion, by what each would cost."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from engine.errors import InvalidProblemError
from engine.kinds.common.durations import in_words
from engine.kinds.enumerate.inclusion_exclusion.planner import METHOD as DENSE
from engine.kinds.enumerate.inclusion_exclusion.planner import expected_seconds
from engine.kinds.enumerate.search.shards import probes_of, searched_for
from engine.kinds.enumerate.search_options import method_of, prunings_of
from engine.kinds.enumerate.specification import EnumerateProblem
from engine.kinds.enumerate.sweep.planner import Sweeps, only_searched
from engine.kinds.planning_cost import MAX_SEARCHED_SQUARES
from engine.search.frontier.estimate import SweepEstimate, estimate_sweep
from engine.search.symmetry_reductions import is_balanced

PROBES = 200
SECONDS_PER_NODE = 6e-9
SECONDS_PER_PRUNED_NODE = 1.2e-8
SECONDS_PER_SWEEP = 1.0
"""What every sweep costs beside its states: finding an order for the squares."""

MAX_SQUARES = 400
"""On larger boards no search is probed: none ends."""


class Choice(NamedTuple):
    """A method, why in words, and its expected processor time; None where nothing was weighed."""

    method: str
    why: str
    seconds: float | None


def choose_method(problem: EnumerateProblem, *, soon: bool = False) -> Choice:
    """Return the cheapest of "backtrack", "frontier" and "inclusion-exclusion"; soon: as `estimate_sweep`."""
    if only_searched(problem.spec):
        return Choice("backtrack", "tours are visited one by one, which only a search does", None)
    if problem.board.size == 1:
        return Choice("backtrack", "one square needs no sweep", None)
    sweeps = len(Sweeps(problem).list_sweeps())
    searching = _search_seconds(problem)
    if searching <= SECONDS_PER_SWEEP * sweeps:
        begun = "it takes to begin one sweep" if sweeps == 1 else f"it takes to begin {sweeps} sweeps"
        return Choice("backtrack", f"a search takes about {in_words(searching)}, less than {begun}", searching)
    sweeping, sweep = _sweeping(problem, soon=soon)
    adding, sets = _adding(problem)
    search = "a search never ends" if searching == inf else f"a search takes about {in_words(searching)}"
    costs = {"backtrack": searching, "frontier": sweeping, DENSE: adding}
    words = [sweep, *([sets] if sets else []), search]
    method = min(costs, key=costs.__getitem__)
    return Choice(method, ", ".join(words), costs[method])


def advice_on_order(problem: EnumerateProblem) -> str | None:
    """Return advice where a search for the first tours may meet none for very long, else None.

    That may happen where moves are tried as they are listed, on boards whose whole tree is not soon searched.
    """
    spec = problem.spec
    few = spec.limit is not None and spec.limit.tours is not None
    if (
        not few
        or spec.visit is not None
        or method_of(spec) != "backtrack"
        or problem.board.size <= MAX_SEARCHED_SQUARES
    ):
        return None
    return (
        "Moves are tried in the order in which they are listed: on this many squares it may take very long until the "
        'first tour is met. With "visit": "warnsdorff" the squares with the fewest onward moves come first, and tours '
        "are mostly met at once."
    )


def _sweeping(problem: EnumerateProblem, *, soon: bool) -> tuple[float, str]:
    """Return the seconds of all sweeps, and these in words; infinity where one is too large."""
    number, estimate = expected_sweep(problem, soon=soon)
    if not estimate.fits:
        return inf, f"a sweep is too large ({estimate})"
    seconds = number * (estimate.seconds + SECONDS_PER_SWEEP)
    return (
        seconds,
        f"{'one sweep takes' if number == 1 else f'{number} sweeps take'} about {in_words(seconds)} ({estimate})",
    )


def _adding(problem: EnumerateProblem) -> tuple[float, str | None]:
    """Return the seconds of inclusion and exclusion, and these in words; infinity where it cannot do the job."""
    try:
        seconds = expected_seconds(problem)
    except InvalidProblemError:
        return inf, None
    return seconds, f"inclusion and exclusion takes about {in_words(seconds)}"


def expected_nodes(problem: EnumerateProblem) -> float:
    """Estimate how many squares a search enters from its start squares, with its prunings.

    The estimate is that of D. E. Knuth (1975), from PROBES random walks from one of them, always the same walks.
    """
    spec = problem.spec
    starts = sorted(set(searched_for(problem).values()))
    if "colour" in prunings_of(spec, problem.graph):
        starts = [start for start in starts if is_balanced(problem.graph, start, closed=spec.tours == "closed")]
    return len(starts) * probes_of(spec, problem.graph).nodes(starts[:1], PROBES) if starts else 0.0


def expected_sweep(problem: EnumerateProblem, *, soon: bool = False) -> tuple[int, SweepEstimate]:
    """Return how many sweeps count what is asked for, and the estimate of the widest; soon: as `estimate_sweep`."""
    sweeps = Sweeps(problem).list_sweeps()
    return len(sweeps), estimate_sweep(problem.graph, sweeps[-1] if sweeps else (), soon=soon)


def _search_seconds(problem: EnumerateProblem) -> float:
    if problem.board.size > MAX_SQUARES:
        return inf
    pruned = {"exits", "forced"} <= prunings_of(problem.spec, problem.graph)
    return expected_nodes(problem) * (SECONDS_PER_PRUNED_NODE if pruned else SECONDS_PER_NODE)
