"""The exact search as a stage: any board, any piece; a proof by exhaustion where the board is small."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.construction.path_search import PathSearch
from engine.construction.request import Answer, Request, begin_at
from engine.search.symmetry_reductions import square_of_least_degree


class SearchStage:
    """A path search within a budget of entered squares."""

    name = "search"

    def __init__(self, request: Request, seed: int, budget: int) -> None:
        self.answer: Answer | None = None
        self._request = request
        self._budget = budget
        self._flipped = request.start is None and request.end is not None and request.tours != "closed"
        self._search = PathSearch(request.graph.neighbours, self._starts(), self._ends_from, seed)

    def _starts(self) -> list[int]:
        """Return the squares a path may start from: for a closed tour without a given end, one with few moves."""
        request = self._request
        fixed = request.end if self._flipped else request.start
        if request.tours == "closed" and request.end is None:
            return [square_of_least_degree(request.graph)]
        return list(range(request.board.size)) if fixed is None else [fixed]

    def _ends_from(self, start: int) -> NDArray[np.uint8]:
        """Return the squares on which a path from `start` may end."""
        request = self._request
        near = request.graph.closing_ends(start)
        ends = np.full(request.board.size, request.tours != "closed", dtype=np.uint8)
        if request.tours != "any":
            ends[near] = request.tours == "closed"
        if request.end is not None and not self._flipped:
            only = np.zeros_like(ends)
            only[request.end] = ends[request.end]
            return only
        return ends

    @property
    def attempts(self) -> int:
        """Runs begun."""
        return self._search.run + 1

    @property
    def successes(self) -> int:
        """One if a tour was found."""
        return int(self._search.outcome == "found")

    def step(self, work: int) -> int:
        """Enter about `work` squares."""
        done = self._search.step(min(work, self._budget - self._search.entered))
        self._conclude()
        return done

    def _conclude(self) -> None:
        if self._search.outcome == "found":
            path = self._search.path.copy()
            if self._request.tours == "closed" and self._request.end is None:
                path = begin_at(path, self._request.start)
            tour = path[::-1].copy() if self._flipped else path
            self.answer = Answer("complete", f"found by search after {self._search.entered} squares", tour)
        elif self._search.outcome == "exhausted":
            words = f"the search tree is exhausted: no tour among {self._search.entered} partial paths"
            self.answer = Answer("impossible", words)
        elif self._search.entered >= self._budget:
            self.answer = Answer("not-found", f"the search gave up after {self._search.entered} squares")

    @property
    def progress(self) -> float:
        """Share of the budget used."""
        return 1.0 if self.answer else self._search.entered / self._budget

    def checkpoint(self) -> Arrays:
        """Return the search's arrays."""
        return self._search.checkpoint()

    def restore(self, arrays: Arrays) -> None:
        """Resume from a checkpoint."""
        self._search.restore(arrays)
        self._conclude()
