"""The Maple generator: x -> 427419669081 x mod 10**12 - 11, forwards and backwards.

The modulus is prime and the multiplier a primitive root, so one cycle visits 1..m-1. The source ("La marche du
cavalier") starts runs from 32 places spread evenly over that cycle and walks from each in both directions.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel
from engine.streams.generator import State
from engine.streams.spacing import MAPLE_PERIOD, MAPLE_STARTS, MAPLE_STREAMS

MODULUS = 10**12 - 11
MULTIPLIER = 427419669081
INVERSE = 721609879133
LANES = 16  # draws computed side by side: enough to hide the latency of one modular product
PER_WORD = MAPLE_PERIOD // 2**32  # raw values that make the same 32-bit word
ACCEPTED = PER_WORD * 2**32


class Maple:
    """State: the last draw and the multiplier, which is INVERSE in streams that run backwards."""

    name = "maple"
    values = MODULUS
    draws_per_group = 1

    def start(self, seed: int) -> State:
        """Take the seed itself, reduced to 1..m-1, as the draw before the first."""
        return np.array([1 + (seed - 1) % MAPLE_PERIOD, MULTIPLIER], dtype=np.uint64)

    def split(self, seed: int, index: int, count: int) -> State:
        """Up to 64 streams: the source's 32 starts forwards, then backwards, times the seed; more: evenly spaced."""
        state = self.start(seed)
        if count > MAPLE_STREAMS:
            return self.jump(state, index * (MAPLE_PERIOD // count))
        start, _position = MAPLE_STARTS[index % len(MAPLE_STARTS)]
        direction = MULTIPLIER if index < len(MAPLE_STARTS) else INVERSE
        return np.array([int(state[0]) * start % MODULUS, direction], dtype=np.uint64)

    def jump(self, state: State, draws: int) -> State:
        """Multiply by the power of the multiplier."""
        value, multiplier = (int(word) for word in state)
        return np.array([value * pow(multiplier, draws, MODULUS) % MODULUS, multiplier], dtype=np.uint64)

    def fill(self, state: State, out: NDArray[np.uint64]) -> None:
        """Write raw draws 1..m-1."""
        if out.size:
            _fill(state, out, np.int64(pow(int(state[1]), LANES, MODULUS)))

    def words(self, raw: NDArray[np.uint64]) -> NDArray[np.uint32]:
        """At most one word a draw: draws above 232 * 2**32 (0.36 %) are rejected, the others divided by 232."""
        shifted = raw - np.uint64(1)
        kept = shifted if int(raw.max(initial=0)) <= ACCEPTED else shifted[shifted < np.uint64(ACCEPTED)]
        return (kept // np.uint64(PER_WORD)).astype(np.uint32)


@kernel
def _product(x: np.int64, multiplier: np.int64, ratio: float, modulus: np.int64) -> np.int64:
    """Return x * multiplier mod modulus without a division; ratio = multiplier / modulus.

    Both factors lie below 2**40, so the rounded quotient is wrong by at most one (the quotient is below 2**40 and its
    relative error below 2**-51) and the remainder, exact modulo 2**64, lies in (-modulus, 2 modulus).
    """
    quotient = np.int64(x * ratio)
    remainder = x * multiplier - quotient * modulus
    if remainder < 0:
        remainder += modulus
    elif remainder >= modulus:
        remainder -= modulus
    return remainder


@kernel
def _fill(state: State, out: NDArray[np.uint64], leap: np.int64) -> None:
    """Write draws; `leap` is the multiplier to the power LANES, so that draws LANES apart need not wait."""
    modulus, multiplier = np.int64(MODULUS), np.int64(state[1])
    ratio = multiplier / modulus
    x = np.int64(state[0])
    for i in range(min(LANES, out.size)):
        x = _product(x, multiplier, ratio, modulus)
        out[i] = x
    ratio = leap / modulus
    for i in range(LANES, out.size):
        out[i] = _product(np.int64(out[i - LANES]), leap, ratio, modulus)
    state[0] = out[-1]
