"""A census by weighted sweeps: one that counts the closed tours, then one for each pass through the states.

The count gives the number of words that the digits of the other sweeps need, and checks their sums: it comes from
states folded by all symmetries of the board, the sums from states folded by those that keep the statistic.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engine.arrays import integer_of
from engine.errors import InvalidProblemError, KernelLimitError
from engine.features.move_sums import Move
from engine.features.table import DIRECTIONS
from engine.kinds.census.distribution import distribution_of
from engine.kinds.census.specification import Census, CensusProblem, Distribution, MoveUses, refuse_draws
from engine.kinds.census.weighted.cost import estimates_of, expected_cost
from engine.kinds.census.weighted.passes import Pass, passes_of
from engine.kinds.common.kind import Plan, ShardPlan, ShardRecord
from engine.kinds.enumerate.search_options import enumeration_of
from engine.kinds.enumerate.specification import EnumerateProblem
from engine.kinds.enumerate.sweep.planner import MAX_WEIGHED_SQUARES, FrontierEnumeration, check_fits
from engine.kinds.enumerate.sweep.planner import METHOD as SWEEP
from engine.kinds.enumerate.sweep.rounds import next_rounds
from engine.kinds.enumerate.sweep.target import SweepName, SweepTarget
from engine.search.frontier.weights import WORD
from engine.specification.result import Result

METHOD = "weighted-sweep"
COUNT: SweepName = (), None
COUNTING = "count"


def statistics_of(problem: CensusProblem) -> tuple[str, ...]:
    """Return the requested statistics; by default all four directions, or none where moves are requested."""
    spec = problem.spec
    if spec.statistics is None:
        return () if spec.moves else tuple(DIRECTIONS)
    return tuple(spec.statistics)


def weighted_passes(problem: CensusProblem) -> tuple[Pass, ...]:
    """Return the weighted sweeps that are needed."""
    return passes_of(problem.graph, statistics_of(problem), problem.spec.moves)


class WeightedCensus:
    """The method "weighted-sweep"."""

    def check(self, problem: CensusProblem) -> None:
        """Refuse open tours, statistics that are no sums over moves, and boards on which a sweep is hopeless."""
        spec = problem.spec
        if spec.tours != "closed":
            raise InvalidProblemError("/tours", f"a census by {METHOD} is of closed tours")
        refuse_draws(spec)
        if problem.board.size > MAX_WEIGHED_SQUARES:
            raise InvalidProblemError(
                "/board", f"a census by {METHOD} takes boards of at most {MAX_WEIGHED_SQUARES} squares"
            )
        FrontierEnumeration().check(_all_cycles(problem))
        try:
            weighted_passes(problem)
        except KernelLimitError as error:
            raise InvalidProblemError("/board", str(error)) from error

    def plan(self, problem: CensusProblem) -> Plan:
        """Plan the sweep that counts; InvalidProblemError with the estimate where a sweep is too large."""
        self.check(problem)
        plan = FrontierEnumeration().plan(_all_cycles(problem))
        if plan.result is not None:
            return plan
        estimates = estimates_of(problem.graph, weighted_passes(problem))
        for estimate in estimates:
            check_fits(estimate)
        (shard,) = plan.shards
        target = SweepTarget.of(shard).model_copy(update={"why": expected_cost(estimates)})
        return Plan([replace(shard, label=COUNTING, target=target.to_json())])

    def follow(self, problem: CensusProblem, shards: Sequence[ShardRecord]) -> Sequence[ShardPlan]:
        """Return the next rounds of the sweeps at work; once the tours are counted, the weighted sweeps."""
        passes = weighted_passes(problem)
        begun = {SweepTarget.of(shard).name for shard in shards}
        names = {name: label for name, label in _labels(passes).items() if name in begun}
        rounds = next_rounds(shards, names, others=len(passes) + 1 - len(names))
        total = count_of(shards, COUNT)
        if rounds or len(begun) > 1 or not total:
            return rounds
        return [
            ShardPlan(index, one.name, _target(problem, one, total).to_json()) for index, one in enumerate(passes, 1)
        ]

    def merge(self, problem: CensusProblem, shards: Sequence[ShardRecord]) -> Result:
        """Return the count and the results of the finished sweeps."""
        counting = [shard for shard in shards if SweepTarget.of(shard).name == COUNT]
        counted = FrontierEnumeration().merge(_all_cycles(problem), counting)
        why = SweepTarget.of(counting[0]).why if counting else None
        result = Result(counts=counted.counts, explanation=why)
        total = count_of(shards, COUNT)
        if total:
            result.extra["census"] = _census(problem, shards, total).model_dump()
        return result


def _all_cycles(problem: CensusProblem) -> EnumerateProblem:
    return enumeration_of(problem, method=SWEEP)


def _labels(passes: Sequence[Pass]) -> dict[SweepName, str]:
    return {COUNT: COUNTING} | {((), one.name): one.name for one in passes}


def _target(problem: CensusProblem, one: Pass, total: int) -> SweepTarget:
    """Return the target of a weighted sweep, with digits wide enough for all tours or, for moves, all their moves."""
    most = total * (1 if one.statistics else problem.board.size)
    return SweepTarget(sweep=(), weights=one.name, stride=-(-most.bit_length() // WORD))


def count_of(shards: Sequence[ShardRecord], name: SweepName) -> int | None:
    """Return the final count of a sweep; None until it is known."""
    words = _words(shards, name)
    return None if words is None else integer_of(words)


def _words(shards: Sequence[ShardRecord], name: SweepName) -> NDArray[np.generic] | None:
    found = (shard.statistics for shard in shards if SweepTarget.of(shard).name == name)
    return next((statistics["count"] for statistics in found if "count" in statistics), None)


def _census(problem: CensusProblem, shards: Sequence[ShardRecord], total: int) -> Census:
    """Return the results so far on the tours, `total` in number."""
    rows: dict[str, Distribution] = {}
    moves = None
    for one in weighted_passes(problem):
        words = _words(shards, ((), one.name))
        if words is None:
            continue
        digits = one.carried(_target(problem, one, total).stride).digits(words)
        if one.statistics:
            _check_sum(one.name, sum(digits), total)
            rows |= {name: distribution_of(name, digits, sampled=False) for name in one.statistics}
        else:
            _check_sum(one.name, sum(digits[1:]), total * problem.board.size)
            uses = dict(enumerate(digits))
            moves = [_uses(problem, move, uses.get(number, 0), one) for move, number in one.weights.items()]
    known = [rows[name] for name in statistics_of(problem) if name in rows]
    return Census(tours=str(total), exact=True, distributions=known, moves=moves)


def _check_sum(name: str, found: int, expected: int) -> None:
    if found != expected:
        raise AssertionError(f"the sweep of {name} adds up to {found}, not to {expected}")


def _uses(problem: CensusProblem, move: Move, uses: int, one: Pass) -> MoveUses:
    """Return how many tours use a move. uses: the sum over all moves of its class."""
    alike = sum(number == one.weights[move] for number in one.weights.values())
    return MoveUses(squares=[problem.board.square(square) for square in move], tours=str(uses // alike))
