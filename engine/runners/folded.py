"""Runs one shard of a job that counts up to symmetry: a sweep for all tours, or one of a folded board."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.errors import KernelLimitError
from engine.kinds.symmetry import FoldTarget, is_fold
from engine.kinds.symmetry_group import symmetry_classes
from engine.runners.base import NoTours, Shard, ShardRunner
from engine.runners.frontier import FrontierRunner
from engine.search.frontier.bound import share_behind, state_bounds
from engine.search.frontier.order import well_ordered_fold
from engine.search.frontier.sweep import BATCH, LARGEST_STEP, Sweep
from engine.specification.problem import SymmetryProblem


def open_symmetry(shard: Shard[SymmetryProblem]) -> ShardRunner:
    """Open a shard: its target tells a folded board."""
    return FoldedRunner(shard) if is_fold(shard.target) else FrontierRunner(shard)


class FoldedRunner(NoTours):
    """One sweep of a folded board, in memory; the unit of work is a state taken through a vertex."""

    batch = BATCH
    """Successors of a batch."""

    def __init__(self, shard: Shard[SymmetryProblem]) -> None:
        """Open the shard at its last checkpoint, None: at its beginning."""
        target, self._memory = FoldTarget.of(shard), shard.memory
        (folded,) = (one.folded for one in symmetry_classes(shard.problem.graph) if one.row == target.symmetry)
        problem = well_ordered_fold(shard.problem.graph, folded, target.ends)
        saved = shard.checkpoint or {}
        if saved:  # the order is part of what the states mean
            problem = problem.with_order(saved["order"].tolist())
        self._order = np.array(problem.order, dtype=np.int64)
        self._weights = state_bounds(problem)[:-1]
        self._sweep = Sweep(problem, checkpoint=saved or None, batch=self.batch, edges=folded.edges)

    def step(self, work: int) -> int:
        """Take at least `work` states through a vertex, in whole batches; KernelLimitError for want of memory."""
        done = self._sweep.advance(min(work, LARGEST_STEP))
        if self._sweep.bytes > self._memory:
            raise KernelLimitError(
                f"the sweep needs more than {self._memory >> 20} MiB at vertex {self._sweep.number}: more than "
                "CAVALIER_SWEEP_MEMORY allows"
            )
        return done

    @property
    def finished(self) -> bool:
        """Whether every vertex is settled."""
        return self._sweep.finished

    @property
    def progress(self) -> float:
        """The share of the patterns of all steps that lie behind."""
        return share_behind(self._weights, self._sweep.number, self._sweep.share)

    def checkpoint(self) -> Arrays:
        """Return the order of the vertices and the states."""
        return {"order": self._order, **self._sweep.checkpoint()}

    def statistics(self) -> Arrays:
        """Return the states met and, once finished, the sums of even and of odd parity, in 64-bit words."""
        statistics: dict[str, NDArray[np.generic]] = {"widths": self._sweep.widths.copy()}
        if self.finished:
            statistics["even"], statistics["odd"] = self._sweep.parities
        return statistics
