"""Number theory by the definitions, for small numbers."""

from __future__ import annotations


def primes_by_division(number: int) -> dict[int, int]:
    """Factorise by dividing by 2, 3, 4, ... as often as possible."""
    factors: dict[int, int] = {}
    divisor = 2
    while number > 1:
        while number % divisor == 0:
            factors[divisor] = factors.get(divisor, 0) + 1
            number //= divisor
        divisor += 1
        if divisor * divisor > number > 1:
            divisor = number
    return factors


def order_by_multiplication(base: int, modulus: int) -> int:
    """Return the least e > 0 with base**e = 1 (mod modulus), counted."""
    power, order = base % modulus, 1
    while power != 1:
        power, order = power * base % modulus, order + 1
    return order


def coefficients_by_division(numerator: list[int], denominator: list[int], number: int) -> list[int]:
    """Return the first coefficients of the power series of a quotient whose denominator begins with 1."""
    rest = [*numerator, *[0] * (number + len(denominator))]
    series = []
    for index in range(number):
        series.append(rest[index])
        for power, value in enumerate(denominator):
            rest[index + power] -= series[index] * value
    return series
