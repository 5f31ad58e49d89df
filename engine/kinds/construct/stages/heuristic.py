"""Attempts of a greedy heuristic: warnsdorff, pohl or roth."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.construction.heuristics.rules import RULES
from engine.construction.heuristics.warnsdorff import Rule, Walk, greedy_walk
from engine.construction.request import Answer, Request
from engine.streams.splitmix64 import attempt_state, random_below

START_SALT = 0x5354415254
"""Keeps the random starts apart from the random ties of the same attempt."""


class HeuristicStage:
    """Walks attempt after attempt, each from its own random numbers.

    run_all: make all attempts and count the successes, instead of stopping at the first.
    """

    def __init__(self, name: str, request: Request, seed: int, attempts: int, *, run_all: bool = False) -> None:
        self.name = name
        self.answer: Answer | None = None
        self.attempts = 0
        self.successes = 0
        self._request = request
        self._seed = seed
        self._most = attempts
        self._run_all = run_all
        self._found: NDArray[np.int32] | None = None

    @cached_property
    def _rule(self) -> Rule:
        return RULES[self.name](self._request.graph)

    def step(self, work: int) -> int:
        """Make as many attempts as fit into `work` squares, at least one."""
        size = self._request.board.size
        done = 0
        while self.answer is None and (done == 0 or done + size <= work):
            self._attempt()
            done += size
        return done

    def _attempt(self) -> None:
        request, number = self._request, self.attempts
        start = request.start if request.start is not None else self._random_start(number)
        walk = greedy_walk(request.graph, start, self._rule, attempt_state(self._seed, number))
        self.attempts += 1
        if self._accepts(walk):
            self.successes += 1
            self._found = walk.squares if self._found is None else self._found
        self._conclude()

    def _accepts(self, walk: Walk) -> bool:
        end = self._request.end
        return walk.complete and self._request.accepts(walk.closed) and (end is None or walk.squares[-1] == end)

    def _random_start(self, number: int) -> int:
        return random_below(attempt_state(self._seed ^ START_SALT, number), self._request.board.size)

    def _conclude(self) -> None:
        enough = self.successes > 0 and not self._run_all
        if not (enough or self.attempts == self._most):
            return
        tally = f"{self.successes} of {self.attempts} attempts of {self.name} gave a tour"
        self.answer = Answer("complete" if self.successes else "not-found", tally, self._found)

    @property
    def progress(self) -> float:
        """The share of the attempts made."""
        return 1.0 if self.answer else self.attempts / self._most

    def checkpoint(self) -> Arrays:
        """Return the numbers of attempts and successes, and the first tour found."""
        found = np.empty(0, dtype=np.int32) if self._found is None else self._found
        return {"counts": np.array([self.attempts, self.successes], dtype=np.int64), "found": found}

    def restore(self, arrays: Arrays) -> None:
        """Resume after the last attempt."""
        self.attempts, self.successes = (int(count) for count in arrays["counts"])
        found = np.asarray(arrays["found"], dtype=np.int32)
        self._found = found if len(found) else None
        if self.attempts:
            self._conclude()
