"""2-factor and switches as a stage: any board whose moves change colour."""

from __future__ import annotations

import numpy as np

from engine.arrays import Arrays
from engine.boards.components import colouring
from engine.construction.request import Answer, Request, begin_at
from engine.construction.switches import CycleJoiner
from engine.construction.two_factor import two_factor

ROUNDS = 60
"""Rounds of switches before a fresh 2-factor is drawn."""


class TwoFactorStage:
    """2-factor after 2-factor, each with a number of rounds of switches; an attempt is one 2-factor."""

    name = "two-factor"

    def __init__(self, request: Request, seed: int, attempts: int) -> None:
        self.answer: Answer | None = None
        self.attempts = 0
        self.successes = 0
        self._request = request
        self._seed = seed
        self._most = attempts
        self._fewest = request.board.size
        self._closed = request.end is None and request.tours != "open"
        self._colours = colouring(request.graph)
        if self._colours is None:
            self.answer = Answer("not-found", "2-factors need a board whose moves change colour")

    def step(self, work: int) -> int:
        """Make as many attempts as fit into `work` squares, at least one."""
        done = 0
        while self.answer is None and (done == 0 or done + self._cost() <= work):
            self._attempt()
            done += self._cost()
        return done

    def _cost(self) -> int:
        return self._request.board.size * 4

    def _attempt(self) -> None:
        request, seed = self._request, self._seed + self.attempts
        self.attempts += 1
        ends = [] if self._closed else self._draw_ends(np.random.default_rng(seed))
        joiner = self._random_two_factor(ends, seed)
        if joiner is None:
            self._conclude_without(ends)
        elif joiner.pieces == 1:
            self.successes = 1
            tour = joiner.tour(ends[0] if ends else 0)
            words = f"the cycles of a 2-factor joined by edge switches, attempt {self.attempts}"
            self.answer = Answer("complete", words, tour if ends else begin_at(tour, request.start))
        else:
            self._fewest = min(self._fewest, joiner.pieces)
        if self.answer is None and self.attempts == self._most:
            self.answer = Answer("not-found", f"no 2-factor was joined into fewer than {self._fewest} pieces")

    def _random_two_factor(self, ends: list[int], seed: int) -> CycleJoiner | None:
        """Return a random 2-factor after its rounds of switches; None where there is no 2-factor with these ends."""
        assert self._colours is not None
        demand = np.full(self._request.board.size, 2, dtype=np.int32)
        demand[ends] = 1
        links = two_factor(self._request.graph, self._colours, demand, seed)
        if links is None:
            return None
        joiner = CycleJoiner(self._request.graph.neighbours, links, seed)
        for _ in range(ROUNDS):
            if joiner.pieces == 1:
                break
            joiner.round()
        return joiner

    def _conclude_without(self, ends: list[int]) -> None:
        """Answer "impossible", as no 2-factor has these ends, unless they were drawn or the tour may also be open."""
        request = self._request
        fixed = [square for square in (request.start, request.end) if square is not None]
        if self._closed and request.tours == "any":
            self._closed = False
        elif self._closed or len(fixed) == len(ends):
            subject = "closed tour" if self._closed else "tour between these ends"
            words = f"no {subject}: the squares cannot all be given their neighbours in it (there is no 2-factor)"
            self.answer = Answer("impossible", words)

    def _draw_ends(self, random: np.random.Generator) -> list[int]:
        """Return the ends of the requested path, start first, drawn where they are free, of colours that fit."""
        request, colours = self._request, self._colours
        assert colours is not None
        if request.start is not None and request.end is not None:
            return [request.start, request.end]
        counts = np.bincount(colours, minlength=2)
        fixed = request.start if request.start is not None else request.end
        one = int(random.choice(np.flatnonzero(colours == counts.argmax()))) if fixed is None else fixed
        others = np.flatnonzero(colours == (colours[one] if counts[0] != counts[1] else 1 - colours[one]))
        barred = [one, *request.graph.closing_ends(one).tolist()] if request.tours == "open" else [one]
        other = int(random.choice(np.setdiff1d(others, barred)))
        return [other, one] if request.end is not None else [one, other]

    @property
    def progress(self) -> float:
        """The share of the attempts made."""
        return 1.0 if self.answer else self.attempts / self._most

    def checkpoint(self) -> Arrays:
        """Return the number of attempts, the fewest pieces left, and whether closed tours are still sought."""
        return {"counts": np.array([self.attempts, self._fewest, self._closed], dtype=np.int64)}

    def restore(self, arrays: Arrays) -> None:
        """Resume after the last attempt."""
        self.attempts, self._fewest, closed = (int(count) for count in arrays["counts"])
        self._closed = bool(closed)
