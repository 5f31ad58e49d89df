"""One part of a sweep's table before one step: added up from what was sent to it, then taken through the step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.search.frontier.problem import SweepProblem
from engine.search.frontier.steps import MAX_SLOTS, build_steps
from engine.search.frontier.sweep import BATCH
from engine.search.frontier.table import Counts, Int64s, entries, summed
from engine.search.frontier.transition import expand

Parcel = tuple[Int64s, Counts]
"""Keys of states with their counts, in which a key may come again."""


class Part:
    """The states of some buckets before step `number`, of which those from `cursor` on wait.

    widths: int64 (vertices + 1,), the states that this part met before each step; that of this step is written in.
    The same parcels in the same order give the same order of states, so `cursor` is all that a restart needs.
    """

    def __init__(
        self,
        problem: SweepProblem,
        symmetries: Sequence[Sequence[int]],
        number: int,
        parcels: Sequence[Parcel],
        widths: Int64s,
        cursor: int = 0,
    ) -> None:
        self.number, self.cursor = number, cursor
        self.keys, self.counts = entries(summed(parcels))
        self.widths = widths
        self.widths[number] = len(self.keys)
        self._step = build_steps(problem, symmetries)[number]
        self._batch = np.empty(BATCH, dtype=np.int64), np.empty(BATCH, dtype=np.int64)
        self._work = np.zeros((4, MAX_SLOTS + 1), dtype=np.int64)
        self._sent: list[Parcel] = []

    @property
    def halted(self) -> bool:
        """Whether all states are through."""
        return self.cursor == len(self.keys)

    @property
    def reached(self) -> int:
        """The step before which the successors stand."""
        return self.number + 1

    @property
    def share(self) -> float:
        """The share of the states that are through."""
        return self.cursor / max(1, len(self.keys))

    @property
    def unsent(self) -> int:
        """Successors that nobody has taken yet."""
        return sum(len(keys) for keys, _ in self._sent)

    @property
    def bytes(self) -> int:
        """Memory held by states."""
        return self.keys.nbytes + self.counts.nbytes + sum(keys.nbytes + counts.nbytes for keys, counts in self._sent)

    def advance(self, states: int) -> int:
        """Take up to `states` states through the step; return how many it were."""
        begun = self.cursor
        last = min(len(self.keys), begun + states)
        while self.cursor < last:
            keys, sources = self._batch
            self.cursor, written = expand(self.keys[:last], self.cursor, self._step, self._work, keys, sources)
            self._sent.append((keys[:written].copy(), self.counts[sources[:written]]))
        return self.cursor - begun

    def take_sent(self) -> Parcel:
        """Return and forget the successors found since the last call."""
        sent, self._sent = self._sent, []
        if not sent:
            return self.keys[:0], self.counts[:0]
        return np.concatenate([keys for keys, _ in sent]), np.concatenate([counts for _, counts in sent])

    def checkpoint(self) -> dict[str, NDArray[Any]]:
        """Return the place reached, and the widths; the states come again from the parcels."""
        return {"cursor": np.array([self.cursor], dtype=np.int64), "widths": self.widths.copy()}
