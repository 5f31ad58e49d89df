"""Hands each census to its method's planner; `auto` takes weighted sweeps where every statistic is a sum over moves."""

from __future__ import annotations

from collections.abc import Sequence

from engine.boards.existence.decide import refutation
from engine.errors import InvalidProblemError
from engine.features.move_sums import is_move_sum
from engine.kinds.census.planner import TourCensus
from engine.kinds.census.specification import CensusProblem
from engine.kinds.census.weighted.planner import METHOD, WeightedCensus
from engine.kinds.common.kind import Kind, Plan, ShardPlan, ShardRecord
from engine.kinds.sample.indexed.planner import DrawsFromIndex
from engine.specification.result import Count, Result

MIN_SQUARES = 3


def is_weighted(problem: CensusProblem) -> bool:
    """Whether a census is made by weighted sweeps."""
    spec = problem.spec
    if spec.method != "auto":
        return spec.method == METHOD
    return spec.moves or (
        spec.tours == "closed" and bool(spec.statistics) and all(map(is_move_sum, spec.statistics or ()))
    )


class Censuses(DrawsFromIndex):
    """The kind "census"."""

    def check(self, problem: CensusProblem) -> None:
        """Check as the method does."""
        if problem.board.size < MIN_SQUARES:
            raise InvalidProblemError("/board", f"a census takes boards of at least {MIN_SQUARES} squares")
        _planner(problem).check(problem)

    def plan(self, problem: CensusProblem) -> Plan:
        """Plan as the method does; impossible tours are answered with their proof."""
        self.check(problem)
        proof = refutation(problem.board, problem.piece, problem.spec.tours, problem.starts)
        if proof is None:
            return _planner(problem).plan(problem)
        nothing = Count(quantity="tours", value="0", method="proof")
        return Plan(result=Result(outcome="impossible", explanation=proof.explanation, counts=[nothing]))

    def follow(self, problem: CensusProblem, shards: Sequence[ShardRecord]) -> Sequence[ShardPlan]:
        """Follow as the method does."""
        return _planner(problem).follow(problem, shards)

    def merge(self, problem: CensusProblem, shards: Sequence[ShardRecord]) -> Result:
        """Merge as the method does."""
        return _planner(problem).merge(problem, shards)


def _planner(problem: CensusProblem) -> Kind[CensusProblem]:
    return WeightedCensus() if is_weighted(problem) else TourCensus()
