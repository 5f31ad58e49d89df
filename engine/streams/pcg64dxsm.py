"""PCG64DXSM: a 128-bit linear congruential generator behind the DXSM output permutation, numpy's to the bit.

Source: M. E. O'Neill, "PCG: A family of simple fast space-efficient statistically good algorithms for random
number generation", 2014; the DXSM output and the 64-bit multiplier are hers too (2019), as in numpy >= 1.21.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import allocating, kernel
from engine.streams.generator import State, low_and_high_words
from engine.streams.spacing import GOLDEN_JUMP
from engine.streams.uint128 import multiply_high

MULTIPLIER = np.uint64(0xDA942042E4DD58B5)
MASK_64 = 2**64 - 1
MODULUS = 2**128

LANES = 16
"""States that are advanced side by side."""

HALF, LOWER = np.uint64(32), np.uint64(0xFFFFFFFF)
_FAR = pow(int(MULTIPLIER), LANES, MODULUS)
_SUM = sum(pow(int(MULTIPLIER), power, MODULUS) for power in range(LANES)) % MODULUS
FAR_HIGH, FAR_LOW = np.uint64(_FAR >> 64), np.uint64(_FAR & MASK_64)
SUM_HIGH, SUM_LOW = np.uint64(_SUM >> 64), np.uint64(_SUM & MASK_64)
"""LANES steps at once: the state times FAR, and the increment times SUM."""


class Pcg64Dxsm:
    """State: the 128-bit state and the odd increment, each as (high, low)."""

    name = "pcg64dxsm"
    values = 2**64
    draws_per_group = 1

    def start(self, seed: int) -> State:
        """Seed through numpy's SeedSequence."""
        inner = np.random.PCG64DXSM(seed).state["state"]
        return _pack(inner["state"], inner["inc"])

    def split(self, seed: int, index: int, count: int) -> State:  # noqa: ARG002  streams do not depend on their number
        """Return the start of numpy's `PCG64DXSM(seed).jumped(index)`: golden-ratio jumps on one cycle."""
        return self.jump(self.start(seed), index * GOLDEN_JUMP)

    def jump(self, state: State, draws: int) -> State:
        """Compose the affine step with itself by repeated squaring, modulo 2**128."""
        value, increment = _unpack(state)
        factor, offset = int(MULTIPLIER), increment
        steps = draws % MODULUS
        while steps:
            if steps & 1:
                value = (value * factor + offset) % MODULUS
            offset = offset * (factor + 1) % MODULUS
            factor = factor * factor % MODULUS
            steps >>= 1
        return _pack(value, increment)

    def fill(self, state: State, out: NDArray[np.uint64]) -> None:
        """Write raw 64-bit draws."""
        _fill(state, out)

    def words(self, raw: NDArray[np.uint64]) -> NDArray[np.uint32]:
        """Return two words for each draw."""
        return low_and_high_words(raw)


def _pack(value: int, increment: int) -> State:
    parts = (value >> 64, value & MASK_64, increment >> 64, increment & MASK_64)
    return np.array(parts, dtype=np.uint64)


def _unpack(state: State) -> tuple[int, int]:
    high, low, increment_high, increment_low = (int(word) for word in state)
    return high << 64 | low, increment_high << 64 | increment_low


@allocating
def _fill(state: State, out: NDArray[np.uint64]) -> None:
    """Write one output a step from the state before the step; `state` is updated in place.

    LANES states, one step apart, advance LANES steps at once, side by side in vectors.
    """
    high, low, increment_high, increment_low = state[0], state[1], state[2], state[3]
    plus_low = increment_low * SUM_LOW
    plus_high = increment_high * SUM_LOW + increment_low * SUM_HIGH + multiply_high(increment_low, SUM_LOW)
    highs, lows, done = np.empty(LANES, dtype=np.uint64), np.empty(LANES, dtype=np.uint64), out.size // LANES * LANES
    if done:
        for lane in range(LANES):
            highs[lane], lows[lane] = high, low
            high, low = _next_state(high, low, increment_high, increment_low)
        for first in range(0, done, LANES):
            for lane in range(LANES):
                high, low = highs[lane], lows[lane]
                out[first + lane] = _output(high, low)
                lows[lane] = low * FAR_LOW + plus_low
                carry = np.uint64(lows[lane] < plus_low)
                highs[lane] = high * FAR_LOW + low * FAR_HIGH + _times_far(low) + plus_high + carry
        high, low = highs[0], lows[0]
    for i in range(done, out.size):
        out[i] = _output(high, low)
        high, low = _next_state(high, low, increment_high, increment_low)
    state[0], state[1] = high, low


@kernel
def _output(high: np.uint64, low: np.uint64) -> np.uint64:
    """Return the draw that a state makes."""
    mixed = (high ^ (high >> HALF)) * MULTIPLIER
    return (mixed ^ (mixed >> np.uint64(48))) * (low | np.uint64(1))


@kernel
def _next_state(
    high: np.uint64, low: np.uint64, increment_high: np.uint64, increment_low: np.uint64
) -> tuple[np.uint64, np.uint64]:
    """Return the next state."""
    high = high * MULTIPLIER + multiply_high(low, MULTIPLIER) + increment_high
    low = low * MULTIPLIER + increment_low
    return high + np.uint64(low < increment_low), low


@kernel
def _times_far(low: np.uint64) -> np.uint64:
    """Return the upper half of `low` times FAR_LOW, from products of halves, which vectorize."""
    below, above = low & LOWER, low >> HALF
    middle = above * (FAR_LOW & LOWER) + (below * (FAR_LOW & LOWER) >> HALF)
    other = below * (FAR_LOW >> HALF) + (middle & LOWER)
    return above * (FAR_LOW >> HALF) + (middle >> HALF) + (other >> HALF)
