"""Linear congruential generators with any modulus up to 2**50, or a power of two up to 2**64."""

from __future__ import annotations

from math import gcd

import numpy as np
from numpy.random import SeedSequence
from numpy.typing import NDArray

from engine.jit import kernel
from engine.streams.facts import GeneratorFacts
from engine.streams.generator import State
from engine.streams.historic.linear_congruential import fill_masked, moved_on
from engine.streams.historic.seeding import SeededGenerator

WORD = 2**32


class CongruentialGenerator(SeededGenerator):
    """x -> a x + c mod m. State: the last draw; with c = 0 coprime to m."""

    draws_per_group = 1

    def __init__(self, facts: GeneratorFacts) -> None:
        assert facts.congruence is not None
        self.name = facts.name
        self.congruence = facts.congruence
        self.values = facts.congruence.modulus
        self.period = facts.period

    def _seed_state(self, sequence: SeedSequence) -> State:
        """Take the remainder of a word; with c = 0 the next number coprime to m."""
        value = int(sequence.generate_state(1, np.uint64)[0]) % self.values
        while self.congruence.increment == 0 and gcd(value, self.values) != 1:
            value = (value + 1) % self.values
        return np.array([value], dtype=np.uint64)

    def jump(self, state: State, draws: int) -> State:
        """Compose the step, or the one that undoes it, with itself by repeated squaring; ValueError without one."""
        modulus, factor, offset = self.values, self.congruence.multiplier, self.congruence.increment
        if draws < 0:
            if gcd(factor, modulus) != 1:
                raise ValueError(f"{self.name} does not run backwards: its multiplier has no inverse")
            factor = pow(factor, -1, modulus)
            offset = -offset * factor % modulus
        return np.array([moved_on(int(state[0]), abs(draws), factor, offset, modulus)], dtype=np.uint64)

    def fill(self, state: State, out: NDArray[np.uint64]) -> None:
        """Write raw draws."""
        step = self.congruence
        if self.values & (self.values - 1) == 0:
            fill_masked(state, out, *map(np.uint64, (step.multiplier, step.increment, self.values - 1)))
        else:
            _fill(state, out, *map(np.int64, (step.multiplier, step.increment, self.values)))

    def words(self, raw: NDArray[np.uint64]) -> NDArray[np.uint32]:
        """One word a draw: for large moduli the quotient, the last draws rejected; for small ones the share of 2**32.

        A modulus below 2**32 gives only as many different words as draws.
        """
        if self.values < WORD:
            return (raw * np.uint64(WORD) // np.uint64(self.values)).astype(np.uint32)
        part = self.values // WORD
        kept = raw[raw < np.uint64(part * WORD)] if self.values % WORD else raw
        return (kept // np.uint64(part)).astype(np.uint32)


@kernel
def _fill(state: State, out: NDArray[np.uint64], multiplier: np.int64, increment: np.int64, modulus: np.int64) -> None:
    """Write draws modulo at most 2**50: the quotient in floating point is wrong by at most one.

    So the remainder of the product, exact modulo 2**64, lies in (-modulus, 2 modulus). Adding the increment and
    taking the modulus off at most twice puts it right.
    """
    ratio = multiplier / modulus
    x = np.int64(state[0])
    for i in range(out.size):
        x = x * multiplier - np.int64(x * ratio) * modulus + increment
        if x < 0:
            x += modulus
        while x >= modulus:
            x -= modulus
        out[i] = x
    state[0] = x
