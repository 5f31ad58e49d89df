"""Runs one subtree of a search for completions, or the sweep that counts them all."""

from __future__ import annotations

from engine.kinds.common.subtree_splitting import SubtreeTarget
from engine.kinds.complete.planner import is_swept
from engine.kinds.complete.specification import CompleteProblem, known_of, tours_allowed
from engine.kinds.running.shard_runner import Shard, ShardRunner
from engine.kinds.running.single_sweep import OneSweep
from engine.kinds.running.tree_runner import TreeRunner
from engine.search.completion.completion_sweep import completion_sweep
from engine.search.completion.search import CompletionSearch
from engine.search.counters import CLOSED, TOUR_FILTERS, TOURS
from engine.specification.fields import FirstTours


def open_completion(shard: Shard[CompleteProblem]) -> ShardRunner:
    """Open a shard: a sweep where its target says so, else a search."""
    if not is_swept(shard.target):
        return CompletionRunner(shard)
    problem = shard.problem
    sweep = completion_sweep(problem.graph, known_of(problem.spec, problem.board), problem.spec.tours)
    assert sweep is not None, "only what a sweep can heed is planned as one"
    return OneSweep(sweep.problem, shard.memory, shard.checkpoint)


class CompletionRunner(TreeRunner):
    """A subtree being searched; the unit of work is a node, a state narrowed."""

    def __init__(self, shard: Shard[CompleteProblem]) -> None:
        """Open the shard at its last checkpoint; without one, above the root of its subtree."""
        super().__init__()
        problem, spec = shard.problem, shard.problem.spec
        self._sort, self._store, self._target = spec.tours, spec.store, SubtreeTarget.of(shard)
        self._size, self._limit = problem.graph.size, tours_allowed(spec.limit)
        if isinstance(spec.store, FirstTours):
            self._first = spec.store.first
        branches = (*self._target.branches, *self._target.within)
        known = known_of(spec, problem.board)
        self._search = CompletionSearch(problem.graph, known, branches, tour_filter=TOUR_FILTERS[spec.tours])
        if shard.checkpoint is not None:
            self._search.restore(shard.checkpoint)

    @property
    def _tours_found(self) -> int:
        tours, closed = int(self._search.counters[TOURS]), int(self._search.counters[CLOSED])
        return {"any": tours, "closed": closed, "open": tours - closed}[self._sort]
