"""Primes and factors against trial division, and known large cases."""

from __future__ import annotations

from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.number_theory.factorisation import factorise, is_prime, multiplicative_order
from tests.reference.number_theory import order_by_multiplication, primes_by_division


@given(st.integers(1, 200_000))
def test_small_numbers(number: int) -> None:
    """Factors are those that trial division finds, and a prime is its own."""
    assert factorise(number) == primes_by_division(number)
    assert is_prime(number) == (primes_by_division(number) == {number: 1})


@given(st.integers(1, 10**15))
def test_factors_multiply_up(number: int) -> None:
    """The product of the factors is the number, and each of them is prime."""
    factors = factorise(number)
    assert prod(prime**exponent for prime, exponent in factors.items()) == number
    assert all(is_prime(prime) for prime in factors)


@pytest.mark.parametrize("composite", [2047, 3215031751, 3825123056546413051, 2**67 - 1])
def test_pseudoprimes_are_composite(composite: int) -> None:
    """Strong pseudoprimes to few bases (OEIS A014233) and Mersenne's 67 are recognised."""
    assert not is_prime(composite)


@pytest.mark.parametrize("prime", [2**61 - 1, 10**12 - 11, 2**31 - 1])
def test_large_primes(prime: int) -> None:
    """Two Mersenne primes and the Maple modulus are prime."""
    assert is_prime(prime)


@pytest.mark.parametrize("prime", [3, 7, 101, 257, 1009])
def test_orders(prime: int) -> None:
    """Orders are those found by multiplying until 1."""
    for base in range(1, min(prime, 30)):
        assert multiplicative_order(base, prime) == order_by_multiplication(base, prime)
