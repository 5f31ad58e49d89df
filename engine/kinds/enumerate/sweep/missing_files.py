"""A stand-in for a part of a sweep whose files are lost: it halts at once, and its job repeats an earlier round."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.search.frontier.table import Counts, Int64s


@dataclass(frozen=True)
class LostRound:
    """No states before step `number`. widths: int64 (vertices + 1,), those met before the loss."""

    number: int
    widths: Int64s
    is_halted = True
    unsent = 0
    bytes = 0
    share = 0.0

    @property
    def current_step(self) -> int:
        """The step whose states are missing."""
        return self.number

    def take_batch(self) -> int:
        """Do no work."""
        return 0

    def take_sent(self) -> tuple[Int64s, Counts]:
        """Return no states."""
        return np.empty(0, dtype=np.int64), np.empty((0, 1), dtype=np.uint64)

    def checkpoint(self) -> dict[str, NDArray[np.generic]]:
        """Return the widths."""
        return {"widths": self.widths.copy()}
