"""Runs one shard of a job that counts up to symmetry: a sweep for all tours, or one of a folded board."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.kinds.enumerate.sweep.runner import FrontierRunner
from engine.kinds.running.shard_runner import Shard, ShardRunner
from engine.kinds.running.single_sweep import OneSweep
from engine.kinds.symmetry.planner import FoldTarget, is_fold
from engine.kinds.symmetry.specification import SymmetryProblem
from engine.kinds.symmetry.symmetry_classes import symmetry_classes
from engine.search.frontier.order import well_ordered_fold


def open_symmetry(shard: Shard[SymmetryProblem]) -> ShardRunner:
    """Open a shard: a sweep of a folded board where its target says so, else one for all tours."""
    return FoldedRunner(shard) if is_fold(shard.target) else FrontierRunner(shard)


class FoldedRunner(OneSweep):
    """One sweep of a folded board."""

    def __init__(self, shard: Shard[SymmetryProblem]) -> None:
        """Open the shard at its last checkpoint; without one, at its beginning."""
        target, graph = FoldTarget.of(shard), shard.problem.graph
        (folded,) = (one.folded for one in symmetry_classes(graph) if one.row == target.symmetry)
        problem = well_ordered_fold(graph, folded, target.ends)
        super().__init__(problem, shard.memory, shard.checkpoint, folded.edges)

    def statistics(self) -> Arrays:
        """Return the states met and, once finished, the sums of even and of odd parity, in 64-bit words."""
        statistics: dict[str, NDArray[np.generic]] = {"widths": self._sweep.widths.copy()}
        if self.is_finished:
            statistics["even"], statistics["odd"] = self._sweep.parities
        return statistics
