"""The shortest linear recurrence of a sequence modulo a prime below 2^31.

Source: J. L. Massey, "Shift-register synthesis and BCH decoding", 1969 (the algorithm of Berlekamp and Massey).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import allocating

Int64s = NDArray[np.int64]


def shortest_recurrence(terms: Int64s, prime: int) -> tuple[Int64s, int]:
    """Return the denominator c of the terms' generating function modulo the prime, and the recurrence's length.

    terms: int64 residues. c: int64, ascending powers, c[0] = 1, its last entry not 0: the sum of c[i] a(n - i) is 0 for
    every n from the length on. The length is above the degree where the first terms obey no such rule.
    """
    found, length = _massey(terms, prime)
    return np.trim_zeros(found, "b"), int(length)


@allocating
def _massey(terms: Int64s, prime: int) -> tuple[Int64s, int]:
    size = len(terms) + 2
    current, before, spare = np.zeros(size, np.int64), np.zeros(size, np.int64), np.zeros(size, np.int64)
    current[0] = before[0] = 1
    length, before_length, since, divisor = 0, 0, 1, 1
    for index in range(len(terms)):
        discrepancy = 0
        for back in range(length + 1):
            discrepancy = (discrepancy + current[back] * terms[index - back]) % prime
        if discrepancy == 0:
            since += 1
            continue
        factor = discrepancy * _inverse(divisor, prime) % prime
        longer = 2 * length <= index
        if longer:
            spare[: length + 1] = current[: length + 1]
        for back in range(before_length + 1):
            current[back + since] = (current[back + since] - factor * before[back]) % prime
        if longer:
            before[:] = 0
            before[: length + 1] = spare[: length + 1]
            before_length, length, divisor, since = length, index + 1 - length, discrepancy, 1
        else:
            since += 1
    return current[: length + 1], length


@allocating
def _inverse(value: int, prime: int) -> int:
    """Return the inverse by Fermat's theorem."""
    result, power, exponent = 1, value % prime, prime - 2
    while exponent:
        if exponent & 1:
            result = result * power % prime
        power = power * power % prime
        exponent >>= 1
    return result
