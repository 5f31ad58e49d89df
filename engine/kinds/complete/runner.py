"""Runs one subtree of a search for completions, or the sweep that counts them all."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.kinds.common.subtree_splitting import SubtreeTarget
from engine.kinds.complete.planner import is_swept
from engine.kinds.complete.specification import CompleteProblem, known_of, tours_allowed
from engine.kinds.running.shard_runner import Shard, ShardRunner
from engine.kinds.running.single_sweep import OneSweep
from engine.search.completion.completion_sweep import completion_sweep
from engine.search.completion.search import CompletionSearch
from engine.search.counters import CLOSED, NO_LIMIT, NODES, TOUR_FILTERS, TOURS
from engine.specification.fields import FirstTours

BATCH = 1024
"""Tours handed over by one step at most."""


def open_completion(shard: Shard[CompleteProblem]) -> ShardRunner:
    """Open a shard: its target tells a sweep."""
    if not is_swept(shard.target):
        return CompletionRunner(shard)
    problem = shard.problem
    sweep = completion_sweep(problem.graph, known_of(problem.spec, problem.board), problem.spec.tours)
    assert sweep is not None, "only what a sweep can heed is planned as one"
    return OneSweep(sweep.problem, shard.memory, shard.checkpoint)


class CompletionRunner:
    """A subtree being searched; the unit of work is a node, a state narrowed."""

    def __init__(self, shard: Shard[CompleteProblem]) -> None:
        """Open the shard at its last checkpoint, None: above the root of its subtree."""
        problem = shard.problem
        self._spec, self._target = problem.spec, SubtreeTarget.of(shard)
        branches = (*self._target.branches, *self._target.within)
        known = known_of(problem.spec, problem.board)
        self._search = CompletionSearch(problem.graph, known, branches, tour_filter=TOUR_FILTERS[problem.spec.tours])
        self._limit = tours_allowed(problem.spec.limit)
        self._tours: list[NDArray[np.int32]] = []
        if shard.checkpoint is not None:
            self._search.restore(shard.checkpoint)

    def step(self, work: int) -> int:
        """Enter up to `work` more nodes; fewer at a limit, or when a batch of tours is full."""
        before = self._nodes_entered
        keep = min(BATCH, self._to_keep())
        stop = min(self._tours_left, keep or NO_LIMIT)
        _, tours = self._search.advance(min(work, self._nodes_left), stop, keep)
        if len(tours):
            self._tours.append(tours)
        return self._nodes_entered - before

    @property
    def _nodes_entered(self) -> int:
        return int(self._search.counters[NODES])

    @property
    def _tours_found(self) -> int:
        tours, closed = int(self._search.counters[TOURS]), int(self._search.counters[CLOSED])
        return {"any": tours, "closed": closed, "open": tours - closed}[self._spec.tours]

    @property
    def _nodes_left(self) -> int:
        return NO_LIMIT if self._target.until is None else self._target.until - self._nodes_entered

    @property
    def _tours_left(self) -> int:
        return NO_LIMIT if self._limit is None else self._limit - self._tours_found

    def _to_keep(self) -> int:
        """Return how many more of the tours found are to be kept."""
        if isinstance(self._spec.store, FirstTours):
            return max(0, self._spec.store.first - self._tours_found)
        return 0 if self._spec.store == "none" else NO_LIMIT

    @property
    def is_finished(self) -> bool:
        """Whether the subtree is searched, the limit reached, or it is time to rest."""
        return self._is_done or self._nodes_left <= 0

    @property
    def _is_done(self) -> bool:
        return self._search.is_finished or self._tours_left <= 0

    @property
    def progress(self) -> float:
        """The share of the subtree where every branch of a node is given an equal share, or of the limit."""
        if self._is_done:
            return 1.0
        return max(self._search.share, 0.0 if self._limit is None else self._tours_found / self._limit)

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
        """Return and forget the tours found since the last call, in search order."""
        tours = np.concatenate([np.empty((0, self._search.graph.size), np.int32), *self._tours])
        self._tours = []
        return tours
