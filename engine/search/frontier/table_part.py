"""One part of a sweep's table before one step: bucket after bucket added up, taken through the step and sent on."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.search.frontier.problem import SweepProblem
from engine.search.frontier.sorting import Parcel, merge_parcels
from engine.search.frontier.steps import build_steps
from engine.search.frontier.sweep import BATCH
from engine.search.frontier.table import Counts, Int64s
from engine.search.frontier.transition import expand, workspace

Receive = Callable[[int], Parcel]
"""The states sent to a bucket, ascending, each once."""


class Part:
    """The states of the buckets `first` to `last` - 1 before step `number`, one bucket at a time in memory.

    widths: int64 (vertices + 1,), the states that this part met before each step; that of this step is written in.
    place: the bucket at work and the states of it that are through: all that a restart needs beside the widths.
    batch: successors of a batch, at least ROOM.
    """

    def __init__(
        self,
        problem: SweepProblem,
        symmetries: Sequence[Sequence[int]],
        number: int,
        buckets: tuple[int, int],
        receive: Receive,
        saved: tuple[Int64s, Int64s],
        batch: int = BATCH,
    ) -> None:
        self.number, self._receive = number, receive
        self._first, self._last = buckets
        self._bucket: int
        self._cursor: int
        self.widths, place = saved
        self._bucket, self._cursor = place.tolist()
        self._step = build_steps(problem, symmetries)[number]
        self._batch = np.empty(batch, dtype=np.int64), np.empty(batch, dtype=np.int64)
        self._work = workspace()
        self._sent: list[Parcel] = []
        self._held: Parcel | None = None

    @property
    def is_halted(self) -> bool:
        """Whether all states are through."""
        return self._bucket == self._last

    @property
    def current_step(self) -> int:
        """The step before which the successors stand."""
        return self.number + 1

    @property
    def share(self) -> float:
        """The share of the states that are through."""
        held = 0.0 if self._held is None else self._cursor / max(1, len(self._held[0]))
        return (self._bucket - self._first + held) / max(1, self._last - self._first)

    @property
    def unsent(self) -> int:
        """Successors not yet taken."""
        return sum(len(keys) for keys, _ in self._sent)

    @property
    def bytes(self) -> int:
        """Memory held by states."""
        held = self._sent if self._held is None else [*self._sent, self._held]
        return sum(keys.nbytes + counts.nbytes for keys, counts in held)

    def take_batch(self) -> int:
        """Take as many states of the bucket at work as fill a batch, or the last of them; return how many."""
        if self._held is None:
            self._held = self._receive(self._bucket)
        begun, self._cursor = self._cursor, self._send_batch(*self._held)
        done = self._cursor - begun
        if self._cursor == len(self._held[0]):
            self.widths[self.number] += self._cursor
            self._bucket, self._cursor, self._held = self._bucket + 1, 0, None
        return done

    def _send_batch(self, held: Int64s, counts: Counts) -> int:
        """Send the successors of as many states as fill a batch; return which states are through."""
        keys, sources = self._batch
        reached, written = expand(held, self._cursor, self._step, self._work, keys, sources)
        self._sent.append((keys[:written].copy(), counts[sources[:written]]))
        return int(reached)

    def take_sent(self) -> Parcel:
        """Return and forget the successors found since the last call."""
        sent, self._sent = self._sent, []
        return merge_parcels(sent)

    def checkpoint(self) -> dict[str, NDArray[np.generic]]:
        """Return the place reached, and the widths; the states are rebuilt from what was sent."""
        return {"place": np.array([self._bucket, self._cursor], dtype=np.int64), "widths": self.widths.copy()}
