"""Runs one subtree of an enumeration by search."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.boards.symmetry import symmetries
from engine.kinds.enumerate.search.shards import SearchTarget
from engine.kinds.enumerate.search_options import branching_of, is_pruned, prunings_of
from engine.kinds.enumerate.specification import EnumerateProblem
from engine.kinds.running.shard_runner import Shard
from engine.kinds.running.tree_runner import TreeRunner
from engine.search.counters import DEAD_ENDS, NODES, TOUR_FILTERS
from engine.search.progress import TreeProgress
from engine.search.pruned_search import PrunedSearch
from engine.search.tree import descend, newly_entered
from engine.search.tree_search import TreeSearch
from engine.tours.canonical_kernel import classify_stream
from engine.tours.verify import closing

LEVELS = 12
"""Levels below its root at which a paused shard offers the branches that it has not tried."""


class SearchRunner(TreeRunner):
    """A subtree of the search tree being searched; the unit of work is a node, a square entered."""

    _target: SearchTarget

    def __init__(self, shard: Shard[EnumerateProblem]) -> None:
        """Open the shard at its last checkpoint; without one, at the root of its subtree."""
        super().__init__()
        self._spec, self._target = spec, target = shard.problem.spec, SearchTarget.of(shard)
        self._store, self._first, self._limit = spec.store, target.keep or 0, target.limit
        self._limits_tours = spec.limit is not None and spec.limit.tours is not None
        checkpoint = shard.checkpoint
        self._graph, self._size = shard.problem.graph, shard.problem.graph.size
        self._rule = branching_of(spec)
        self._numbers: list[int] = [*target.branches, *target.within]
        self._search = self._begin()
        self._progress: TreeProgress | None = None
        self._known: Arrays = {}
        if checkpoint is not None:
            self._search.restore(checkpoint)
            if self._search.floor > int(checkpoint["floor"][0]):
                self._progress = TreeProgress(self._search, target.start, self._numbers, cut=True)
            self._known = {name: checkpoint[name] for name in ("sampled", "origin") if name in checkpoint}

    def _begin(self) -> TreeSearch:
        """Return the search at the root of the shard's subtree, the squares entered on the way there counted."""
        spec, numbers = self._spec, self._target.branches
        path = descend(self._graph, self._target.start, self._numbers, **self._rule)
        prunings = prunings_of(spec, self._graph)
        tour_filter = TOUR_FILTERS[spec.tours]
        search: TreeSearch
        if is_pruned(spec, self._graph):
            search = PrunedSearch(
                self._graph,
                path,
                prunings=prunings,
                connected_at=spec.connected_at,
                by_exits=self._rule["by_exits"],
                tour_filter=tour_filter,
            )
            if self._target.cycle:
                search.close_later()
        else:
            search = TreeSearch(self._graph, path, **self._rule, tour_filter=tour_filter)
        # Where shards stand for several first moves, the start square is counted when they are merged.
        above = numbers[1:] if self._target.multiplicity is not None else numbers
        search.counters[NODES] = newly_entered(above) if numbers else 1
        if self._target.hopeless:
            search.counters[DEAD_ENDS] = 1
        return search

    def _advance(self, nodes: int, tours: int, keep: int) -> NDArray[np.int32]:
        found: NDArray[np.int32] = self._search.advance(nodes, tours, keep)
        return found

    @property
    def _tours_found(self) -> int:
        return int(self._search.ends.sum())

    @property
    def _is_done(self) -> bool:
        return super()._is_done or self._target.hopeless

    @property
    def progress(self) -> float:
        """Nodes entered against the expected total, or what the limit lets the shard count."""
        if self._is_done:
            return 1.0
        entered, found = self._nodes_entered, self._tours_found
        shares = [entered / self._estimate_progress().expected_total(self._search)]
        if self._target.limit is not None:
            nodes, tours = self._remaining()
            shares += [entered / (entered + nodes), found / (found + tours)]
        return max(shares)

    def _estimate_progress(self) -> TreeProgress:
        if self._progress is None:
            self._progress = TreeProgress(self._search, self._target.start, self._numbers, self._known)
        return self._progress

    def checkpoint(self) -> Arrays:
        """Return position and counts and, until the search is finished, the sampled sizes of the parts."""
        arrays: dict[str, NDArray[np.generic]] = self._search.checkpoint()
        if not self._is_done:
            arrays |= self._estimate_progress().arrays()
        return arrays

    def statistics(self) -> Arrays:
        """Return the counts and, until the search is finished, the expected size of its subtree.

        For a paused shard also where it stands (`place`: the branch taken at each of the first levels below its root)
        and what it has not tried there (`ahead`: level, branch), numbered as in the tree without prunings.
        """
        search = self._search
        statistics: dict[str, NDArray[np.generic]] = {"counters": search.counters.copy()}
        if self._spec.by_end:
            statistics["ends"] = search.ends.copy()
        if not self._is_done:
            sampled = self._estimate_progress()
            statistics["tree_size"] = np.array([sampled.size, sampled.standard_error, sampled.probes])
            if self.is_finished:
                statistics |= self._rest()
        return statistics

    def _rest(self) -> dict[str, NDArray[np.generic]]:
        stem = 1 if self._numbers else 0
        place = self._search.place()[stem:-1][:LEVELS]
        ahead = enumerate(self._search.ahead(stem + len(place))[stem:])
        return {
            "place": np.array(place, np.int32),
            "ahead": np.array([(level, number) for level, numbers in ahead for number in numbers], np.int32),
        }

    def take_tours(self) -> NDArray[np.int32]:
        """Return and forget the tours found since the last call, in search order; of classes only canonical ones."""
        tours = super().take_tours()
        if self._store != "classes" or not len(tours):
            return tours
        closed = closing(self._graph.board, self._graph.piece, tours)
        classes = classify_stream(tours, closed, symmetries(self._graph.board))
        canonical: NDArray[np.int32] = tours[(classes.canonical == tours).all(axis=1)]
        return canonical
