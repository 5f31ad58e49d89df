"""Enumeration: counts, and on request stores, every tour. The work is planned by the method's own planner."""

from __future__ import annotations

from collections.abc import Sequence

from engine.boards.existence.decide import refutation
from engine.boards.existence.verdict import Existence
from engine.errors import InvalidProblemError
from engine.kinds.base import Kind, Plan, ShardPlan, ShardRecord
from engine.kinds.method import method_of
from engine.kinds.search import SearchEnumeration
from engine.specification.kinds import EnumerateSpecification
from engine.specification.problem import Problem, resolve
from engine.specification.result import Convention, Count, Result, SquareStatistics

PLANNERS: dict[str, Kind] = {
    "backtrack": SearchEnumeration(),
    "warnsdorff": SearchEnumeration(),
}
"""The specification's `method` to what plans and merges it."""


class Enumeration:
    """Hands each job to its method's planner."""

    def plan(self, spec: EnumerateSpecification) -> Plan:
        """Plan as the method does; where tours are proved impossible the proof is the result."""
        if method_of(spec) not in PLANNERS:
            raise InvalidProblemError("/method", f"{spec.method} cannot enumerate; use one of {', '.join(PLANNERS)}")
        problem = resolve(spec)
        proof = refutation(problem.board, problem.piece, spec.tours, problem.starts.tolist())
        if proof is not None:
            return Plan(result=_nothing(problem, proof))
        return PLANNERS[method_of(spec)].plan(spec)

    def follow(self, spec: EnumerateSpecification, shards: Sequence[ShardRecord]) -> Sequence[ShardPlan]:
        """Follow as the method does."""
        return PLANNERS[method_of(spec)].follow(spec, shards)

    def merge(self, spec: EnumerateSpecification, shards: Sequence[ShardRecord]) -> Result:
        """Merge as the method does."""
        return PLANNERS[method_of(spec)].merge(spec, shards)


def _nothing(problem: Problem, proof: Existence) -> Result:
    """Return the result where a proof has shown that there is no tour."""
    quantities: list[tuple[str, Convention]] = [("tours", "directed"), ("closed", "directed"), ("cycles", "undirected")]
    board = problem.board
    return Result(
        outcome="impossible",
        explanation=proof.explanation,
        counts=[Count(quantity=name, convention=way, value="0", method="proof") for name, way in quantities],
        squares=[SquareStatistics(square=board.square(start), tours="0", closed="0") for start in problem.starts],
    )
