"""Recurrences modulo a prime."""

from __future__ import annotations

import numpy as np

from engine.number_theory.recurrence import find_recurrence
from engine.search.strip.minimal_polynomial import shortest_recurrence

PRIME = 2147483647


def test_fibonacci_numbers() -> None:
    """1 - x - x^2 is the denominator."""
    terms = [1, 1]
    while len(terms) < 40:
        terms.append((terms[-1] + terms[-2]) % PRIME)
    found, length = shortest_recurrence(np.array(terms), PRIME)
    assert (found.tolist(), length) == ([1, PRIME - 1, PRIME - 1], 2)


def test_first_terms_that_obey_no_rule_make_the_length_greater() -> None:
    """7, 7, 7, 1, 2, 4, 8, ...: order 1 from the fourth on."""
    found, length = shortest_recurrence(np.array([7, 7, 7, *(2**n for n in range(20))]), PRIME)
    assert (found.tolist(), length) == ([1, PRIME - 2], 4)


def test_random_recurrences_are_those_of_the_plain_algorithm() -> None:
    """The kernel finds what the one over the integers finds."""
    rng = np.random.default_rng(5)
    for _ in range(20):
        order = int(rng.integers(1, 6))
        rule, terms = rng.integers(-3, 4, order).tolist(), rng.integers(-5, 6, order).tolist()
        while len(terms) < 3 * order + 6:
            terms.append(sum(a * b for a, b in zip(rule, reversed(terms), strict=False)))
        plain = find_recurrence(terms)
        assert plain is not None
        found, length = shortest_recurrence(np.array([term % PRIME for term in terms]), PRIME)
        assert length == plain.order
        assert found.tolist() == np.trim_zeros([value % PRIME for value in plain.denominator], "b")
