"""Runs one shard of a job that counts up to symmetry: a sweep for all tours, or one of a folded board."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.kinds.symmetry import FoldTarget, is_fold
from engine.kinds.symmetry_group import symmetry_classes
from engine.runners.base import Shard, ShardRunner
from engine.runners.frontier import FrontierRunner
from engine.runners.one_sweep import OneSweep
from engine.search.frontier.order import well_ordered_fold
from engine.specification.problem import SymmetryProblem


def open_symmetry(shard: Shard[SymmetryProblem]) -> ShardRunner:
    """Open a shard: its target tells a folded board."""
    return FoldedRunner(shard) if is_fold(shard.target) else FrontierRunner(shard)


class FoldedRunner(OneSweep):
    """One sweep of a folded board."""

    def __init__(self, shard: Shard[SymmetryProblem]) -> None:
        """Open the shard at its last checkpoint, None: at its beginning."""
        target, graph = FoldTarget.of(shard), shard.problem.graph
        (folded,) = (one.folded for one in symmetry_classes(graph) if one.row == target.symmetry)
        problem = well_ordered_fold(graph, folded, target.ends)
        super().__init__(problem, shard.memory, shard.checkpoint, folded.edges)

    def statistics(self) -> Arrays:
        """Return the states met and, once finished, the sums of even and of odd parity, in 64-bit words."""
        statistics: dict[str, NDArray[np.generic]] = {"widths": self._sweep.widths.copy()}
        if self.finished:
            statistics["even"], statistics["odd"] = self._sweep.parities
        return statistics
