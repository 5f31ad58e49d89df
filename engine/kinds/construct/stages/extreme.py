"""The search for an extreme as a stage: exchanges of moves, from the tour that another stage has found."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.construction.exchanges import LEAST, MADE, TRIED, hold, make_exchanges, plane_of
from engine.construction.request import Answer, Request, begin_at
from engine.features.extremes import bounds, known_extreme
from engine.features.measure import statistics_of
from engine.kinds.construct.specification import ConstructSpecification
from engine.streams.splitmix64 import attempt_state

EXCHANGES = 20_000
"""Exchanges that are tried for each square, where the specification gives no number."""

COST, SHARE = 400, 4
"""An exchange takes as long as visiting COST squares, plus one for every SHARE squares of the board."""

SALT = 0x45585452454D45
"""Keeps the random words of exchanges apart from those of the tour that they begin with."""


class ExtremeStage:
    """Exchange after exchange, each with the next random words; the best tour met is the answer.

    No exchange is tried after a tour that is proved to be the best.

    tour: int32 (size,), the first tour; None where a checkpoint is to be restored.
    """

    name = "exchanges"

    def __init__(
        self, request: Request, spec: ConstructSpecification, seed: int, tour: NDArray[np.int32] | None = None
    ) -> None:
        self.answer: Answer | None = None
        self._request, self._spec = request, spec
        self._sign = 1 if spec.fewest is not None else -1
        self._statistic = spec.fewest or spec.most or ""
        self._known = known_extreme(request.board, request.tours, self._statistic, self._sought)
        limit = None if self._known is None else self._known.value
        self._plane = plane_of(request.graph, self._statistic, self._sign, limit)
        self._total = spec.exchanges or EXCHANGES * request.board.size
        self._state = attempt_state(seed ^ SALT, 0)
        self._free = np.array([request.tours == "open" and end is None for end in (request.start, request.end)])
        if tour is not None:
            has_ends = request.tours == "open" or None not in (request.start, request.end)
            ends = np.array([tour[0], tour[-1]] if has_ends else [-1, -1], np.int32)
            self._begun = self.value_of(tour)
            weight = self._sign * self._begun
            self._figures = np.array([0, 0, weight, weight], np.int64)
            self._held, self._best = hold(self._plane, tour, ends), np.concatenate([ends, tour])
            self._conclude()

    @property
    def _sought(self) -> str:
        return "fewest" if self._sign > 0 else "most"

    @property
    def attempts(self) -> int:
        """Exchanges tried."""
        return int(self._figures[TRIED])

    @property
    def successes(self) -> int:
        """Exchanges made."""
        return int(self._figures[MADE])

    def value_of(self, tour: NDArray[np.int32]) -> int:
        """Return the statistic of a tour as it is measured elsewhere."""
        board, piece = self._request.board, self._request.piece
        return statistics_of(board, piece, tour, closed=self._request.tours == "closed")[self._statistic]

    @property
    def report(self) -> dict[str, object]:
        """The statistic sought, its first and best values, and its known bounds over all tours: an `Extreme`."""
        request, value = self._request, self._sign * int(self._figures[LEAST])
        return {
            "statistic": self._statistic,
            "sought": self._sought,
            "value": value,
            "begun": self._begun,
            "exchanges": self.attempts,
            "made": self.successes,
            "proved": self._known is not None and value == self._known.value,
            "bounds": bounds(request.board, request.tours, self._statistic, self._sought),
        }

    def step(self, work: int) -> int:
        """Try as many exchanges as take the time of `work` squares, at least one."""
        cost = COST + self._request.board.size // SHARE
        number, before = min(max(1, work // cost), self._total - self.attempts), self.attempts
        make_exchanges(self._plane, self._held, self._best, self._free, self._state, self._figures, number, self._total)
        self._conclude()
        return (self.attempts - before) * cost

    def _conclude(self) -> None:
        """Answer, if no exchange is left or no tour is better."""
        if self.attempts < self._total and self._figures[LEAST] > self._plane.enough:
            return
        tour, value = self._orient_path(), self._sign * int(self._figures[LEAST])
        statistic, begun, made, tried = self._statistic, self._begun, self.successes, self.attempts
        if (measured := self.value_of(tour)) != value:
            raise ArithmeticError(f"a tour of {measured} {statistic} was taken for one of {value}")
        if self._figures[LEAST] <= self._plane.enough:
            words = (
                f"{statistic}: {value}, from {begun} at first, and no tour is better; {made} of {tried} exchanges were "
                "made"
            )
        elif self._sign > 0:
            words = (
                f"{statistic}: {value}, the fewest met, from {begun} at first; {made} of {tried} exchanges were made"
            )
        else:
            words = f"{statistic}: {value}, the most met, from {begun} at first; {made} of {tried} exchanges were made"
        self.answer = Answer("complete", words, tour)

    def _orient_path(self) -> NDArray[np.int32]:
        """Return the best tour from its first end to its last."""
        (first, last), tour, request = self._best[:2].tolist(), self._best[2:], self._request
        if first < 0:
            return begin_at(tour, request.start) if request.end is None else np.roll(begin_at(tour, request.end), -1)
        tour = begin_at(tour, first)
        return tour if tour[-1] == last else np.roll(tour[::-1], 1)

    @property
    def progress(self) -> float:
        """The share of the exchanges that were tried."""
        return self.attempts / self._total

    def checkpoint(self) -> Arrays:
        """Return the current tour as it is held, the best one, the figures and the state of the random words."""
        return {
            "tour": self._held.ring[0].copy(),
            "ends": self._held.ends.copy(),
            "best": self._best.copy(),
            "figures": np.append(self._figures, self._begun),
            "state": self._state.copy(),
        }

    def restore(self, arrays: Arrays) -> None:
        """Resume from a checkpoint."""
        self._held = hold(self._plane, np.asarray(arrays["tour"], np.int32), np.asarray(arrays["ends"], np.int32))
        self._best = np.array(arrays["best"], np.int32)
        figures = np.array(arrays["figures"], np.int64)
        self._figures, self._begun = figures[: LEAST + 1].copy(), int(figures[LEAST + 1])
        self._state = np.array(arrays["state"], np.uint64)
