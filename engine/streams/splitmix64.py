"""SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, 2014): random words inside kernels, one word of state each.

An attempt or a probe may need no word or a million; a generator of one word of state can begin anywhere.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel

GAMMA = np.uint64(0x9E3779B97F4A7C15)
"""Increment of the state."""

WORD = 2**64 - 1


@kernel
def mix(state: np.uint64) -> np.uint64:
    """Return the random word of a state; the next state is this one plus `GAMMA`."""
    word = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@kernel
def random_below(state: NDArray[np.uint64], bound: int) -> int:
    """Return an integer in 0..bound-1, bound <= 2^31; advances `state` in place. Bias below bound / 2^32."""
    state[0] += GAMMA
    return np.int64(((mix(state[0]) >> np.uint64(32)) * np.uint64(bound)) >> np.uint64(32))  # type: ignore[return-value]  # numba's int64


def attempt_state(seed: int, attempt: int) -> NDArray[np.uint64]:
    """Return the generator state, uint64 (1,), of attempt number `attempt`: a function of both numbers alone."""
    return np.array([attempt_word(np.uint64(seed & WORD), np.uint64(attempt & WORD))], dtype=np.uint64)


@kernel
def attempt_word(seed: np.uint64, attempt: np.uint64) -> np.uint64:
    """Return the state of an attempt, for use inside kernels."""
    return mix(seed + GAMMA * (attempt + np.uint64(1)))
