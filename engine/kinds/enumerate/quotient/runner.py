"""Runs one subtree of a search for the tours that a symmetry leaves as they are."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.kinds.enumerate.quotient.planner import WalkTarget, quotient_of
from engine.kinds.enumerate.specification import EnumerateProblem
from engine.kinds.running.shard_runner import Shard
from engine.search.counters import NO_LIMIT, NODES, TOURS
from engine.search.quotient.lifting import least_of_classes
from engine.search.quotient.search import QuotientSearch
from engine.specification.fields import FirstTours

BATCH = 4096
"""Tours handed over by one step at most."""


class QuotientRunner:
    """A subtree being searched; the unit of work is a node, a square entered."""

    def __init__(self, shard: Shard[EnumerateProblem]) -> None:
        """Open the shard at its last checkpoint, None: above the root of its subtree."""
        self._spec, self._target = shard.problem.spec, WalkTarget.of(shard)
        self._quotient = quotient_of(shard.problem)
        way, slots = self._quotient.ways[self._target.way], (*self._target.branches, *self._target.within)
        self._search = QuotientSearch(self._quotient, way, slots)
        self._tours: list[NDArray[np.int32]] = []
        if shard.checkpoint is not None:
            self._search.restore(shard.checkpoint)

    def step(self, work: int) -> int:
        """Enter up to `work` more nodes; fewer at a limit, or when a batch of tours is full."""
        before = self._nodes_entered
        nodes, tours = self._remaining()
        keep = min(BATCH, self._to_keep())
        _, found = self._search.advance(min(work, nodes), min(tours, keep or NO_LIMIT), keep)
        if keep:
            self._tours.append(found)
        return self._nodes_entered - before

    @property
    def _nodes_entered(self) -> int:
        return int(self._search.counters[NODES])

    @property
    def _tours_found(self) -> int:
        return int(self._search.counters[TOURS])

    def _remaining(self) -> tuple[int, int]:
        """Return how many nodes and tours the shard may still count, in all or until it is to rest."""
        limit, until = self._target.limit, self._target.until
        if limit is None:
            return (NO_LIMIT if until is None else max(0, until - self._nodes_entered)), NO_LIMIT
        if self._spec.limit is not None and self._spec.limit.tours is not None:
            return NO_LIMIT, limit - self._tours_found
        return limit - self._nodes_entered, NO_LIMIT

    def _to_keep(self) -> int:
        """Return how many more of the tours found are to be kept."""
        if isinstance(self._spec.store, FirstTours):
            return max(0, (self._target.keep or 0) - self._tours_found)
        return 0 if self._spec.store == "none" else NO_LIMIT

    @property
    def is_finished(self) -> bool:
        """Whether the subtree is searched, the limit reached, or it is time to rest."""
        return self._is_done or 0 in self._remaining()

    @property
    def _is_done(self) -> bool:
        limited = self._target.limit is not None and 0 in self._remaining()
        return self._search.is_finished or limited

    @property
    def progress(self) -> float:
        """The share of the subtree where every slot of a node is given an equal share, or of the limit."""
        if self._is_done:
            return 1.0
        limit = self._target.limit
        nodes, tours = self._remaining()
        return max(self._search.share, 0.0 if limit is None else 1 - min(nodes, tours) / limit)

    def checkpoint(self) -> Arrays:
        """Return the position and the counts."""
        return self._search.checkpoint()

    def statistics(self) -> Arrays:
        """Return the counts and, of a shard at rest, where it stands and what it has not tried (see `cut`)."""
        statistics: dict[str, NDArray[np.generic]] = {"counters": self._search.counters.copy()}
        if self.is_finished and not self._is_done:
            statistics["place"] = np.array(self._search.place(), np.int32)
            statistics["ahead"] = np.array(self._search.ahead(), np.int32).reshape(-1, 2)
        return statistics

    def take_tours(self) -> NDArray[np.int32]:
        """Return and forget the tours found since the last call, in search order; of classes one each."""
        tours = np.concatenate([np.empty((0, self._quotient.graph.size), np.int32), *self._tours])
        self._tours = []
        return least_of_classes(self._quotient, tours) if self._spec.store == "classes" else tours
