"""The search for a symmetric tour as a stage: over the orbits of the symmetry, begun anew with other ties."""

from __future__ import annotations

import numpy as np

from engine.arrays import Arrays
from engine.construction.path_search import CAP_GROWTH, FIRST_CAP
from engine.construction.request import Answer, Request
from engine.search.counters import NODES
from engine.search.quotient.search import QuotientSearch
from engine.streams.splitmix64 import attempt_state

PREFIX = "search:"


class QuotientStage:
    """Run after run, each way in its turn and each run longer than the one before, within a budget of nodes.

    A run that exhausts its tree rules its way out; when all ways are ruled out, there is no such tour.
    """

    name = "quotient"

    def __init__(self, request: Request, seed: int, budget: int) -> None:
        self.answer: Answer | None = None
        self.successes = 0
        self._quotient, self._seed, self._budget = request.quotient, seed, budget
        self._run, self._nodes_entered = 0, 0
        self._cap = FIRST_CAP * len(self._quotient.folded_board.orbits)
        self._alive = np.ones(len(self._quotient.ways), np.bool_)
        if self._quotient.refutation_reason is not None:
            self.answer = Answer("impossible", self._quotient.refutation_reason)
        else:
            self._begin()

    def _begin(self) -> None:
        """Start a run on a way that is not ruled out."""
        left = np.flatnonzero(self._alive)
        way = self._quotient.ways[int(left[self._run % len(left)])]
        self._search = QuotientSearch(self._quotient, way, seed=int(attempt_state(self._seed, self._run)[0]))

    @property
    def attempts(self) -> int:
        """Runs begun."""
        return self._run + 1

    def step(self, work: int) -> int:
        """Enter about `work` orbits."""
        done = 0
        while self.answer is None and done < work:
            before = int(self._search.counters[NODES])
            most = min(work - done, self._cap - before, self._budget - self._nodes_entered)
            found, tours = self._search.advance(most, 1, 1)
            entered = int(self._search.counters[NODES]) - before
            self._nodes_entered += entered
            done += max(1, entered)
            if found:
                self.successes = 1
                words = f"found by search after {self._nodes_entered} orbits entered"
                self.answer = Answer("complete", words, tours[0])
            elif self._search.is_finished:
                self._rule_out()
            elif self._nodes_entered >= self._budget:
                self.answer = Answer("not-found", f"the search gave up after {self._nodes_entered} orbits")
            elif before + entered >= self._cap:
                self._run, self._cap = self._run + 1, int(self._cap * CAP_GROWTH) + 1
                self._begin()
        return done

    def _rule_out(self) -> None:
        """Rule out the way of the current run, and continue with the others."""
        self._alive[self._quotient.ways.index(self._search.way)] = False
        if self._alive.any():
            self._run += 1
            self._begin()
        else:
            words = f"the search tree is exhausted: no tour among {self._nodes_entered} partial walks over the orbits"
            self.answer = Answer("impossible", words)

    @property
    def progress(self) -> float:
        """Share of the budget used."""
        return 1.0 if self.answer else self._nodes_entered / self._budget

    def checkpoint(self) -> Arrays:
        """Return the numbers of the runs, and the state of the current one."""
        if self.answer is not None:
            return {}
        runs = np.array([self._run, self._nodes_entered, self._cap], np.int64)
        inner = {PREFIX + name: array for name, array in self._search.checkpoint().items()}
        return {"runs": runs, "alive": self._alive.copy(), **inner}

    def restore(self, arrays: Arrays) -> None:
        """Resume from a checkpoint."""
        if self.answer is not None or "runs" not in arrays:
            return
        self._run, self._nodes_entered, self._cap = (int(number) for number in arrays["runs"])
        self._alive = np.asarray(arrays["alive"], np.bool_).copy()
        self._begin()
        inner = {name.removeprefix(PREFIX): array for name, array in arrays.items() if name.startswith(PREFIX)}
        self._search.restore(inner)
