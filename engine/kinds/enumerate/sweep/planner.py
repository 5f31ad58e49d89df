"""Enumeration by frontier sweeps: which sweeps count what is asked for, and how their counts make the result.

One shard is one sweep: cycles, the paths from one start square, or the paths between one pair of ends. Symmetry
leaves one start or pair of each class to be swept. A sweep that proves wide is shared by more shards, step by step.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from engine.arrays import integer_of
from engine.boards.move_graph import MoveGraph
from engine.boards.symmetry import symmetries
from engine.errors import InvalidProblemError
from engine.kinds.common.kind import Plan, ShardPlan, ShardRecord
from engine.kinds.enumerate.search.planner import one_square
from engine.kinds.enumerate.search_options import refuse
from engine.kinds.enumerate.specification import EnumerateProblem, EnumerateSpecification
from engine.kinds.enumerate.sweep.rounds import next_rounds
from engine.kinds.enumerate.sweep.target import SweepTarget
from engine.search.frontier.colours import possible_ends
from engine.search.frontier.estimate import SweepEstimate, estimate_sweep, hopeless_sweep
from engine.search.frontier.problem import adjacency_of
from engine.specification.result import Count, EndStatistics, Result, SquareStatistics

METHOD = "frontier"
MAX_WEIGHED_SQUARES = 1024
"""Squares of the largest board whose sweep is weighed at once; larger ones are left to the planner."""

Squares = tuple[int, ...]
"""What a sweep is for: () cycles, (start,) paths from it, (start, end) paths between them."""

Values = Mapping[Squares, int]


def refuse_unswept(spec: EnumerateSpecification) -> None:
    """Raise InvalidProblemError at a field that only a search can heed: other methods meet no single tour."""
    refuse(spec, ("limit", "order", "visit"), "tours are counted without being visited in any order")
    if spec.prune or spec.connected_at:
        raise InvalidProblemError("/prune", "prunings belong to a search")
    if spec.store != "none":
        raise InvalidProblemError("/store", "tours are counted without finding any; nothing can be stored")


def only_searched(spec: EnumerateSpecification) -> bool:
    """Whether a search alone can do the job: its tours are to be visited one by one."""
    try:
        refuse_unswept(spec)
    except InvalidProblemError:
        return True
    return False


class FrontierEnumeration:
    """Counts tours by sweeps."""

    def check(self, problem: EnumerateProblem) -> None:
        """Refuse fields that a sweep does not heed, and a board on which it is hopeless whatever the order."""
        refuse_unswept(problem.spec)
        if 1 < problem.board.size <= MAX_WEIGHED_SQUARES:
            check_fits(hopeless_sweep(problem.graph, ()))

    def plan(self, problem: EnumerateProblem) -> Plan:
        """Plan one shard per sweep; InvalidProblemError with the estimate where one is too large."""
        self.check(problem)
        if problem.board.size == 1:
            return Plan(result=one_square(problem))
        sweeps = Sweeps(problem)
        needed = sweeps.list_sweeps()
        if not needed:
            return Plan(result=sweeps.result({}))
        check_fits(estimate_sweep(problem.graph, needed[-1]))
        labels = _labels(problem, needed)
        return Plan([ShardPlan(i, labels[sweep], SweepTarget(sweep=sweep).to_json()) for i, sweep in enumerate(needed)])

    def follow(self, problem: EnumerateProblem, shards: Sequence[ShardRecord], others: int = 0) -> Sequence[ShardPlan]:
        """Return the next step's shards of sweeps that are too wide for one worker; all others have one round.

        others: shards of the job that come after the sweeps planned at first.
        """
        if all("count" in shard.statistics for shard in shards):
            return ()
        labels = _labels(problem, Sweeps(problem).list_sweeps())
        return next_rounds(shards, {(squares, None): label for squares, label in labels.items()}, others)

    def merge(self, problem: EnumerateProblem, shards: Sequence[ShardRecord]) -> Result:
        """Return the result of the finished sweeps: totals once all are done, rows as soon as their own are."""
        values = {
            SweepTarget.of(shard).sweep: integer_of(shard.statistics["count"])
            for shard in shards
            if shard.is_finished and "count" in shard.statistics
        }
        return Sweeps(problem).result(values)


def check_fits(estimate: SweepEstimate | None, pointer: str = "/method") -> None:
    """Raise InvalidProblemError with the estimate of a sweep that is too large. pointer: to the field at fault."""
    if estimate is not None and not estimate.fits:
        raise InvalidProblemError(
            pointer, f"the sweep is too large: {estimate}; `cavalier plan` estimates what sweeps of a board take"
        )


def is_sweep(target: Mapping[str, object]) -> bool:
    """Whether a shard with this target is a sweep."""
    return "sweep" in target


def _labels(problem: EnumerateProblem, sweeps: Sequence[Squares]) -> dict[Squares, str]:
    """Return the label of each sweep, in order."""
    labels = {}
    for squares in sweeps:
        names = [str(problem.board.square(square)) for square in squares]
        label = {0: "cycles", 1: f"from {names[:1]}", 2: f"between {names}"}[len(squares)]
        labels[squares] = label.replace("'", "")
    return labels


class Sweeps:
    """The sweeps of one job, and the result that follows from their counts."""

    def __init__(self, problem: EnumerateProblem, method: str = METHOD) -> None:
        """Prepare the sweeps; method: the one that counts, where it is not a sweep."""
        self._spec, self._board, self._method = problem.spec, problem.board, method
        self._graph: MoveGraph = problem.graph
        self._starts: list[int] = problem.starts.tolist()
        self._adjacency = adjacency_of(self._graph)
        self._symmetries = symmetries(problem.board)

    def list_sweeps(self) -> list[Squares]:
        """Return all sweeps, those of one size in order."""
        required = {sweep for start in self._starts for sweep in self._of_start(start)}
        return sorted(required, key=lambda squares: (len(squares), squares))

    def _of_start(self, start: int) -> list[Squares]:
        if self._spec.by_end:
            return [self._pair(start, end) for end in self._ends(start)]
        return [()] if self._spec.tours == "closed" else [(), self._class(start)]

    def _closing(self, start: int) -> list[int]:
        return [int(end) for end in self._graph.closing_ends(start)]

    def _ends(self, start: int) -> list[int]:
        possible = possible_ends(self._adjacency, start)
        return [end for end in possible if end in self._closing(start) or self._spec.tours != "closed"]

    def _class(self, start: int) -> Squares:
        return (int(self._symmetries[:, start].min()),)

    def _pair(self, start: int, end: int) -> Squares:
        """Return the least pair that symmetry and reversal take these ends to."""
        low = np.minimum(self._symmetries[:, start], self._symmetries[:, end])
        high = np.maximum(self._symmetries[:, start], self._symmetries[:, end])
        least = np.lexsort((high, low))[0]
        return int(low[least]), int(high[least])

    def result(self, values: Values) -> Result:
        """Return the result known from these sweeps' counts."""
        known = [start for start in self._starts if all(sweep in values for sweep in self._of_start(start))]
        rows = {start: self._row(start, values) for start in known}
        return Result(
            counts=self._counts(list(rows.values())) if len(known) == len(self._starts) else [],
            squares=[
                SquareStatistics(square=self._board.square(start), tours=str(required), closed=str(closed))
                for start, (required, closed) in rows.items()
            ],
            ends=[row for start in known for row in self._end_rows(start, values)] if self._spec.by_end else [],
        )

    def _row(self, start: int, values: Values) -> tuple[int, int]:
        """Return how many directed tours from a square are of the sort asked for, and how many close."""
        if self._spec.by_end:
            counts = {end: values[self._pair(start, end)] for end in self._ends(start)}
            closed = sum(counts.get(end, 0) for end in self._closing(start))
            tours = sum(counts.values())
        else:
            closed = 2 * values[()]
            tours = closed if self._spec.tours == "closed" else values[self._class(start)]
        return tours - closed if self._spec.tours == "open" else tours, closed

    def _counts(self, rows: Sequence[tuple[int, int]]) -> list[Count]:
        totals = {"tours": sum(tours for tours, _ in rows), "closed": sum(closed for _, closed in rows)}
        counts = [Count(quantity=name, value=str(value), method=self._method) for name, value in totals.items()]
        cycles = str(rows[0][1] // 2)
        return [*counts, Count(quantity="cycles", convention="undirected", value=cycles, method=self._method)]

    def _end_rows(self, start: int, values: Values) -> list[EndStatistics]:
        kept = {end: values[self._pair(start, end)] for end in self._ends(start)}
        if self._spec.tours == "open":
            kept = {end: count for end, count in kept.items() if end not in self._closing(start)}
        square = self._board.square
        return [EndStatistics(start=square(start), end=square(end), tours=str(n)) for end, n in kept.items() if n]
