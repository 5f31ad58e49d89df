"""Additive lagged Fibonacci generators modulo 2**30: Mitchell and Moore's (24, 55), and (1, k).

x[n] = x[n - short] + x[n - long] mod 2**30. Source: D. E. Knuth, The Art of Computer Programming 2, 3.2.2; the (1, k)
family is tried out in "La marche du cavalier", which finds k = 2 (Fibonacci) bad.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.random import SeedSequence
from numpy.typing import NDArray

from engine.jit import kernel
from engine.streams.generator import State
from engine.streams.historic.families import additive_period
from engine.streams.historic.seeding import SeededGenerator

MODULUS_BITS = 30
MASK = 2**MODULUS_BITS - 1


class AdditiveGenerator(SeededGenerator):
    """State: the last `long` draws, oldest first; at least one is odd."""

    values = 2**MODULUS_BITS
    draws_per_group = 2

    def __init__(self, name: str, short: int, long: int) -> None:
        self.name = name
        self.short = short
        self.long = long

    @cached_property
    def period(self) -> int | None:  # type: ignore[override]  # found on first use: that takes a while
        """The draws after which the sequence begins again, None where that is not known."""
        return additive_period(self.short, self.long)

    def _seed_state(self, sequence: SeedSequence) -> State:
        """Fill the lags; the oldest is made odd."""
        state = sequence.generate_state(self.long, np.uint64) >> np.uint64(64 - MODULUS_BITS)
        state[0] |= np.uint64(1)
        return state

    def jump(self, state: State, draws: int) -> State:
        """Raise X to the power `draws` modulo the recurrence's polynomial and apply the remainder to the sequence."""
        remainder = self._power_of_x(draws)
        following = state.copy()
        self.fill(following, np.empty(self.long - 1, dtype=np.uint64))
        window = np.concatenate([state, following[1:]])
        return np.array(np.convolve(window, remainder[::-1], mode="valid") & np.uint64(MASK), dtype=np.uint64)

    def _power_of_x(self, exponent: int) -> State:
        """Return X**exponent modulo X**long - X**(long - short) - 1: coefficients modulo 2**30, lowest first."""
        base = np.zeros(self.long, dtype=np.uint64)
        if exponent >= 0:
            base[1] = 1
        else:  # 1 = X (X**(long - 1) - X**(long - short - 1))
            base[self.long - 1] = 1
            base[self.long - self.short - 1] = MASK
        power = np.zeros(self.long, dtype=np.uint64)
        power[0] = 1
        for bit in f"{abs(exponent):b}":
            power = self._times(power, power)
            if bit == "1":
                power = self._times(power, base)
        return power

    def _times(self, left: State, right: State) -> State:
        """Multiply modulo the polynomial; uint64 wraps modulo 2**64, which 2**30 divides."""
        product = np.convolve(left, right)
        for degree in range(len(product) - 1, self.long - 1, -1):
            product[[degree - self.short, degree - self.long]] += product[degree]
        return np.array(product[: self.long] & np.uint64(MASK), dtype=np.uint64)

    def fill(self, state: State, out: NDArray[np.uint64]) -> None:
        """Write raw draws."""
        window = np.concatenate([state, out])
        _fill(window, self.short, self.long)
        out[:] = window[self.long :]
        state[:] = window[len(out) :]

    def words(self, raw: NDArray[np.uint64]) -> NDArray[np.uint32]:
        """One word for two draws: the upper 16 bits of each, the first on top."""
        upper = raw >> np.uint64(MODULUS_BITS - 16)
        return (upper[0::2] << np.uint64(16) | upper[1::2]).astype(np.uint32)


@kernel
def _fill(window: NDArray[np.uint64], short: int, long: int) -> None:
    """Continue the recurrence in `window` after its first `long` entries."""
    for i in range(long, window.size):
        window[i] = (window[i - short] + window[i - long]) & np.uint64(MASK)
