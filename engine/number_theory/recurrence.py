"""Linear recurrences with constant coefficients that sequences of whole numbers obey.

Source: J. L. Massey, "Shift-register synthesis and BCH decoding", 1969 (the algorithm of Berlekamp and Massey).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

PRIME = (1 << 61) - 1
"""Coefficients are found modulo this prime and lie between its halves; whether they are right is checked without it."""

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
        """The terms before it that a term depends on."""
        return len(self.coefficients)

    @property
    def denominator(self) -> tuple[int, ...]:
        """The denominator of the generating function, by ascending powers."""
        return (1, *(-value for value in self.coefficients))

    @property
    def growth(self) -> float:
        """The largest absolute value of a root: from one term to the next the terms grow by it in the long run."""
        roots = np.roots(np.array(self.denominator, float))
        return float(np.abs(roots).max()) if len(roots) else 0.0

    def following(self, terms: Sequence[int]) -> int:
        """Return the term after these."""
        return sum(value * term for value, term in zip(self.coefficients, reversed(terms), strict=False))


def find_recurrence(terms: Sequence[int]) -> Recurrence | None:
    """Return the shortest linear recurrence with whole coefficients that all terms obey.

    None where there is none, or the terms are too few to tell: two more than twice its order are asked for.
    """
    found, order = _shortest(terms)
    if len(terms) < 2 * order + SPARE:
        return None
    coefficients = tuple(value - PRIME if value > PRIME // 2 else value for value in found)
    numerator = [
        term - sum(coefficients[back] * terms[index - back - 1] for back in range(min(index, order)))
        for index, term in enumerate(terms)
    ]
    if any(numerator[order:]):
        return None
    return Recurrence(coefficients, tuple(numerator[:order]), len(terms) - 2 * order)


def _shortest(terms: Sequence[int]) -> tuple[list[int], int]:
    """Return the coefficients of the shortest recurrence that the terms obey modulo PRIME, and its order."""
    current, before = [1], [1]
    order, since, discrepancy_before = 0, 1, 1
    for index in range(len(terms)):
        discrepancy = sum(value * terms[index - back] for back, value in enumerate(current[: order + 1])) % PRIME
        if discrepancy == 0:
            since += 1
            continue
        factor = discrepancy * pow(discrepancy_before, -1, PRIME) % PRIME
        longer = current + [0] * (len(before) + since - len(current))
        for back, value in enumerate(before):
            longer[back + since] = (longer[back + since] - factor * value) % PRIME
        if 2 * order <= index:
            before, discrepancy_before, order, since = current, discrepancy, index + 1 - order, 1
        else:
            since += 1
        current = longer
    padded = current[1 : order + 1] + [0] * (order + 1 - len(current))
    return [-value % PRIME for value in padded], order
