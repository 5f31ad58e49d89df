"""Shift registers over GF(2) with the five polynomials of "La marche du cavalier".

The source calls the polynomials primitive and the generators poor. They are not primitive: each divides X**63 - 1
(they generate BCH codes of length 63), so that the bits repeat after 63 and so do the draws.
"""

from __future__ import annotations

import numpy as np
from numpy.random import SeedSequence
from numpy.typing import NDArray

from engine.jit import kernel
from engine.streams.catalogue import SHIFT_REGISTER_PERIOD, SHIFT_REGISTER_POLYNOMIALS
from engine.streams.generator import State

BITS_PER_DRAW = 32


class ShiftRegister:
    """The bits a[n + d] = sum of a[n + e] over the exponents e < d of a polynomial of degree d.

    A raw draw is 32 successive bits, the first on top. State: the next d bits, the first lowest; never zero.
    """

    values = 2**BITS_PER_DRAW
    draws_per_group = 1

    def __init__(self, degree: int) -> None:
        self.name = f"shift-register-{degree}"
        self.degree = degree
        self.polynomial = sum(1 << exponent for exponent in SHIFT_REGISTER_POLYNOMIALS[degree])
        self.mask = 2**degree - 1

    def start(self, seed: int) -> State:
        """Take the lowest bits of numpy's SeedSequence, or 1 where they are all zero."""
        state = SeedSequence(seed).generate_state(1, np.uint64) & np.uint64(self.mask)
        return np.array(np.maximum(state, 1), dtype=np.uint64)

    def split(self, seed: int, index: int, count: int) -> State:
        """Return starts spaced evenly over the period."""
        return self.jumped(self.start(seed), index * (SHIFT_REGISTER_PERIOD // count))

    def jumped(self, state: State, draws: int) -> State:
        """Raise X to the power of the bits passed and apply the remainder to the register."""
        remainder = self._power_of_x(draws * BITS_PER_DRAW % SHIFT_REGISTER_PERIOD)
        register, bits = int(state[0]), 0
        for index in range(2 * self.degree - 1):
            bits |= (register & 1) << index
            register = self._stepped(register)
        moved = sum((bits >> index & remainder).bit_count() % 2 << index for index in range(self.degree))
        return np.array([moved], dtype=np.uint64)

    def _stepped(self, register: int) -> int:
        feedback = (register & self.polynomial).bit_count() % 2
        return register >> 1 | feedback << self.degree - 1

    def _power_of_x(self, exponent: int) -> int:
        """Return X**exponent modulo the polynomial, bit e for X**e."""
        power = 1
        for bit in f"{exponent:b}":
            square = sum(1 << 2 * index for index in range(self.degree) if power >> index & 1)
            power = self._reduced(square << int(bit))
        return power

    def _reduced(self, value: int) -> int:
        while (excess := value.bit_length() - 1 - self.degree) >= 0:
            value ^= self.polynomial << excess
        return value

    def fill(self, state: State, out: NDArray[np.uint64]) -> None:
        """Write raw 32-bit draws."""
        _fill(state, out, np.uint64(self.polynomial & self.mask), np.uint64(self.degree - 1))

    def words(self, raw: NDArray[np.uint64]) -> NDArray[np.uint32]:
        """Return the draws themselves: one word a draw."""
        return raw.astype(np.uint32)


@kernel
def _fill(state: State, out: NDArray[np.uint64], taps: np.uint64, top: np.uint64) -> None:
    """Write draws; `taps` has the bits that feed back, `top` is the degree less one."""
    register = state[0]
    one = np.uint64(1)
    for i in range(out.size):
        draw = np.uint64(0)
        for _ in range(BITS_PER_DRAW):
            draw = draw << one | register & one
            fold = register & taps
            for shift in (np.uint64(32), np.uint64(16), np.uint64(8), np.uint64(4), np.uint64(2), one):
                fold ^= fold >> shift
            register = register >> one | (fold & one) << top
        out[i] = draw
    state[0] = register
