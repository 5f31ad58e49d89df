"""Generators with user-chosen parameters, which are part of their names.

lcg-M-A-C          x -> A x + C mod M; M up to 2^50, or a power of two up to 2^64, written 2^k
additive-J-K       x[n] = x[n-J] + x[n-K] mod 2^30, 1 <= J < K <= 1000
register-D-...-0   the shift register over GF(2) of the polynomial with these exponents, descending, D <= 63
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from math import gcd

from engine.errors import InvalidProblemError
from engine.number_theory.factorisation import factorise, is_prime
from engine.number_theory.gf2 import MAX_DEGREE, is_primitive, order_of_x, period_of_draws, polynomial_of, words
from engine.streams.facts import GeneratorFacts, LinearCongruence

FORMS = "lcg-M-A-C, additive-J-K and register-D-...-0 with numbers of your own"
NUMBER = r"(?:0|[1-9][0-9]{0,19})"
CONGRUENTIAL = re.compile(rf"lcg-({NUMBER}|2\^[1-9][0-9]?)-({NUMBER})-({NUMBER})")
ADDITIVE = re.compile(r"additive-([1-9][0-9]{0,3})-([1-9][0-9]{0,3})")
REGISTER = re.compile(r"register((?:-[0-9]{1,2})+)")

MAX_MODULUS = 2**50
MAX_POWER = 64
MAX_LAG = 1000
WIDTH = 32
"""Bits of a shift register's draw."""
MAX_STREAMS = 65536
OWN = "to try out a generator of your own"


@lru_cache(maxsize=256)
def family_facts(name: str, pointer: str) -> GeneratorFacts | None:
    """Return the facts of a generator named by its parameters; None for other names.

    InvalidProblemError at `pointer` where the parameters make no generator.
    """
    if match := CONGRUENTIAL.fullmatch(name):
        modulus = 2 ** int(match[1][2:]) if match[1].startswith("2^") else int(match[1])
        return _congruential(modulus, int(match[2]), int(match[3]), pointer)
    if match := ADDITIVE.fullmatch(name):
        return _additive(int(match[1]), int(match[2]), pointer)
    if match := REGISTER.fullmatch(name):
        return _register([int(part) for part in match[1][1:].split("-")], pointer)
    return None


def additive_period(short: int, long: int) -> int | None:
    """Return the period of x[n] = x[n - short] + x[n - long] mod 2**30, None where it is not known.

    It is 2**29 (2**long - 1) where the trinomial X**long + X**(long - short) + 1 is primitive over GF(2) (R. P. Brent,
    1994); that is decided up to MAX_DEGREE.
    """
    if long <= MAX_DEGREE and is_primitive(polynomial_of((long, long - short, 0))):
        return ((1 << long) - 1) << 29
    return None


def congruential_period(modulus: int, multiplier: int, increment: int) -> int | None:
    """Return the period of x -> multiplier * x + increment mod modulus from the starts we use; None where unknown.

    The whole modulus by the theorem of T. E. Hull and A. R. Dobell (1962); with increment 0 the multiplier's order in
    the group of units, as starts are coprime to the modulus.
    """
    primes = factorise(modulus)
    if increment == 0:
        return _order_of_unit(multiplier, modulus, primes) if gcd(multiplier, modulus) == 1 else None
    full = gcd(increment, modulus) == 1 and all((multiplier - 1) % prime == 0 for prime in primes)
    return modulus if full and (modulus % 4 or (multiplier - 1) % 4 == 0) else None


def _order_of_unit(base: int, modulus: int, primes: dict[int, int]) -> int:
    order = 1
    for prime, power in primes.items():
        order *= prime ** (power - 1) * (prime - 1)
    for prime in factorise(order):
        while order % prime == 0 and pow(base, order // prime, modulus) == 1:
            order //= prime
    return order


def _congruential(modulus: int, multiplier: int, increment: int, pointer: str) -> GeneratorFacts:
    bits = (modulus - 1).bit_length()
    power = modulus & (modulus - 1) == 0
    if modulus < 2 or (modulus > MAX_MODULUS and not (power and bits <= MAX_POWER)):
        raise InvalidProblemError(pointer, "the modulus is 2 to 2^50, or a power of two up to 2^64")
    if not (1 <= multiplier < modulus and increment < modulus):
        raise InvalidProblemError(
            pointer, "the multiplier is 1 to the modulus less one, the increment below the modulus"
        )
    period = congruential_period(modulus, multiplier, increment)
    written = f"2^{bits}" if power else str(modulus)
    known = None if period is None else f"2^{period.bit_length() - 1}" if period & (period - 1) == 0 else f"{period:,}"
    return GeneratorFacts(
        name=f"lcg-{written}-{multiplier}-{increment}",
        title=f"x -> {multiplier} x{f' + {increment}' if increment else ''} mod {written}",
        period=period,
        period_text=known or "not known: it depends on the start",
        bits=bits,
        values=modulus,
        jump="logarithmic",
        backwards=gcd(multiplier, modulus) == 1,
        streams=MAX_STREAMS if period is None else min(MAX_STREAMS, period),
        cost=2.5,
        advice=OWN,
        congruence=LinearCongruence(
            modulus, multiplier, increment, _lattice(modulus, power=power, mixed=increment > 0)
        ),
    )


def _lattice(modulus: int, *, power: bool, mixed: bool) -> int:
    return modulus if mixed or not power or modulus < 8 or is_prime(modulus) else modulus // 4


def _additive(short: int, long: int, pointer: str) -> GeneratorFacts:
    if not short < long <= MAX_LAG:
        raise InvalidProblemError(pointer, f"the lags of additive-J-K are 1 <= J < K <= {MAX_LAG}")
    period = additive_period(short, long)
    return GeneratorFacts(
        name=f"additive-{short}-{long}",
        title=f"additive generator x[n] = x[n-{short}] + x[n-{long}] mod 2^30",
        period=period,
        period_text="not known" if period is None else f"2^29 (2^{long} - 1)",
        bits=30,
        values=2**30,
        jump="logarithmic",
        backwards=True,
        streams=MAX_STREAMS,
        cost=1.4,
        advice="a bad example for small k (k = 2 is Fibonacci's); k of 16 and more only to reproduce the source"
        if short == 1
        else OWN,
        lags=(short, long),
    )


def _register(exponents: list[int], pointer: str) -> GeneratorFacts:
    falling = all(first > second for first, second in pairwise(exponents))
    if not falling or exponents[-1] != 0 or not 2 <= exponents[0] <= MAX_DEGREE:
        raise InvalidProblemError(
            pointer, f"the exponents of register-D-...-0 descend from a degree of 2 to {MAX_DEGREE} to 0"
        )
    polynomial = polynomial_of(exponents)
    order = order_of_x(polynomial)
    period, degree = period_of_draws(order, WIDTH), exponents[0]
    kind = "primitive" if order == 2**degree - 1 else f"not primitive: X has order {order:,}"
    return GeneratorFacts(
        name="register-" + "-".join(map(str, exponents)),
        title=f"shift register over GF(2) with the polynomial {words(polynomial)}, {kind}",
        period=period,
        period_text=f"{period:,}",
        bits=WIDTH,
        values=2**WIDTH,
        jump="logarithmic",
        backwards=True,
        streams=min(MAX_STREAMS, period),
        cost=150,
        advice=OWN,
        polynomial=polynomial,
        order=order,
    )
