"""The best multipliers are those of a search through all."""

from __future__ import annotations

import pytest

from engine.errors import InvalidProblemError
from engine.generator_tests.multipliers import good_multipliers
from engine.generator_tests.spectral import DIMENSIONS, spectral_figure
from engine.streams.facts import LinearCongruence


def met_period(modulus: int, multiplier: int, increment: int) -> int:
    """Return the period from 1, by walking it."""
    state, steps = (multiplier + increment) % modulus, 1
    while state != 1 and steps <= modulus:
        state, steps = (state * multiplier + increment) % modulus, steps + 1
    return steps


@pytest.mark.parametrize(
    ("modulus", "mixed", "lattice", "longest"), [(101, False, 101, 100), (64, True, 64, 64), (128, False, 32, 32)]
)
def test_the_best_are_the_best_of_all(modulus: int, mixed: bool, lattice: int, longest: int) -> None:
    """The best multipliers of full period are ranked by the least figure of seven dimensions."""
    everyone = []
    for multiplier in range(2, modulus):
        if met_period(modulus, multiplier, int(mixed)) == longest:
            step = LinearCongruence(modulus, multiplier, int(mixed), lattice)
            everyone.append(min(spectral_figure(step, dimension).normalised for dimension in DIMENSIONS))
    found = good_multipliers(modulus, mixed=mixed, tries=1000, kept=3)
    assert [one.worst for one in found] == sorted(everyone, reverse=True)[:3]


def test_a_modulus_without_generators_is_refused() -> None:
    """A modulus that is too large, or has no multiplier of full period, is refused."""
    with pytest.raises(InvalidProblemError):
        good_multipliers(2**50 + 1, mixed=False, tries=10)
    with pytest.raises(InvalidProblemError, match="full period"):
        good_multipliers(30, mixed=True, tries=100)
