"""Terms far along a sequence of whole numbers that obeys a linear recurrence.

Source: A. Bostan, R. Mori, "A simple and fast algorithm for computing the N-th term of a linearly recurrent sequence",
2021. Never loads numba.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import repeat
from operator import mul, neg


def coefficient_modulo(numerator: Sequence[int], denominator: Sequence[int], power: int, modulus: int) -> int:
    """Return the coefficient of x^power of numerator / denominator, a residue from 0 on modulo `modulus`.

    Both by ascending powers; denominator[0] is 1, so that any modulus from 2 on will do. power: 0 or more. The work is
    two products of polynomials for each bit of `power`.
    """
    above = [value % modulus for value in numerator] or [0]
    below = [value % modulus for value in denominator]
    while power:
        alternating = [-value % modulus if index % 2 else value for index, value in enumerate(below)]
        above = _product(above, alternating, modulus)[power % 2 :: 2] or [0]
        below = _product(below, alternating, modulus)[::2]
        power //= 2
    return above[0]


def coefficient(numerator: Sequence[int], denominator: Sequence[int], power: int) -> int:
    """Return the coefficient of x^power of numerator / denominator exactly, by way of all those before it.

    Both by ascending powers; denominator[0] is 1. power: 0 or more.
    """
    factors = list(map(neg, denominator[1:]))
    recent = deque(repeat(0, len(factors)), maxlen=len(factors))
    value = 0
    for index in range(power + 1):
        value = (numerator[index] if index < len(numerator) else 0) + sum(map(mul, factors, recent))
        recent.appendleft(value)
    return value


def _product(one: Sequence[int], other: Sequence[int], modulus: int) -> list[int]:
    """Return the product of two polynomials of residues: that of two long numbers with a block for each coefficient."""
    block = (2 * modulus.bit_length() + len(one).bit_length()) // 8 + 1
    length = len(one) + len(other) - 1
    digits = (_join_blocks(one, block) * _join_blocks(other, block)).to_bytes(block * length, "little")
    return [int.from_bytes(digits[at : at + block], "little") % modulus for at in range(0, len(digits), block)]


def _join_blocks(values: Sequence[int], block: int) -> int:
    return int.from_bytes(b"".join(value.to_bytes(block, "little") for value in values), "little")
