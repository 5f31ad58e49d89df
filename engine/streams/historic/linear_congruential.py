"""Linear congruential generators modulo a power of two: Turbo Pascal's and RANDU.

RANDU (IBM, 1960s) is here as the standard example of a bad generator: its points in three dimensions lie in 15 planes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel
from engine.streams.generator import State


class PowerOfTwoGenerator:
    """x -> multiplier * x + increment mod 2**bits. State: the last draw.

    A zero increment needs odd states, and then the period is a quarter of the modulus.
    """

    draws_per_group = 1

    def __init__(self, name: str, multiplier: int, increment: int, bits: int) -> None:
        self.name = name
        self.multiplier = multiplier
        self.increment = increment
        self.bits = bits
        self.values = 2**bits
        self.period = self.values if increment else self.values // 4

    def start(self, seed: int) -> State:
        """Take the seed itself, modulo 2**bits (made odd where the increment is zero), as the draw before the first."""
        odd = 0 if self.increment else 1
        return np.array([seed % self.values | odd], dtype=np.uint64)

    def split(self, seed: int, index: int, count: int) -> State:
        """Return starts spaced evenly over the period."""
        return self.jump(self.start(seed), index * (self.period // count))

    def jump(self, state: State, draws: int) -> State:
        """Compose the affine step with itself by repeated squaring."""
        value = moved_on(int(state[0]), draws % self.period, self.multiplier, self.increment, self.values)
        return np.array([value], dtype=np.uint64)

    def fill(self, state: State, out: NDArray[np.uint64]) -> None:
        """Write raw draws."""
        fill_masked(state, out, np.uint64(self.multiplier), np.uint64(self.increment), np.uint64(self.values - 1))

    def words(self, raw: NDArray[np.uint64]) -> NDArray[np.uint32]:
        """One word a draw: the draw's bits on top, zeros below where it has fewer than 32."""
        return (raw << np.uint64(32 - self.bits)).astype(np.uint32)


TURBO_PASCAL = PowerOfTwoGenerator("turbo-pascal", multiplier=134775813, increment=1, bits=32)
RANDU = PowerOfTwoGenerator("randu", multiplier=65539, increment=0, bits=31)


def moved_on(value: int, steps: int, factor: int, offset: int, modulus: int) -> int:
    """Return what x -> factor x + offset mod modulus makes of a value in this many steps, by repeated squaring."""
    while steps:
        if steps & 1:
            value = (value * factor + offset) % modulus
        offset = offset * (factor + 1) % modulus
        factor = factor * factor % modulus
        steps >>= 1
    return value


@kernel
def fill_masked(
    state: State, out: NDArray[np.uint64], multiplier: np.uint64, increment: np.uint64, mask: np.uint64
) -> None:
    """Write draws modulo mask + 1; arithmetic modulo 2**64 cut down by the mask; `state` is updated in place."""
    x = state[0]
    for i in range(out.size):
        x = (x * multiplier + increment) & mask
        out[i] = x
    state[0] = x
