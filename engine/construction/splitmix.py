"""The random words of the construction kernels: SplitMix64 (Steele, Lea and Flood 2014), one state an attempt.

An attempt may need no word or a million; with a generator of one word of state it can begin anywhere. The generator
that a specification names decides where: its first draws are hashed into the seed.
"""

from __future__ import annotations

import hashlib

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel
from engine.streams.registry import open_stream

GOLDEN = 0x9E3779B97F4A7C15
WORD = 2**64 - 1


def seed_word(generator: str, seed: int) -> int:
    """Return the seed, 64 bits, that the generator and seed of a specification stand for: a hash of four raw draws."""
    return int.from_bytes(hashlib.sha256(open_stream(generator, seed).raw(4).tobytes()).digest()[:8], "little")


def attempt_state(seed: int, attempt: int) -> NDArray[np.uint64]:
    """Return the generator state, uint64 (1,), of attempt number `attempt`: a function of both numbers alone."""
    word = (seed + GOLDEN * (attempt + 1)) & WORD
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & WORD
    return np.array([word ^ (word >> 31)], dtype=np.uint64)


@kernel
def random_below(state: NDArray[np.uint64], bound: int) -> int:
    """Return an integer in 0..bound-1, bound <= 2^31; advances `state` in place. Bias below bound / 2^32."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    word = state[0]
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    word ^= word >> np.uint64(31)
    return np.int64(((word >> np.uint64(32)) * np.uint64(bound)) >> np.uint64(32))  # type: ignore[return-value]  # numba's int64
