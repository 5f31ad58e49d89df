"""Runs a count by inclusion and exclusion."""

from __future__ import annotations

import numpy as np

from engine.arrays import Arrays
from engine.kinds.enumerate.inclusion_exclusion.planner import SetsTarget
from engine.kinds.enumerate.specification import EnumerateProblem
from engine.kinds.running.shard_runner import NoTours, Shard
from engine.search.inclusion_exclusion import count_by_end


class InclusionExclusionRunner(NoTours):
    """A range of the sets of squares with one start square; the unit of work is a set."""

    def __init__(self, shard: Shard[EnumerateProblem]) -> None:
        """Open the shard at its last checkpoint; without one, at the first set."""
        self._target, self._graph, saved = SetsTarget.of(shard), shard.problem.graph, shard.checkpoint
        self._at = self._target.first if saved is None else int(saved["at"][0])
        self._ends = np.zeros(self._graph.size, np.uint64) if saved is None else saved["ends"].astype(np.uint64)

    def step(self, work: int) -> int:
        """Add up to `work` more sets."""
        after = min(self._at + work, self._target.last)
        count_by_end(self._graph.neighbours, self._target.start, self._at, after, self._ends)
        done, self._at = after - self._at, after
        return done

    @property
    def is_finished(self) -> bool:
        """Whether every set of the range has been added."""
        return self._at == self._target.last

    @property
    def progress(self) -> float:
        """The share of the sets added."""
        return (self._at - self._target.first) / (self._target.last - self._target.first)

    def checkpoint(self) -> Arrays:
        """Return the number of the next set and the sums so far."""
        return {"at": np.array([self._at], np.int64), "ends": self._ends.copy()}

    def statistics(self) -> Arrays:
        """Return the sums so far, modulo 2^64 by last square; over all sets they count tours."""
        return {"ends": self._ends.copy()}
