"""Exactly uniform random tours: drawn by their number, backwards through the layers of frontier sweeps.

One shard is one sweep: all cycles, or the paths from one start of each class. First every sweep counts. Once the
numbers of all tours are known, each shard draws the same random numbers of tours and finds those that are its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from engine.arrays import integer_of
from engine.boards.symmetry import square_classes
from engine.errors import InvalidProblemError
from engine.kinds.common.kind import ShardPlan, ShardRecord
from engine.kinds.sample.specification import SampleProblem
from engine.kinds.sample.targets import DrawTarget
from engine.search.frontier.colours import possible_ends
from engine.search.frontier.estimate import SweepEstimate, estimate_problem, estimate_sweep
from engine.search.frontier.order import along_an_axis, widest
from engine.search.frontier.problem import adjacency_of
from engine.search.frontier.steps import MAX_SLOTS
from engine.specification.fields import FirstTours
from engine.specification.result import Count, Result, SquareStatistics

METHOD = "frontier"
MIN_SQUARES = 3
MAX_STATES = 4_000_000
"""States of all layers together: 64 MB, passed in a second by each batch of tours drawn."""

ORDER_SAVES = 50
"""The best order of the squares has at most this many times fewer states than one along the axes."""


@dataclass(frozen=True)
class TourSweep:
    """A sweep for tours. start: their first square, None for cycles. starts: all starts that it stands for."""

    start: int | None
    starts: tuple[int, ...]

    @property
    def variants(self) -> int:
        """The number of directed tours that each way through the sweep stands for: of a cycle, both directions."""
        return len(self.starts) * (2 if self.start is None else 1)


def sweeps(problem: SampleProblem) -> list[TourSweep]:
    """Return the sweeps that find every tour asked for once."""
    starts: list[int] = problem.starts.tolist()
    if problem.spec.tours == "closed":
        return [TourSweep(None, tuple(starts))]
    class_of = square_classes(problem.board).class_of
    classes: dict[int, list[int]] = {}
    for start in starts:
        classes.setdefault(int(class_of[start]), []).append(start)
    return [TourSweep(members[0], tuple(members)) for members in classes.values()]


def ends_of(problem: SampleProblem, start: int) -> tuple[int, ...]:
    """Return the squares, ascending, where tours of the sort asked for may end."""
    closing = set(problem.graph.closing_ends(start)) if problem.spec.tours == "open" else set()
    return tuple(end for end in possible_ends(adjacency_of(problem.graph), start) if end not in closing)


def check_sweep(problem: SampleProblem, *, nearly: bool = True) -> None:
    """Raise InvalidProblemError at the first field that sweeps cannot heed, and where the layers would not fit.

    nearly: whether tours drawn nearly uniformly would also do.
    """
    check_drawn(problem)
    if problem.board.size < MIN_SQUARES:
        raise InvalidProblemError("/board", f"a sweep takes boards of at least {MIN_SQUARES} squares")
    first = sweeps(problem)[0].start
    estimate = _estimate(problem, () if first is None else (first,))
    if not estimate.fits or estimate.all_states > MAX_STATES:
        most = f"at most {MAX_STATES:,} states in all may be kept"
        raise InvalidProblemError(
            "/board",
            f"the sweep is too wide ({most}): {estimate}; "
            f"{'smc draws nearly uniformly, index exactly' if nearly else 'a census is of exactly uniform draws only'}",
        )


def check_drawn(problem: SampleProblem) -> None:
    """Raise InvalidProblemError if the number of tours to draw is missing, or if none is to be kept."""
    if problem.spec.budget.walks is None:
        raise InvalidProblemError(
            "/budget", "every tour drawn is exactly uniform: give the number of 'walks' requested"
        )
    if problem.spec.store == "none":
        raise InvalidProblemError("/store", 'the tours drawn are the result: "all", or {"first": n}')


def draws_of(problem: SampleProblem) -> int:
    """Return how many tours are to be drawn."""
    required, store = problem.spec.budget.walks or 0, problem.spec.store
    return min(required, store.first) if isinstance(store, FirstTours) else required


def _estimate(problem: SampleProblem, squares: tuple[int, ...]) -> SweepEstimate:
    """Estimate a sweep; in the order along an axis, where the states would be too many in any order."""
    rough = along_an_axis(problem.graph, squares)
    if widest(rough) <= MAX_SLOTS and (estimate := estimate_problem(rough)).all_states > ORDER_SAVES * MAX_STATES:
        return estimate
    return estimate_sweep(problem.graph, squares)


def sweep_shards(problem: SampleProblem) -> list[ShardPlan]:
    """Return one shard for each sweep, to be counted first."""
    square = problem.board.square
    labels = ["cycles" if sweep.start is None else f"from {square(sweep.start)}" for sweep in sweeps(problem)]
    return [ShardPlan(index, label, DrawTarget(sweep=index).to_json()) for index, label in enumerate(labels)]


def draw_shards(problem: SampleProblem, shards: Sequence[ShardRecord]) -> list[ShardPlan]:
    """Return what every shard has to draw once all have counted; none after that, or where there is no tour.

    Tour numbers run through the sweeps in order: a shard's tours are `first` to `first` + its own count - 1 of `total`.
    """
    if DrawTarget.of(shards[0]).total is not None:
        return []
    counts, draws = _tours(problem, shards), draws_of(problem)
    return [
        replace(shard, target=DrawTarget(sweep=index, first=first, total=sum(counts), draws=draws).to_json())
        for index, (shard, first) in enumerate(zip(sweep_shards(problem), accumulate(counts, initial=0), strict=False))
        if sum(counts)
    ]


def sweep_result(problem: SampleProblem, shards: Sequence[ShardRecord]) -> Result:
    """Return the exact numbers of tours, once every sweep has counted, and how many tours were drawn and stored."""
    if not all(shard.statistics and "count" in shard.statistics for shard in shards):
        return Result()
    stored = sum(int(shard.statistics["stored"][0]) for shard in shards)
    return drawn_result(problem, _tours(problem, shards), stored)


def drawn_result(problem: SampleProblem, counts: Sequence[int], stored: int) -> Result:
    """Return the exact numbers of tours, and how many were stored. counts: directed tours of each sweep."""
    quantity = "closed" if problem.spec.tours == "closed" else "tours"
    found = [Count(quantity=quantity, value=str(sum(counts)), method=METHOD)]
    if problem.spec.tours == "closed":
        cycles = sum(counts) // (2 * len(problem.starts))
        found.append(Count(quantity="cycles", convention="undirected", value=str(cycles), method=METHOD))
    found.append(Count(quantity="stored_tours", value=str(stored), method=METHOD))
    by_start = {
        start: count // len(sweep.starts)
        for sweep, count in zip(sweeps(problem), counts, strict=True)
        for start in sweep.starts
    }
    rows = [
        SquareStatistics.model_validate({"square": problem.board.square(start), quantity: str(by_start[start])})
        for start in problem.starts.tolist()
    ]
    return Result(counts=found, squares=rows)


def _tours(problem: SampleProblem, shards: Sequence[ShardRecord]) -> list[int]:
    """Return the number of directed tours of each sweep."""
    counted = zip(sweeps(problem), shards, strict=True)
    return [sweep.variants * integer_of(shard.statistics["count"]) for sweep, shard in counted]
