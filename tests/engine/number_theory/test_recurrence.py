"""Recurrences of sequences, found and checked."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

from engine.number_theory.recurrence import Recurrence, find_recurrence, shortest_recurrence

MERSENNE = 2**31 - 1
FIBONACCI = [0, 1, 1, 2, 3, 5, 8, 13]


def extended(coefficients: list[int], terms: list[int], number: int) -> list[int]:
    """Return `number` terms, the first as given, the others by the recurrence."""
    terms = list(terms)
    while len(terms) < number:
        terms.append(sum(value * terms[-back] for back, value in enumerate(coefficients, 1)))
    return terms


def expanded(recurrence: Recurrence, number: int) -> list[Fraction]:
    """Return the first `number` coefficients of the generating function's power series, by long division."""
    rest = [Fraction(value) for value in recurrence.numerator] + [Fraction(0)] * number
    series = []
    for index in range(number):
        series.append(rest[index])
        for power, value in enumerate(recurrence.denominator[1:], 1):
            if index + power < len(rest):
                rest[index + power] -= series[index] * value
    return series


def test_the_best_known_one() -> None:
    """Fibonacci's numbers have the generating function x / (1 - x - x^2) and grow by the golden ratio."""
    found = find_recurrence(FIBONACCI)
    assert found is not None
    assert (found.coefficients, found.numerator, found.denominator) == ((1, 1), (0, 1), (1, -1, -1))
    assert (found.order, found.spare, found.following(FIBONACCI)) == (2, 4, 21)
    assert found.growth == pytest.approx((1 + 5**0.5) / 2)


@pytest.mark.parametrize("seed", range(8))
def test_random_recurrences_are_found_again(seed: int) -> None:
    """Large coefficients are found from terms of hundreds of digits; the generating function gives the terms back."""
    chosen = random.Random(seed)
    order = chosen.randint(1, 12)
    coefficients = [chosen.randint(-(10**6), 10**6) for _ in range(order - 1)] + [chosen.randint(1, 10**6)]
    terms = extended(coefficients, [chosen.randint(-50, 50) for _ in range(order - 1)] + [1], 2 * order + 5)
    found = find_recurrence(terms)
    assert found is not None
    assert found.coefficients == tuple(coefficients[: found.order])
    assert expanded(found, len(terms)) == terms


def test_terms_that_do_not_fit_at_first() -> None:
    """A first term that does not fit raises the order: 7, then powers of two."""
    found = find_recurrence([7, 1, 2, 4, 8, 16, 32])
    assert found is not None
    assert (found.coefficients, found.numerator) == ((2, 0), (7, -13))


@pytest.mark.parametrize(
    "terms",
    [
        FIBONACCI[:5],
        [*FIBONACCI, 22],
        [1, 2, 6, 24, 120, 720, 5040, 40320, 362880, 3628800],
        [],
        [4**9, 4**8 * 3, 4**7 * 9, 4**6 * 27, 4**5 * 81, 4**4 * 243],
    ],
    ids=["too few", "one is wrong", "factorials", "nothing", "by fractions"],
)
def test_none(terms: list[int]) -> None:
    """Too few terms, a wrong term, no recurrence or one with fractional coefficients give None."""
    assert find_recurrence(terms) is None


def test_zeros_obey_the_shortest_of_all() -> None:
    """A sequence of zeros has a recurrence of order 0."""
    found = find_recurrence([0, 0, 0])
    assert found is not None
    assert (found.order, found.spare, found.growth) == (0, 3, 0.0)


def test_first_terms_that_obey_no_rule_make_the_length_greater() -> None:
    """7, 7, 7, 1, 2, 4, 8, ...: order 1 from the fourth on."""
    found = shortest_recurrence(np.array([7, 7, 7, *(2**n for n in range(20))]), MERSENNE)
    assert found.tolist() == [1, MERSENNE - 2, 0, 0, 0]


@pytest.mark.parametrize("prime", [101, MERSENNE, 2**61 - 1])
def test_residues_obey_what_is_found(prime: int) -> None:
    """Random sequences by random rules, in machine words and beyond, obey the recurrence found, term by term."""
    chosen = random.Random(prime)
    for _ in range(50):
        order = chosen.randint(0, 8)
        rule, terms = [[chosen.randrange(prime) for _ in range(order)] for _ in range(2)]
        while len(terms) < 2 * order + 6:
            terms.append(sum(a * b for a, b in zip(rule, reversed(terms), strict=False)) % prime)
        found = [int(value) for value in shortest_recurrence(terms, prime)]
        assert len(found) <= order + 1
        assert not any(
            sum(value * terms[n - back] for back, value in enumerate(found)) % prime
            for n in range(len(found) - 1, len(terms))
        )


def test_coefficients_of_more_than_a_word() -> None:
    """Coefficients of more than a word, as wide families have, are found modulo longer primes."""
    long = [10**40 + 1, -(10**30), 3]
    found = find_recurrence(extended(long, [1, 0, 2], 12))
    assert found is not None
    assert found.coefficients == tuple(long)
