"""Denominators of generating functions modulo primes: written as text, and whether powers of one divide another.

Never loads numba.
"""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from engine.errors import InvalidProblemError
from engine.specification.result import Part

Polynomial = NDArray[np.int64]
"""Residues modulo a prime below 2^31, by ascending powers; the last is not 0, and the zero polynomial has none."""

MAX_POWER = 8


class PowerDivision(Part):
    """Whether a power of one denominator divides another."""

    power: int = Field(description="which power of the divisor")
    divides: bool = Field(description="whether it divides modulo each of the primes")
    degrees: list[int] = Field(description="degree of the remainder by each prime; -1: none is left")


class StripDivision(Part):
    """Which powers of the denominator of one generating function divide that of another, modulo primes."""

    order: int = Field(description="degree of the denominator that is divided")
    divisor: int = Field(description="degree of the denominator whose powers divide")
    primes: list[int] = Field(description="each alone is divided by")
    powers: list[PowerDivision] = Field(description="from the first on, up to one that does not divide")


def pack_coefficients(polynomial: NDArray[np.uint32]) -> str:
    """Return the text of a polynomial's coefficients."""
    return b64encode(zlib.compress(polynomial.astype("<u4").tobytes(), 9)).decode()


def unpack_coefficients(text: str) -> Polynomial:
    """Return the coefficients in a text of `pack_coefficients`."""
    return np.frombuffer(zlib.decompress(b64decode(text)), dtype="<u4").astype(np.int64)


def find_division(whole: Mapping[str, Any], part: Mapping[str, Any]) -> StripDivision:
    """Return which powers of the denominator of `part` divide that of `whole`: fields of `StripFigures`.

    InvalidProblemError at /tours or /divisor where a job has kept no denominator, or none of the same primes.
    """
    for figures, pointer in ((whole, "/tours"), (part, "/divisor")):
        if figures.get("denominators") is None:
            raise InvalidProblemError(pointer, f"the job about {figures['counts']} kept no recurrence modulo primes")
    primes = [prime for prime in whole["primes"] if prime in part["primes"]]
    if not primes:
        raise InvalidProblemError("/divisor", "the two recurrences were found modulo different primes")
    pairs = [
        [unpack_coefficients(figures["denominators"][figures["primes"].index(prime)]) for figures in (whole, part)]
        for prime in primes
    ]
    order, divisor = (len(polynomial) - 1 for polynomial in pairs[0])
    if divisor == 0:
        raise InvalidProblemError("/divisor", "its denominator is 1: all terms but some first ones are 0")
    powers, products = [], [one for _, one in pairs]
    for power in range(1, MAX_POWER + 1):
        rests = [
            remainder(pair[0], product, prime) for pair, product, prime in zip(pairs, products, primes, strict=True)
        ]
        degrees = [len(rest) - 1 for rest in rests]
        powers.append(PowerDivision(power=power, divides=max(degrees) < 0, degrees=degrees))
        if not powers[-1].divides:
            break
        products = [product_of(one, pair[1], prime) for one, pair, prime in zip(products, pairs, primes, strict=True)]
    return StripDivision(order=order, divisor=divisor, primes=primes, powers=powers)


def product_of(one: Polynomial, other: Polynomial, prime: int) -> Polynomial:
    """Return the product modulo a prime below 2^31."""
    result = np.zeros(len(one) + len(other) - 1, dtype=np.int64)
    for place, factor in enumerate(other.tolist()):
        window = result[place : place + len(one)]
        window[:] = (window + one * factor) % prime
    return result


def remainder(whole: Polynomial, divisor: Polynomial, prime: int) -> Polynomial:
    """Return the remainder of a division modulo a prime below 2^31; the divisor's last coefficient is not 0."""
    rest, degree = whole.copy(), len(divisor) - 1
    monic = divisor[:-1] * pow(int(divisor[-1]), -1, prime) % prime
    for place in range(len(rest) - 1, degree - 1, -1):
        if factor := int(rest[place]):
            window = rest[place - degree : place]
            window[:] = (window + (prime - factor) * monic) % prime
    return np.trim_zeros(rest[:degree], "b")
