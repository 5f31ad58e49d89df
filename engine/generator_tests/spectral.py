"""The spectral test of linear congruential generators, exactly (D. E. Knuth, TAOCP 2, 3.3.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import factorial, gamma, log2, pi
from typing import Literal

from engine.generator_tests.lattice import shortest_vector
from engine.streams.facts import LinearCongruence

DIMENSIONS = range(2, 9)
HERMITE = {2: (4, 3), 3: (2, 1), 4: (4, 1), 5: (8, 1), 6: (64, 3), 7: (64, 1), 8: (256, 1)}
"""gamma_t ** t as a fraction: nu_t ** (2 t) is at most that times the squared modulus (H. Blichfeldt, 1935)."""
FAILS_BELOW = 0.1
PASSES_FROM = 1.0


@dataclass(frozen=True)
class SpectralFigure:
    """The result in one dimension t.

    nu_squared: the square of the accuracy nu_t: 1 / nu_t is the greatest distance between neighbouring parallel
        hyperplanes that together hold all points (X_n, ..., X_{n+t-1}) / m. Exact.
    wave: the shortest vector of the dual lattice, which describes these hyperplanes; nu_squared is its squared length.
    mu: Knuth's figure of merit, the volume of the ball of radius nu_t over the modulus of the lattice.
    normalised: nu_t over the greatest that any lattice of this modulus can have, the figure S_t of other authors.
    """

    dimension: int
    nu_squared: int
    wave: tuple[int, ...]
    mu: float
    normalised: float

    @property
    def bits(self) -> float:
        """Bits of accuracy, lg nu_t."""
        return log2(self.nu_squared) / 2

    @property
    def verdict(self) -> Literal["pass", "fail", "flying colours"]:
        """Knuth's words: below 0.1 a failure, from 1 flying colours."""
        if self.mu < FAILS_BELOW:
            return "fail"
        return "flying colours" if self.mu >= PASSES_FROM else "pass"


def spectral_figure(congruence: LinearCongruence, dimension: int) -> SpectralFigure:
    """Find the shortest (s_1, ..., s_t) with s_1 + a s_2 + ... + a**(t-1) s_t = 0 modulo the lattice's modulus."""
    modulus = congruence.lattice
    basis = [[modulus] + [0] * (dimension - 1)]
    for row in range(1, dimension):
        vector = [0] * dimension
        vector[0] = -pow(congruence.multiplier, row, modulus)
        vector[row] = 1
        basis.append(vector)
    return figure_of_wave(congruence, shortest_vector(basis))


def figure_of_wave(congruence: LinearCongruence, wave: Sequence[int]) -> SpectralFigure:
    """Return the figures that the shortest dual vector determines."""
    nu_squared = sum(number * number for number in wave)
    dimension, modulus = len(wave), congruence.lattice
    over, under = HERMITE[dimension]
    normalised = (nu_squared**dimension * under / (modulus**2 * over)) ** (1 / (2 * dimension))
    return SpectralFigure(dimension, nu_squared, tuple(wave), _merit(nu_squared, dimension, modulus), normalised)


def _merit(nu_squared: int, dimension: int, modulus: int) -> float:
    """Return pi**(t/2) nu**t / ((t/2)! m)."""
    half = factorial(dimension // 2) if dimension % 2 == 0 else gamma(dimension / 2 + 1)
    return float(pi ** (dimension / 2) * nu_squared ** (dimension / 2) / (half * modulus))
