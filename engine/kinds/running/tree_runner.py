"""Base of the runners that search one subtree of a depth-first search."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.kinds.common.subtree_splitting import SubtreeTarget
from engine.search.counters import NO_LIMIT, NODES, TOURS
from engine.specification.fields import FirstTours

BATCH = 4096
"""The most tours that one step hands over."""


class TreeRunner:
    """A subtree being searched; the unit of work is a node entered. A kind opens the search and counts its tours."""

    _search: Any
    """The search, with `advance`, `is_finished`, `share`, `counters`, `checkpoint`, `place` and `ahead`."""

    _target: SubtreeTarget
    _store: str | FirstTours
    _size: int
    """Squares of a tour."""

    _first = 0
    """Tours that the shard stores, where only the first are stored."""

    _limit: int | None
    """The tours that the shard may count, or the nodes that it may enter."""

    _limits_tours = True

    def __init__(self) -> None:
        self._tours: list[NDArray[np.int32]] = []

    @property
    def _tours_found(self) -> int:
        return int(self._search.counters[TOURS])

    @property
    def _nodes_entered(self) -> int:
        return int(self._search.counters[NODES])

    @property
    def _remaining_limit(self) -> int:
        """How many more nodes or tours the limit allows."""
        counted = self._tours_found if self._limits_tours else self._nodes_entered
        return NO_LIMIT if self._limit is None else self._limit - counted

    def _remaining(self) -> tuple[int, int]:
        """Return how many nodes and tours the shard may still count, in all or before it pauses."""
        until = self._target.until
        nodes = NO_LIMIT if until is None else max(0, until - self._nodes_entered)
        return (nodes, self._remaining_limit) if self._limits_tours else (min(nodes, self._remaining_limit), NO_LIMIT)

    @property
    def _is_done(self) -> bool:
        """Whether this shard has nothing left to search, in this round or another."""
        return self._search.is_finished or self._remaining_limit <= 0

    @property
    def is_finished(self) -> bool:
        """Whether the subtree is searched, the limit reached, or it is time to pause."""
        return self._is_done or 0 in self._remaining()

    @property
    def progress(self) -> float:
        """The share of the subtree, with the branches of each node counted as equal, or of the limit."""
        if self._is_done:
            return 1.0
        return max(float(self._search.share), 0.0 if self._limit is None else 1 - self._remaining_limit / self._limit)

    def step(self, work: int) -> int:
        """Enter up to `work` more nodes; fewer at a limit, or when a batch of tours is full."""
        before = self._nodes_entered
        nodes, tours = self._remaining()
        keep = min(BATCH, self._to_keep())
        found = self._advance(min(work, nodes), min(tours, keep or NO_LIMIT), keep)
        if len(found):
            self._tours.append(found)
        return self._nodes_entered - before

    def _advance(self, nodes: int, tours: int, keep: int) -> NDArray[np.int32]:
        """Continue the search; return up to `keep` tours found."""
        found: NDArray[np.int32] = self._search.advance(nodes, tours, keep)[1]
        return found

    def _to_keep(self) -> int:
        """Return how many more of the tours found are to be kept."""
        if isinstance(self._store, FirstTours):
            return max(0, self._first - self._tours_found)
        return 0 if self._store == "none" else NO_LIMIT

    def checkpoint(self) -> Arrays:
        """Return the position and the counts."""
        return dict(self._search.checkpoint())

    def statistics(self) -> Arrays:
        """Return the counts; for a paused shard also its place and what it has not tried.

        place: the branch taken at each of the first levels. ahead: (level, branch) of branches not tried yet.
        """
        statistics: dict[str, NDArray[np.generic]] = {"counters": self._search.counters.copy()}
        if self.is_finished and not self._is_done:
            statistics["place"] = np.array(self._search.place(), np.int32)
            statistics["ahead"] = np.array(self._search.ahead(), np.int32).reshape(-1, 2)
        return statistics

    def take_tours(self) -> NDArray[np.int32]:
        """Return and forget the tours found since the last call, in search order."""
        tours = np.concatenate([np.empty((0, self._size), np.int32), *self._tours])
        self._tours = []
        return tours
