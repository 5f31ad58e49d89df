"""Shift registers over GF(2): with any polynomial, and the five of "La marche du cavalier".

The source calls its polynomials primitive and the generators poor. They are not primitive: each divides X**63 - 1
(they generate BCH codes of length 63), so that the bits repeat after 63 and so do the draws.
"""

from __future__ import annotations

import numpy as np
from numpy.random import SeedSequence
from numpy.typing import NDArray

from engine.jit import kernel
from engine.number_theory.gf2 import power_of_x
from engine.streams.facts import GeneratorFacts
from engine.streams.generator import State
from engine.streams.historic.seeding import SeededGenerator

BITS_PER_DRAW = 32


class ShiftRegister(SeededGenerator):
    """The bits a[n + d] = sum of a[n + e] over the exponents e < d of a polynomial of degree d.

    A raw draw is 32 successive bits, the first on top. State: the next d bits, the first lowest; never zero.
    """

    values = 2**BITS_PER_DRAW
    draws_per_group = 1

    def __init__(self, facts: GeneratorFacts) -> None:
        assert facts.polynomial is not None
        assert facts.order is not None
        assert facts.period is not None
        self.name = facts.name
        self.polynomial = facts.polynomial
        self.order, self.period = facts.order, facts.period
        self.degree = self.polynomial.bit_length() - 1
        self.mask = 2**self.degree - 1

    def _seed_state(self, sequence: SeedSequence) -> State:
        """Take the lowest bits of a word, or 1 where they are all zero."""
        state = sequence.generate_state(1, np.uint64) & np.uint64(self.mask)
        return np.array(np.maximum(state, 1), dtype=np.uint64)

    def jump(self, state: State, draws: int) -> State:
        """Raise X to the power of the bits passed and apply the remainder to the register."""
        remainder = power_of_x(draws * BITS_PER_DRAW % self.order, self.polynomial)
        register, bits = int(state[0]), 0
        for index in range(2 * self.degree - 1):
            bits |= (register & 1) << index
            register = self._next_register(register)
        moved = sum((bits >> index & remainder).bit_count() % 2 << index for index in range(self.degree))
        return np.array([moved], dtype=np.uint64)

    def _next_register(self, register: int) -> int:
        feedback = (register & self.polynomial).bit_count() % 2
        return register >> 1 | feedback << self.degree - 1

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
