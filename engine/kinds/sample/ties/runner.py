"""Advances the tree of Warnsdorff ties of one start square."""

from __future__ import annotations

import numpy as np

from engine.arrays import Arrays
from engine.kinds.common.target import StartTarget
from engine.kinds.running.shard_runner import NoTours, Shard
from engine.kinds.sample.specification import SampleProblem
from engine.sampling.tie_tree import TieTree


class TieRunner(NoTours):
    """The unit of work is one square entered."""

    def __init__(self, shard: Shard[SampleProblem]) -> None:
        graph, checkpoint = shard.problem.graph, shard.checkpoint
        self.tree = TieTree(graph, StartTarget.of(shard).start, None if checkpoint is None else dict(checkpoint))

    def step(self, work: int) -> int:
        """Enter at most `work` squares."""
        return self.tree.advance(work)

    @property
    def is_finished(self) -> bool:
        """Whether the tree is searched."""
        return self.tree.is_finished

    @property
    def progress(self) -> float:
        """The share of all walks whose end is known."""
        return 1.0 if self.is_finished else min(1.0, float(self.tree.sums[0] + self.tree.sums[2]))

    def checkpoint(self) -> Arrays:
        """Return the position in the tree and the sums."""
        return self.tree.checkpoint()

    def statistics(self) -> Arrays:
        """Return the probabilities, the numbers of leaves and the bound on the rounding error."""
        error = np.array([self.tree.error])
        return {"sums": self.tree.sums.copy(), "leaves": self.tree.leaves.copy(), "error": error}
