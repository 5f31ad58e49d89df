"""The kernel that finds recurrences against its slow twin."""

from __future__ import annotations

import numpy as np
import pytest

from engine.number_theory.recurrence import shortest_recurrence
from engine.search.strip.massey import massey


@pytest.mark.parametrize("prime", [2, 7, 2147483629, 2147483647])
@pytest.mark.parametrize("number", [0, 1, 2, 3, 10, 51, 300])
def test_recurrences_are_those_of_the_twin(prime: int, number: int) -> None:
    """Of terms by chance, of few values, of zeros, and of a rule that begins late."""
    rng = np.random.default_rng(number)
    ruled, rule = rng.integers(0, prime, number).tolist(), rng.integers(0, prime, 5).tolist()
    for index in range(9, number):
        ruled[index] = sum(value * ruled[index - back] for back, value in enumerate(rule, 1)) % prime
    for terms in (rng.integers(0, prime, number), rng.integers(0, 2, number), np.zeros(number, int), np.array(ruled)):
        residues = terms.astype(np.int64)
        assert massey(residues, prime).tolist() == shortest_recurrence(residues, prime).tolist()
