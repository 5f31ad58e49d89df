"""Linear recurrences with constant coefficients that sequences of whole numbers obey.

Source: J. L. Massey, "Shift-register synthesis and BCH decoding", 1969 (the algorithm of Berlekamp and Massey).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

PRIMES = ((1 << 61) - 1, (1 << 127) - 1, (1 << 521) - 1)
"""Coefficients are found modulo one of these, at most half of it in absolute value, and then checked exactly."""

SPARE = 2
"""Terms beyond those that determine a recurrence, at least: any 2 L terms obey some recurrence of order L."""


@dataclass(frozen=True)
class Recurrence:
    """a(n) = coefficients[0] a(n - 1) + coefficients[1] a(n - 2) + ..., true of all terms that it was found from.

    numerator: of the generating function a(first) + a(first + 1) x + ..., by ascending powers; its denominator is
    1 - coefficients[0] x - coefficients[1] x^2 - ... spare: this many terms obey it that did not determine it.
    """

    coefficients: tuple[int, ...]
    numerator: tuple[int, ...]
    spare: int

    @property
    def order(self) -> int:
        """The number of earlier terms that a term depends on."""
        return len(self.coefficients)

    @property
    def denominator(self) -> tuple[int, ...]:
        """The denominator of the generating function, by ascending powers."""
        return (1, *(-value for value in self.coefficients))

    @property
    def growth(self) -> float:
        """The largest absolute value of a root: the factor by which terms grow in the long run."""
        roots = np.roots(np.array(self.denominator, float))
        return float(np.abs(roots).max()) if len(roots) else 0.0

    def following(self, terms: Sequence[int]) -> int:
        """Return the term after these."""
        return sum(value * term for value, term in zip(self.coefficients, reversed(terms), strict=False))


def find_recurrence(terms: Sequence[int]) -> Recurrence | None:
    """Return the shortest linear recurrence with whole coefficients that all terms obey.

    None where there is none, or the terms are fewer than twice its order plus two.
    """
    for prime in PRIMES:
        found = [-int(value) % prime for value in shortest_recurrence(terms, prime)[1:]]
        order = len(found)
        if len(terms) < 2 * order + SPARE:
            return None
        coefficients = tuple(value - prime if value > prime // 2 else value for value in found)
        numerator = numerator_of(coefficients, terms)
        if not any(numerator[order:]):
            return Recurrence(coefficients, tuple(numerator[:order]), len(terms) - 2 * order)
    return None


def numerator_of(coefficients: Sequence[int], terms: Sequence[int]) -> list[int]:
    """Return by how much each term differs from what the recurrence says; terms before the first count as zeros.

    So far as the terms go, these are the coefficients of the numerator of the generating function, by ascending powers.
    """
    return [
        term - sum(coefficients[back] * terms[index - back - 1] for back in range(min(index, len(coefficients))))
        for index, term in enumerate(terms)
    ]


def shortest_recurrence(terms: Sequence[int] | NDArray[np.int64], prime: int) -> NDArray[Any]:
    """Return the coefficients c of the shortest linear recurrence that the terms obey modulo a prime.

    c: length + 1 residues with c[0] = 1, int64, or Python integers for primes above 2^31. The sum of c[i] a(n - i) is 0
    for every n from the length on. The last entries are 0 where the first terms obey no such rule.
    """
    residues = np.array([term % prime for term in terms], np.int64 if prime < 1 << 31 else object)
    current = np.zeros(len(residues) + 2, residues.dtype)
    current[0] = 1
    before, length, before_length, since, divisor = current.copy(), 0, 0, 1, 1
    for index in range(len(residues)):
        window = residues[index - length : index + 1]
        discrepancy = int((current[: length + 1] * window[::-1] % prime).sum()) % prime
        if discrepancy == 0:
            since += 1
            continue
        factor = discrepancy * pow(divisor, -1, prime) % prime
        previous = current.copy()
        changed = slice(since, since + before_length + 1)
        current[changed] = (current[changed] - factor * before[: before_length + 1]) % prime
        if 2 * length <= index:
            before, before_length, length, divisor, since = previous, length, index + 1 - length, discrepancy, 1
        else:
            since += 1
    return current[: length + 1]
