"""Sampling: one shard per stream, in rounds, until the budget's rule is met."""

from __future__ import annotations

from collections.abc import Sequence

from engine.boards.existence.decide import existence
from engine.kinds.common.kind import Plan, ShardPlan, ShardRecord, Spent
from engine.kinds.sample.checks import DRAWING, POPULATIONS, check
from engine.kinds.sample.estimates.walks import walk_result
from engine.kinds.sample.indexed.planner import DrawsFromIndex, check_index, index_result, index_shards
from engine.kinds.sample.rounds import expected_units, first_round, next_round, relative_error, share, total_units
from engine.kinds.sample.smc.planner import population_result
from engine.kinds.sample.smc.potentials import pilot_table, plan_pilot
from engine.kinds.sample.specification import SampleProblem, SampleSpecification
from engine.kinds.sample.targets import Pilot, StreamTarget
from engine.kinds.sample.ties.planner import tie_result, tie_shards
from engine.kinds.sample.uniform.planner import check_sweep, draw_shards, sweep_result, sweep_shards
from engine.specification.fields import FirstTours
from engine.specification.problem import resolve_board
from engine.specification.result import Count, Result

DISTRIBUTIONS = dict.fromkeys(DRAWING, "exact uniform") | dict.fromkeys(POPULATIONS, "near-uniform")
"""How the tours that a method stores are distributed; those of walks are not uniform."""

NO_PILOT = Pilot()
SMALLEST_POPULATIONS = 16
SMALLEST_WALKS = 1 << 14


class Sampling(DrawsFromIndex):
    """The kind "sample"."""

    def check(self, problem: SampleProblem) -> None:
        """Refuse what the method cannot heed."""
        check(problem)
        if problem.spec.method == "index":
            check_index(problem)

    def plan(self, problem: SampleProblem) -> Plan:
        """Plan one shard per stream with its part of the first round; nothing to sample where no tour exists."""
        spec = problem.spec
        self.check(problem)
        answer = existence(problem.board, problem.piece, spec.tours)
        if answer.impossible:
            count = Count(quantity="tours", value="0", method="existence")
            return Plan(result=Result(outcome="impossible", explanation=answer.explanation, counts=[count]))
        if spec.exact:
            return Plan(tie_shards(problem))
        if spec.method == "frontier":
            check_sweep(problem)
            return Plan(sweep_shards(problem))
        if spec.method == "index":
            return Plan(index_shards(problem))
        return Plan(_shards(spec, 0, plan_pilot(spec, ())) if spec.potential == "auto" else _first_shards(spec))

    def follow(self, problem: SampleProblem, shards: Sequence[ShardRecord]) -> Sequence[ShardPlan]:
        """Extend every stream to the next round, until the budget is spent or the error small enough."""
        spec = problem.spec
        if spec.exact or spec.method == "index":
            return ()
        if spec.method == "frontier":
            return draw_shards(problem, shards)
        if spec.potential == "auto" and StreamTarget.of(shards[0]).potential is None:
            found = plan_pilot(spec, shards)
            return _first_shards(spec, found) if found.potential is not None else _shards(spec, 0, found)
        error = relative_error(self.merge(problem, shards))
        spent = sum(shard.cpu_seconds for shard in shards)
        total = next_round(spec.budget, _units(spec), total_units(shards), error, spent)
        return () if total is None else _shards(spec, total, _pilot_of(shards))

    def merge(self, problem: SampleProblem, shards: Sequence[ShardRecord]) -> Result:
        """Estimate from all streams, in index order; where tours are stored, say how they are distributed."""
        spec, result = problem.spec, self._merge_shards(problem, shards)
        if spec.store == "none":
            return result
        extra = {**result.extra, "tour_distribution": DISTRIBUTIONS.get(spec.method, "not uniform")}
        return result.model_copy(update={"extra": extra})

    def whole_work(self, spec: SampleSpecification, spent: Spent) -> float | None:
        """Return the units of work in the budget: walks, or for populations one generation for each move."""
        units = _units(spec)
        if spec.method in POPULATIONS and units is not None:
            units *= max(1, resolve_board(spec.board).size - POPULATIONS[spec.method])
        return expected_units(spec.budget, units, spent)

    def _merge_shards(self, problem: SampleProblem, shards: Sequence[ShardRecord]) -> Result:
        spec = problem.spec
        if spec.exact:
            return tie_result(problem, shards)
        if spec.method == "frontier":
            return sweep_result(problem, shards)
        if spec.method == "index":
            return index_result(problem, shards)
        known = [shard.statistics for shard in shards if shard.statistics]
        if not known:
            return Result()
        if spec.method not in POPULATIONS:
            return walk_result(problem, known)
        result = population_result(problem, known)
        return result.model_copy(update={"extra": {**result.extra, **pilot_table(spec, shards)}})


def _units(spec: SampleSpecification) -> int | None:
    """Return the budget in units of work (populations or walks), None where it is not a number of walks."""
    walks = spec.budget.walks
    return walks if walks is None or spec.method not in POPULATIONS else -(-walks // spec.particles)


def _first_shards(spec: SampleSpecification, pilot: Pilot = NO_PILOT) -> list[ShardPlan]:
    """Return every stream's part of the first round."""
    smallest = SMALLEST_POPULATIONS if spec.method in POPULATIONS else SMALLEST_WALKS
    return _shards(spec, first_round(_units(spec), smallest), pilot)


def _pilot_of(shards: Sequence[ShardRecord]) -> Pilot:
    """Return the part of the targets that a pilot has added."""
    target = StreamTarget.of(shards[0])
    return Pilot(pilot=target.pilot, potential=target.potential)


def _shards(spec: SampleSpecification, total: int, pilot: Pilot) -> list[ShardPlan]:
    """Return every stream's part of the work, and of the first tours to be stored, if their number is given."""
    streams = spec.rng.streams
    first = spec.store.first if isinstance(spec.store, FirstTours) else None
    targets = [
        StreamTarget(
            stream=stream,
            units=share(total, stream, streams),
            keep=None if first is None else share(first, stream, streams),
            **dict(pilot),
        )
        for stream in range(streams)
    ]
    return [ShardPlan(target.stream, f"stream {target.stream}", target.to_json()) for target in targets]
