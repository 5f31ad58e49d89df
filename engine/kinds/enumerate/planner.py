"""Enumeration: counts, and on request stores, every tour. The work is planned by the method's own planner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pkgutil import resolve_name

from engine.boards.existence.decide import refutation
from engine.boards.existence.verdict import Existence
from engine.kinds.common.kind import Kind, Plan, ShardPlan, ShardRecord
from engine.kinds.enumerate.auto_method import advice_on_order, choose_method
from engine.kinds.enumerate.inclusion_exclusion.planner import METHOD as DENSE
from engine.kinds.enumerate.inclusion_exclusion.planner import SetsTarget, is_sets
from engine.kinds.enumerate.methods import ENUMERATE
from engine.kinds.enumerate.search_options import method_of
from engine.kinds.enumerate.specification import EnumerateProblem, EnumerateSpecification
from engine.kinds.enumerate.sweep.planner import METHOD as FRONTIER
from engine.kinds.enumerate.sweep.planner import is_sweep, only_searched
from engine.kinds.enumerate.sweep.target import SweepTarget
from engine.specification.result import Convention, Count, Result, SquareStatistics

PLANNERS: dict[str | None, Kind[EnumerateProblem]] = {
    method: resolve_name(program.planners[0])() for method, program in ENUMERATE.items() if len(program.planners) == 1
}
"""The planner of each `method` of a specification; only `auto`, which is not here, has a choice of planners."""

TARGETS: dict[str, type[SweepTarget | SetsTarget]] = {FRONTIER: SweepTarget, DENSE: SetsTarget}
"""Methods that `auto` may choose instead of a search, with their targets; the result gives the reason."""


class Enumeration:
    """Hands each job to its method's planner; once planned, the shards' targets tell which one."""

    def check(self, problem: EnumerateProblem) -> None:
        """Check as the method does, unless a proof answers the job, or `auto` has a choice of methods."""
        method = method_of(problem.spec) if only_searched(problem.spec) else problem.spec.method
        if method != "auto" and _proof(problem) is None:
            PLANNERS[method].check(problem)

    def plan(self, problem: EnumerateProblem) -> Plan:
        """Plan as the method does, `auto` weighing the costs; impossible tours are answered with their proof."""
        spec = problem.spec
        proof = _proof(problem)
        if proof is not None:
            return Plan(result=_nothing(problem, proof))
        method, reason = choose_method(problem)[:2] if spec.method == "auto" else (spec.method, None)
        plan = PLANNERS[method].plan(problem)
        if reason is None or method not in TARGETS:
            return replace(plan, advice=advice_on_order(problem))
        return replace(plan, shards=[_record_choice(shard, TARGETS[method], reason) for shard in plan.shards])

    def follow(self, problem: EnumerateProblem, shards: Sequence[ShardRecord]) -> Sequence[ShardPlan]:
        """Return the next round of the method."""
        return _planner(problem.spec, shards).follow(problem, shards)

    def merge(self, problem: EnumerateProblem, shards: Sequence[ShardRecord]) -> Result:
        """Merge as the method does; where `auto` chose not to search, say why."""
        result = _planner(problem.spec, shards).merge(problem, shards)
        method = _counted_by(shards)
        reason = TARGETS[method].of(shards[0]).why if method else None
        return result.model_copy(update={"explanation": reason}) if reason else result


def _proof(problem: EnumerateProblem) -> Existence | None:
    everywhere = range(problem.board.size)  # not listed: a board may have a thousand million squares
    starts = everywhere if problem.named is None else problem.named
    return refutation(problem.board, problem.piece, problem.spec.tours, starts)


def _record_choice(shard: ShardPlan, target: type[SweepTarget | SetsTarget], reason: str) -> ShardPlan:
    return replace(shard, target=target.of(shard).model_copy(update={"why": reason}).to_json())


def _counted_by(shards: Sequence[ShardRecord]) -> str | None:
    """Return the method of the shards' targets; None for a search."""
    target = shards[0].target if shards else {}
    return FRONTIER if is_sweep(target) else DENSE if is_sets(target) else None


def _planner(spec: EnumerateSpecification, shards: Sequence[ShardRecord]) -> Kind[EnumerateProblem]:
    return PLANNERS[_counted_by(shards) or method_of(spec)]


def _nothing(problem: EnumerateProblem, proof: Existence) -> Result:
    """Return the result where a proof shows that no requested tour exists: only the zeros that are proved.

    `tours` are those asked for, here as in every result. That no tour is open does not say that none is closed.
    """
    quantities: list[tuple[str, Convention]] = [("tours", "directed")]
    board, closed = problem.board, None
    if problem.spec.tours != "open" or refutation(board, problem.piece, "closed", problem.starts) is not None:
        quantities, closed = [*quantities, ("closed", "directed"), ("cycles", "undirected")], "0"
    return Result(
        outcome="impossible",
        explanation=proof.explanation,
        counts=[Count(quantity=name, convention=way, value="0", method="proof") for name, way in quantities],
        squares=[SquareStatistics(square=board.square(start), tours="0", closed=closed) for start in problem.starts],
    )
