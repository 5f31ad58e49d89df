"""Primes, and the numbers that residues stand for."""

from __future__ import annotations

import pytest

from engine.search.strip.primes import PRIMES_BELOW, number_of, primes_for


@pytest.mark.parametrize("number", [0, 1, 10**9, 2**100 + 1, 3**200])
def test_a_number_comes_back_from_its_residues(number: int) -> None:
    """By as many primes as its bits need."""
    primes = primes_for(number.bit_length())
    assert all(prime < PRIMES_BELOW for prime in primes)
    assert len(set(primes)) == len(primes) >= 2
    assert number_of([number % prime for prime in primes], primes) == number
