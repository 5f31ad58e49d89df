"""What every generator offers: pure arithmetic on a state, shared by all streams. Loads no numba by itself."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

State = NDArray[np.uint64]
"""All that a generator remembers between two draws, as uint64 words."""


class Generator(Protocol):
    """A generator of raw draws: integers 0..values-1, one per step of its recurrence.

    A state is never changed except by `fill`; every other method returns a new one.
    """

    name: str
    """The name in job specifications."""
    values: int
    """Raw draws are below this number."""
    draws_per_group: int
    """`words` takes raw draws in groups of this many."""

    def start(self, seed: int) -> State:
        """Return the state that `seed` stands for."""

    def split(self, seed: int, index: int, count: int) -> State:
        """Return the start of stream `index` of `count` streams with this seed (catalogue: their guarantee)."""

    def jump(self, state: State, draws: int) -> State:
        """Return the state `draws` raw draws later, or earlier where negative."""

    def fill(self, state: State, out: NDArray[np.uint64]) -> None:
        """Write the next raw draws into `out` and move `state` past them."""

    def words(self, raw: NDArray[np.uint64]) -> NDArray[np.uint32]:
        """Derive uniform 32-bit words from raw draws, in order; at most two a draw, fewer where some are rejected."""


def low_and_high_words(raw: NDArray[np.uint64]) -> NDArray[np.uint32]:
    """Cut 64-bit draws into words, the low half first, as numpy's `next_uint32` does."""
    return raw.astype("<u8", copy=False).view("<u4").astype(np.uint32, copy=False)
