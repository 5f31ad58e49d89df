"""Runs a search whose operations are counted."""

from __future__ import annotations

import numpy as np

from engine.arrays import Arrays
from engine.kinds.common.target import StartTarget
from engine.kinds.enumerate.counted_search.planner import LINK_CUTTING
from engine.kinds.enumerate.specification import EnumerateProblem
from engine.kinds.running.shard_runner import NoTours, Shard
from engine.search.counters import NO_LIMIT
from engine.search.link_cutting import NODES, TOURS, CountedSearch
from engine.search.progress import share
from engine.search.tree import branch_string


class CountedRunner(NoTours):
    """The search tree of one start square; the unit of work is a node, a square entered."""

    def __init__(self, shard: Shard[EnumerateProblem]) -> None:
        """Open the shard at its last checkpoint; without one, on the start square."""
        spec, checkpoint = shard.problem.spec, shard.checkpoint
        self._graph = shard.problem.graph
        self._search = CountedSearch(self._graph, StartTarget.of(shard).start, cutting=spec.method == LINK_CUTTING)
        self._nodes = self._tours = NO_LIMIT
        if spec.limit is not None:
            self._nodes, self._tours = spec.limit.nodes or NO_LIMIT, spec.limit.tours or NO_LIMIT
        if checkpoint is not None:
            self._search.restore(checkpoint)

    def step(self, work: int) -> int:
        """Enter up to `work` more squares."""
        before = int(self._search.counters[NODES])
        self._search.advance(min(before + work, self._nodes), self._tours)
        return int(self._search.counters[NODES]) - before

    @property
    def is_finished(self) -> bool:
        """Whether the tree is searched or the limit reached."""
        counters = self._search.counters
        return self._search.is_finished or bool(counters[NODES] >= self._nodes or counters[TOURS] >= self._tours)

    @property
    def progress(self) -> float:
        """The share of the limit, or of the tree with the branches of each node counted as equal."""
        if self.is_finished:
            return 1.0
        counters = self._search.counters
        moves = branch_string(self._graph, self._search.path)
        passed = share([number - 1 for _, number in moves], [branches for branches, _ in moves])
        return max(passed, float(counters[NODES]) / self._nodes, float(counters[TOURS]) / self._tours)

    def checkpoint(self) -> Arrays:
        """Return the whole state of the search."""
        return self._search.checkpoint()

    def statistics(self) -> Arrays:
        """Return the counters and the trace of the depth."""
        search = self._search
        return {
            "counters": search.counters.copy(),
            "reached": search.reached.copy(),
            "shallowest": search.shallowest.copy(),
            "window": np.array([search.window], np.int64),
        }
