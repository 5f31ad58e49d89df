"""Polynomials over GF(2) as integers, bit e for X**e: products and powers modulo one, and the order of X."""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd, lcm

from engine.number_theory.factorisation import factorise

MAX_DEGREE = 63
"""The highest degree of polynomials whose order is found: 2**d - 1 is factorised for the degrees d of their factors."""


def polynomial_of(exponents: Iterable[int]) -> int:
    """Return the polynomial with these terms."""
    return sum(1 << exponent for exponent in exponents)


def reduce_polynomial(value: int, polynomial: int) -> int:
    """Return the remainder of a division by a polynomial."""
    degree = polynomial.bit_length()
    while (excess := value.bit_length() - degree) >= 0:
        value ^= polynomial << excess
    return value


def product(first: int, second: int, polynomial: int) -> int:
    """Return the product modulo a polynomial."""
    total = 0
    while second:
        if second & 1:
            total ^= first
        first, second = reduce_polynomial(first << 1, polynomial), second >> 1
    return reduce_polynomial(total, polynomial)


def power_of_x(exponent: int, polynomial: int) -> int:
    """Return X**exponent modulo a polynomial, exponent >= 0."""
    power = reduce_polynomial(1, polynomial)
    for bit in f"{exponent:b}":
        power = product(power, power, polynomial)
        if bit == "1":
            power = reduce_polynomial(power << 1, polynomial)
    return power


def order_of_x(polynomial: int) -> int:
    """Return the least e > 0 with X**e = 1 modulo a polynomial of degree 1 to MAX_DEGREE with constant term 1.

    Let e be the least common multiple of 2**d - 1 over the degrees d of the irreducible factors, times a power of two
    no less than the highest multiplicity of a factor. Then X**e = 1; primes are divided out while it still holds.
    """
    degree = polynomial.bit_length() - 1
    if not (1 <= degree <= MAX_DEGREE and polynomial & 1):
        raise ValueError(f"a polynomial of degree 1 to {MAX_DEGREE} with constant term 1 is needed")
    order = lcm(*(2**d - 1 for d in _degrees_of_factors(polynomial))) << degree.bit_length()
    for prime in factorise(order):
        while order % prime == 0 and power_of_x(order // prime, polynomial) == reduce_polynomial(1, polynomial):
            order //= prime
    return order


def is_primitive(polynomial: int) -> bool:
    """Whether X generates all nonzero remainders."""
    return order_of_x(polynomial) == (1 << polynomial.bit_length() - 1) - 1


def powers_of_x(polynomial: int) -> list[int]:
    """Return X**0, X**1, ... modulo a polynomial until they begin again: of a primitive one, the field without 0."""
    powers = [reduce_polynomial(1, polynomial)]
    while len(powers) < order_of_x(polynomial):
        powers.append(reduce_polynomial(powers[-1] << 1, polynomial))
    return powers


def period_of_draws(order: int, bits: int) -> int:
    """Return how many draws of this many bits are made until a sequence of bits of period `order` begins again."""
    return order // gcd(order, bits)


def words(polynomial: int) -> str:
    """Return a polynomial as it is written: X^4 + X + 1."""
    terms = {0: "1", 1: "X"}
    exponents = [e for e in range(polynomial.bit_length() - 1, -1, -1) if polynomial >> e & 1]
    return " + ".join(terms.get(e, f"X^{e}") for e in exponents) or "0"


def _degrees_of_factors(polynomial: int) -> set[int]:
    """Return the degrees of the irreducible factors: those of degree d divide X**(2**d) - X."""
    found, degree = set(), 0
    while polynomial.bit_length() > 1:
        degree += 1
        power = reduce_polynomial(2, polynomial)
        for _ in range(degree):
            power = product(power, power, polynomial)
        common = _common(polynomial, power ^ reduce_polynomial(2, polynomial))
        while common.bit_length() > 1:
            found.add(degree)
            polynomial = _quotient(polynomial, common)
            common = _common(polynomial, common)
    return found


def _common(first: int, second: int) -> int:
    while second:
        first, second = second, reduce_polynomial(first, second)
    return first


def _quotient(value: int, divisor: int) -> int:
    result = 0
    while (excess := value.bit_length() - divisor.bit_length()) >= 0:
        value ^= divisor << excess
        result |= 1 << excess
    return result
