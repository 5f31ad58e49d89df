"""Runs one shard of a census by weighted sweeps: one that counts, or one that carries a statistic or uses of moves."""

from __future__ import annotations

from engine.arrays import Arrays
from engine.kinds.census.specification import CensusProblem
from engine.kinds.census.weighted.cost import estimate_of
from engine.kinds.census.weighted.passes import Pass
from engine.kinds.census.weighted.planner import weighted_passes
from engine.kinds.enumerate.sweep.runner import WHOLE, FrontierRunner
from engine.kinds.enumerate.sweep.target import SweepTarget
from engine.kinds.running.shard_runner import Shard, ShardRunner
from engine.search.frontier.estimate import SweepEstimate, estimate_problem
from engine.search.frontier.order import symmetries_of
from engine.search.frontier.table import Int64s
from engine.search.frontier.table_part import Receive
from engine.search.frontier.weighted_sweep import BATCH, WeightedPart, WeightedSweep


def open_weighted(shard: Shard[CensusProblem]) -> ShardRunner:
    """Open a shard; its target names what the sweep carries."""
    return FrontierRunner(shard) if SweepTarget.of(shard).weights is None else WeightedRunner(shard)


class WeightedRunner(FrontierRunner):
    """One shard of a weighted sweep, advanced and shared like that of any sweep."""

    batch = BATCH
    sweep_type = WeightedSweep
    size = 8

    def __init__(self, shard: Shard[CensusProblem]) -> None:
        """Open the shard at its last checkpoint; without one, at its beginning."""
        target, graph = SweepTarget.of(shard), shard.problem.graph
        self._pass: Pass
        (self._pass,) = (one for one in weighted_passes(shard.problem) if one.name == target.weights)
        self._weights = self._pass.carried(target.stride)
        self._kept = tuple(image for image in symmetries_of(graph) if self._weights.keeps(image))
        super().__init__(shard)

    def _make_sweep(self, saved: Arrays | None) -> WeightedSweep:
        return WeightedSweep(self._problem, self._weights, self._kept, saved, self._most, self.batch)

    def _make_part(self, receive: Receive, saved: tuple[Int64s, Int64s]) -> WeightedPart:
        buckets = self._target.buckets or WHOLE
        return WeightedPart(self._problem, self._weights, self._kept, self._round, buckets, receive, saved, self.batch)

    def _estimate(self) -> SweepEstimate:
        return estimate_of(self._pass, self._graph.size, estimate_problem(self._problem))

    @property
    def _prefix(self) -> str:
        return f"{self._pass.name}.{self._sweep.current_step}"
