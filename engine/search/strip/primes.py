"""The primes that terms are counted by. Never loads numba."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from engine.number_theory.factorisation import is_prime

PRIMES_BELOW = 1 << 31
"""A product of two residues then fits a word."""

BITS = 30.9
"""Bits that each prime contributes, at least."""


def primes_for(bits: int) -> list[int]:
    """Return primes, two at least, whose product has more bits than this."""
    return list(islice(filter(is_prime, range(PRIMES_BELOW - 1, 0, -1)), max(2, int(bits / BITS) + 1)))


def number_of(residues: Sequence[int], primes: Sequence[int]) -> int:
    """Return the number from 0 on, below the product of the primes, that leaves these residues (Garner's algorithm)."""
    number, product = 0, 1
    for residue, prime in zip(residues, primes, strict=True):
        number += product * ((residue - number) * pow(product, -1, prime) % prime)
        product *= prime
    return number
