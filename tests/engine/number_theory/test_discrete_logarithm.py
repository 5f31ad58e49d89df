"""Discrete logarithms against counting powers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.number_theory.discrete_logarithm import DiscreteLogarithm


@pytest.mark.parametrize(("base", "prime"), [(3, 7), (2, 101), (4, 101), (10, 1009), (5, 65537)])
def test_every_power_is_found(base: int, prime: int) -> None:
    """The logarithm of base**e is e for every e below the order, also of a base that is no primitive root."""
    logarithm = DiscreteLogarithm(base, prime)
    for exponent in range(0, logarithm.order, max(1, logarithm.order // 200)):
        assert logarithm.of(pow(base, exponent, prime)) == exponent


MAPLE = DiscreteLogarithm(427419669081, 10**12 - 11)


@given(st.integers(1, 10**12 - 12))
def test_maple_logarithms(value: int) -> None:
    """Raising the multiplier to the logarithm gives the value back."""
    assert pow(427419669081, MAPLE.of(value), 10**12 - 11) == value


def test_values_without_a_logarithm_are_refused() -> None:
    """3 is no square modulo 7, and 0 is no power of anything."""
    logarithm = DiscreteLogarithm(2, 7)
    for value in (3, 0, 7):
        with pytest.raises(ValueError, match="is not a power"):
            logarithm.of(value)
