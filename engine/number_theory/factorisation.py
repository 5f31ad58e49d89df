"""Primes and factors of integers up to about 10**24."""

from __future__ import annotations

from math import gcd

WITNESSES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
"""Decide primality below 3.3 * 10**24 (J. Sorenson and J. Webster, 2015)."""


def is_prime(number: int) -> bool:
    """Decide by strong pseudoprime tests to the bases WITNESSES: a proof below 3.3 * 10**24."""
    if number < 2:
        return False
    for prime in WITNESSES:
        if number % prime == 0:
            return number == prime
    return all(_is_strong_probable_prime(number, base) for base in WITNESSES)


def _is_strong_probable_prime(number: int, base: int) -> bool:
    twos = ((number - 1) & -(number - 1)).bit_length() - 1
    power = pow(base, (number - 1) >> twos, number)
    if power in (1, number - 1):
        return True
    for _ in range(twos - 1):
        power = power * power % number
        if power == number - 1:
            return True
    return False


def factorise(number: int) -> dict[int, int]:
    """Return the prime factors of a positive integer with their exponents, in ascending order."""
    primes: list[int] = []
    parts = [number]
    while parts:
        part = parts.pop()
        if part == 1:
            continue
        if is_prime(part):
            primes.append(part)
        else:
            divisor = _divisor(part)
            parts += [divisor, part // divisor]
    return {prime: primes.count(prime) for prime in sorted(set(primes))}


def _divisor(composite: int) -> int:
    """Return a proper divisor by Pollard's rho method (J. M. Pollard, 1975), small primes first."""
    for prime in WITNESSES:
        if composite % prime == 0:
            return prime
    offset = 1
    while True:
        slow = fast = 2
        common = 1
        while common == 1:
            slow = (slow * slow + offset) % composite
            fast = (fast * fast + offset) % composite
            fast = (fast * fast + offset) % composite
            common = gcd(slow - fast, composite)
        if common != composite:
            return common
        offset += 1


def multiplicative_order(base: int, prime: int) -> int:
    """Return the least e > 0 with base**e = 1 modulo a prime that does not divide the base."""
    order = prime - 1
    for factor in factorise(prime - 1):
        while order % factor == 0 and pow(base, order // factor, prime) == 1:
            order //= factor
    return order
