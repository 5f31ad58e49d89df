"""The shortest recurrence of very many terms modulo a prime of 31 bits.

The same algorithm as `engine.number_theory.recurrence.shortest_recurrence`, its slow twin, in words of 32 bits.
Products by one factor are reduced as V. Shoup does: by the quotient of the factor, found once.
"""

from __future__ import annotations

import numpy as np

from engine.jit import kernel
from engine.search.strip.chain import Words
from engine.search.strip.steps import Int64s


def massey(terms: Int64s, prime: int) -> Words:
    """Return the coefficients c, c[0] = 1, of the shortest recurrence.

    The sum of c[i] a(n - i) is 0 from n = length on. terms: residues. prime: below 2^31.
    """
    rows = np.zeros((3, len(terms) + 2), dtype=np.uint32)
    rows[:2, 0] = 1
    length = _massey(np.ascontiguousarray(terms[::-1], dtype=np.uint32), prime, rows)
    return rows[0, : length + 1].copy()


@kernel
def _massey(back: Words, prime: int, rows: Words) -> int:
    """Write the recurrence to the first row; return its length. back: the terms, the last first."""
    modulus, low_half = np.uint64(prime), np.uint64(0xFFFFFFFF)
    then, spare = 1, 2
    length, before_length, since, divisor = 0, 0, 1, np.int64(1)
    for index in range(len(back)):
        current, before, window = rows[0], rows[then], back[len(back) - 1 - index :]
        low, high = np.uint64(0), np.uint64(0)
        for place in range(length + 1):
            product = np.uint64(current[place]) * np.uint64(window[place])
            low += product & low_half
            high += product >> np.uint64(32)
        discrepancy = np.int64(((high % modulus << np.uint64(32)) + low % modulus) % modulus)
        if discrepancy == 0:
            since += 1
            continue
        factor = np.uint64((prime - discrepancy * _inverse(int(divisor), prime) % prime) % prime)
        quotient = (factor << np.uint64(32)) // modulus
        longer = 2 * length <= index
        if longer:
            for place in range(length + 1):
                rows[spare, place] = current[place]
        for place in range(before_length + 1):
            word = np.uint64(before[place])
            value = factor * word - ((quotient * word) >> np.uint64(32)) * modulus + np.uint64(current[since + place])
            if value >= modulus:
                value -= modulus
            if value >= modulus:
                value -= modulus
            current[since + place] = np.uint32(value)
        if longer:
            then, spare = spare, then
            before_length, length, divisor, since = length, index + 1 - length, discrepancy, 1
        else:
            since += 1
    return length


@kernel
def _inverse(number: int, prime: int) -> int:
    """Return the inverse modulo a prime, by Euclid."""
    first, second, low, high = prime, number, 0, 1
    while second:
        ratio = first // second
        first, second = second, first - ratio * second
        low, high = high, low - ratio * high
    return low % prime
