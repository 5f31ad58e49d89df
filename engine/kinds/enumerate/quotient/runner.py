"""Runs one subtree of a search for the tours that a symmetry leaves as they are."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.kinds.enumerate.quotient.planner import WalkTarget, quotient_of
from engine.kinds.enumerate.specification import EnumerateProblem
from engine.kinds.running.shard_runner import Shard
from engine.kinds.running.tree_runner import TreeRunner
from engine.search.quotient.lifting import least_of_classes
from engine.search.quotient.search import QuotientSearch


class QuotientRunner(TreeRunner):
    """A subtree being searched; the unit of work is a node, a square entered."""

    _target: WalkTarget

    def __init__(self, shard: Shard[EnumerateProblem]) -> None:
        """Open the shard at its last checkpoint; without one, above the root of its subtree."""
        super().__init__()
        spec, self._target = shard.problem.spec, WalkTarget.of(shard)
        self._store, self._first, self._limit = spec.store, self._target.keep or 0, self._target.limit
        self._limits_tours = spec.limit is not None and spec.limit.tours is not None
        self._quotient = quotient_of(shard.problem)
        self._size = self._quotient.graph.size
        way, slots = self._quotient.ways[self._target.way], (*self._target.branches, *self._target.within)
        self._search = QuotientSearch(self._quotient, way, slots)
        if shard.checkpoint is not None:
            self._search.restore(shard.checkpoint)

    def take_tours(self) -> NDArray[np.int32]:
        """Return and forget the tours found since the last call, in search order; for stored classes, one each."""
        tours = super().take_tours()
        return least_of_classes(self._quotient, tours) if self._store == "classes" else tours
