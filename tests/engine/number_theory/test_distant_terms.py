"""Distant terms are those that the recurrence gives one after the other."""

from __future__ import annotations

import random

import pytest

from engine.number_theory.distant_terms import coefficient, coefficient_modulo
from tests.reference.number_theory import coefficients_by_division

SEVERAL = [random.Random(seed) for seed in range(12)]


@pytest.mark.parametrize("source", SEVERAL)
def test_any_quotient_of_polynomials(source: random.Random) -> None:
    """Coefficients are right, exactly and modulo primes and powers of two, even if the numerator is longer."""
    above = [source.randint(-(10**6), 10**6) for _ in range(source.randint(0, 12))]
    below = [1, *(source.randint(-9, 9) for _ in range(source.randint(0, 9)))]
    slow = coefficients_by_division(above, below, 80)
    assert [coefficient(above, below, power) for power in range(80)] == slow
    for modulus in (2, 3, 64, 10**9 + 7, 10**18 - 11):
        assert [coefficient_modulo(above, below, power, modulus) for power in range(80)] == [
            value % modulus for value in slow
        ]


def test_fibonacci_far_along() -> None:
    """Modulo 10^9 + 7 the period divides 2 * (10^9 + 8), as 5 is no square modulo it: so F(n + period) is F(n)."""
    prime = 10**9 + 7
    period = 2 * (prime + 1)
    far = 10**18 // period * period + 90
    assert coefficient_modulo([0, 1], [1, -1, -1], far, prime) == 2880067194370816120 % prime
