"""Puzzles: numbers of a tour are removed one by one, and each stays away if the rest still allow one tour only.

If other tours have all numbers but one, that number stays needed however many more are removed. So one pass leaves a
set in which none can be spared. A number can also stay because the proof would take too many guesses.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.arrays import Arrays
from engine.boards.existence.verdict import Tours
from engine.boards.move_graph import MoveGraph
from engine.search.completion.known import PartialTour
from engine.search.completion.search import CompletionSearch
from engine.search.counters import NODES, TOUR_FILTERS, of_sort

TRIED, NEEDED, HARD, GUESSES, KNOWN = range(5)
"""figures: numbers tried; those without which there are several tours; those whose loss takes too many guesses; the
guesses that the proof takes for what is kept; the squares whose number propagation alone finds, givens included."""


class Reduction:
    """The numbers of one tour, taken away in one order.

    kept: bool (squares,). figures: int64 (5,), see above.
    """

    def __init__(self, graph: MoveGraph, tour: Sequence[int], order: Sequence[int], guesses: int, sort: Tours) -> None:
        self._graph, self._order, self._guesses, self._sort = graph, list(order), guesses, sort
        self._times = {square: time for time, square in enumerate(tour)}
        self.kept = np.ones(graph.size, bool)
        self.figures = np.zeros(5, np.int64)
        self.figures[KNOWN] = graph.size
        self._search: CompletionSearch | None = None

    @property
    def is_finished(self) -> bool:
        """Whether every number was tried."""
        return bool(self.figures[TRIED] == len(self._order))

    def advance(self, nodes: int) -> int:
        """Enter at most `nodes` more nodes of searches; return how many were entered."""
        left = nodes
        while left > 0 and not self.is_finished:
            search = self._search = self._search or self._without(self._square)
            before = int(search.counters[NODES])
            search.advance(min(left, self._guesses + 1 - before), 2 - self._solutions(search))
            left -= int(search.counters[NODES]) - before
            self._judge(search)
        return nodes - left

    @property
    def _square(self) -> int:
        """The square whose number is being tried."""
        return self._order[int(self.figures[TRIED])]

    def _without(self, square: int) -> CompletionSearch:
        at = {other: time for other, time in self._times.items() if self.kept[other] and other != square}
        return CompletionSearch(self._graph, PartialTour(at, (), (), ()), tour_filter=TOUR_FILTERS[self._sort])

    def _solutions(self, search: CompletionSearch) -> int:
        return of_sort(self._sort, search.counters.tolist())

    def _judge(self, search: CompletionSearch) -> None:
        """Remove or keep the number once the search has decided; else leave the search to continue."""
        entered, several = int(search.counters[NODES]), self._solutions(search) > 1
        if several:
            self.figures[NEEDED] += 1
        elif search.is_finished:
            self.kept[self._square] = False
            self.figures[[GUESSES, KNOWN]] = entered - 1, search.known_at_once
        elif entered > self._guesses:
            self.figures[HARD] += 1
        else:
            return
        self._search = None
        self.figures[TRIED] += 1

    def checkpoint(self) -> Arrays:
        """Return what is kept, the figures, and where the search stands."""
        search = {} if self._search is None else self._search.checkpoint()
        return {"kept": self.kept.copy(), "figures": self.figures.copy(), **search}

    def restore(self, checkpoint: Arrays) -> None:
        """Go to the place that a checkpoint describes."""
        self.kept[:] = checkpoint["kept"]
        self.figures[:] = checkpoint["figures"]
        if "nodes" in checkpoint:
            self._search = self._without(self._square)
            self._search.restore(checkpoint)
