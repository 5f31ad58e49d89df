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
from engine.search.counters import DEAD_ENDS, NO_LIMIT, NODES, TOUR_FILTERS
from engine.search.progress import TreeProgress
from engine.search.pruned_search import PrunedSearch
from engine.search.tree import descend, newly_entered
from engine.search.tree_search import TreeSearch
from engine.specification.fields import FirstTours
from engine.tours.canonical_kernel import classify_stream
from engine.tours.verify import closing

BATCH = 4096
"""Tours handed over by one step at most."""

LEVELS = 12
"""Levels below its root at which a shard at rest offers the branches that it has not tried."""


class SearchRunner:
    """A subtree of the search tree being searched; the unit of work is a node, a square entered."""

    def __init__(self, shard: Shard[EnumerateProblem]) -> None:
        """Open the shard at its last checkpoint, None: at the root of its subtree."""
        self._spec, self._target = spec, target = shard.problem.spec, SearchTarget.of(shard)
        checkpoint = shard.checkpoint
        self._graph = shard.problem.graph
        self._rule = branching_of(spec)
        self._numbers: list[int] = [*target.branches, *target.within]
        self._search = self._begin()
        self._progress: TreeProgress | None = None
        self._known: Arrays = {}
        self._tours: list[NDArray[np.int32]] = []
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

    def step(self, work: int) -> int:
        """Enter up to `work` more squares; fewer at a limit, or when a batch of tours is full."""
        before = int(self._search.counters[NODES])
        nodes, tours = self._remaining()
        keep = min(BATCH, self._to_keep())
        found = self._search.advance(min(work, nodes), tours, keep)
        if keep:
            self._tours.append(found)
        return int(self._search.counters[NODES]) - before

    def _remaining(self) -> tuple[int, int]:
        """Return how many nodes and requested tours the shard may still count, in all or until it is to rest."""
        limit = self._target.limit
        if limit is None:
            until = self._target.until
            return (NO_LIMIT if until is None else until - int(self._search.counters[NODES])), NO_LIMIT
        if self._spec.limit is not None and self._spec.limit.tours is not None:
            return NO_LIMIT, limit - self._tours_found()
        return limit - int(self._search.counters[NODES]), NO_LIMIT

    def _tours_found(self) -> int:
        return int(self._search.ends.sum())

    def _to_keep(self) -> int:
        """Return how many more of the tours found are to be kept."""
        if isinstance(self._spec.store, FirstTours):
            return max(0, (self._target.keep or 0) - self._tours_found())
        return 0 if self._spec.store == "none" else NO_LIMIT

    @property
    def is_finished(self) -> bool:
        """Whether the subtree is searched, the limit reached, it is time to rest, or there was nothing to search."""
        return self._is_done or 0 in self._remaining()

    @property
    def _is_done(self) -> bool:
        """Whether nothing is left to be searched by this shard, in this round or another."""
        limited = self._target.limit is not None and 0 in self._remaining()
        return self._search.is_finished or limited or self._target.hopeless

    @property
    def progress(self) -> float:
        """Nodes entered against the expected total, or what the limit lets the shard count."""
        if self._is_done:
            return 1.0
        entered, found = int(self._search.counters[NODES]), self._tours_found()
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

        Of a shard at rest also where it stands (`place`: the branch taken at each of the first levels below its root)
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
        """Return and forget the tours found since the last call, in search order; of classes the canonical ones."""
        tours = np.concatenate([np.empty((0, self._graph.size), np.int32), *self._tours])
        self._tours = []
        if self._spec.store != "classes" or not len(tours):
            return tours
        closed = closing(self._graph.board, self._graph.piece, tours)
        classes = classify_stream(tours, closed, symmetries(self._graph.board))
        canonical: NDArray[np.int32] = tours[(classes.canonical == tours).all(axis=1)]
        return canonical
