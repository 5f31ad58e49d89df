"""The generators as plain data: what each promises, costs and is for. Loads no numba; docs and API are made from it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from engine.errors import InvalidProblemError
from engine.streams.guarantee import (
    Guarantee,
    evenly_spaced,
    independently_seeded,
    jumped_by_the_golden_ratio,
    jumped_by_whole_blocks,
    spread_over_the_maple_cycle,
)

SHIFT_REGISTER_POLYNOMIALS: dict[int, tuple[int, ...]] = {
    39: (39, 38, 37, 36, 34, 33, 31, 28, 27, 25, 23, 22, 17, 11, 8, 5, 0),
    45: (45, 43, 42, 41, 40, 37, 36, 31, 29, 28, 26, 24, 21, 19, 16, 15, 14, 12, 9, 8, 7, 6, 4, 2, 0),
    47: (47, 46, 43, 42, 40, 39, 36, 33, 32, 27, 25, 24, 23, 22, 20, 19, 18, 16, 13, 12, 11, 9, 8, 5, 3, 1, 0),
    53: (53, 50, 49, 48, 46, 44, 43, 40, 37, 34, 33, 29, 27, 26, 24, 22, 20, 19, 18, 16, 14, 12, 6, 5, 3, 2, 0),
    56: (
        *(56, 54, 52, 49, 48, 45, 41, 38, 36, 35, 33, 32, 28, 27, 26, 24, 19, 18, 16, 14, 13, 12),
        *(9, 8, 7, 6, 4, 3, 2, 1, 0),
    ),
}
"""Degree to the exponents of the nonzero terms ("La marche du cavalier", P0 to P4)."""

SHIFT_REGISTER_PERIOD = 63
"""All five divide X**63 - 1, whatever the source says of them."""

ADDITIVE = re.compile(r"additive-1-([1-9]\d{0,2})")
ADDITIVE_LAGS = range(2, 101)
MAXIMAL_ADDITIVE_LAGS = (2, 3, 4, 6, 7, 15, 22, 60, 63)
"""The k up to 100 for which X**k + X + 1 is primitive over GF(2): the period is 2**29 (2**k - 1) (Brent 1994)."""


@dataclass(frozen=True)
class LinearCongruence:
    """The recurrence x -> multiplier * x + increment mod modulus, for the spectral test.

    lattice: the modulus of the lattice that successive points fill: a quarter of the modulus for a multiplicative
    generator modulo a power of two (Knuth 3.3.4), else the modulus.
    """

    modulus: int
    multiplier: int
    increment: int
    lattice: int


@dataclass(frozen=True)
class GeneratorFacts:
    """One generator.

    period: draws until the sequence repeats, None where unknown; a least value where `period_text` says so.
    bits: how many bits its raw draws have (rounded up). jump: how a jump's time grows with its length.
    cost: nanoseconds for one raw draw on one core of an AMD EPYC (Zen 5, 2026), by bench/streams.py.
    lag: k in "additive-1-k".
    """

    name: str
    title: str
    period: int | None
    period_text: str
    bits: int
    values: int
    jump: Literal["logarithmic", "linear"]
    backwards: bool
    streams: int
    cost: float
    advice: str
    congruence: LinearCongruence | None = None
    lag: int | None = None


def _shift_register(degree: int) -> GeneratorFacts:
    return GeneratorFacts(
        name=f"shift-register-{degree}",
        title=f"shift register over GF(2) with the source's polynomial of degree {degree}",
        period=SHIFT_REGISTER_PERIOD,
        period_text="63: the polynomial, printed as primitive, divides X^63 - 1",
        bits=32,
        values=2**32,
        jump="logarithmic",
        backwards=True,
        streams=SHIFT_REGISTER_PERIOD,
        cost=150,
        advice="never: 63 draws exhaust it; here to reproduce the source, which finds it poor",
    )


def additive_period(short: int, long: int) -> int | None:
    """Return the period of x[n] = x[n - short] + x[n - long] mod 2**30, None where it is not known."""
    if (short, long) == (24, 55) or (short == 1 and long in MAXIMAL_ADDITIVE_LAGS):
        return ((1 << long) - 1) << 29
    return None


def _additive(lag: int) -> GeneratorFacts:
    period = additive_period(1, lag)
    return GeneratorFacts(
        name=f"additive-1-{lag}",
        title=f"additive generator x[n] = x[n-1] + x[n-{lag}] mod 2^30",
        period=period,
        period_text="not known" if period is None else f"2^29 (2^{lag} - 1)",
        bits=30,
        values=2**30,
        jump="logarithmic",
        backwards=True,
        streams=65536,
        cost=1.4,
        advice="a bad example for small k (k = 2 is Fibonacci's); k of 16 and more only to reproduce the source",
        lag=lag,
    )


_FACTS = (
    GeneratorFacts(
        name="pcg64dxsm",
        title="PCG64DXSM, numpy's to the bit",
        period=2**128,
        period_text="2^128",
        bits=64,
        values=2**64,
        jump="logarithmic",
        backwards=True,
        streams=65536,
        cost=1.5,
        advice="the default: use it unless you have a reason not to",
    ),
    GeneratorFacts(
        name="philox",
        title="Philox 4x64-10, numpy's to the bit",
        period=2**258,
        period_text="2^258",
        bits=64,
        values=2**64,
        jump="logarithmic",
        backwards=True,
        streams=65536,
        cost=3.7,
        advice="a second opinion of entirely different construction; the widest proved distance between streams",
    ),
    GeneratorFacts(
        name="sfc64",
        title="SFC64, numpy's to the bit",
        period=2**64,
        period_text="at least 2^64, about 2^255 on average",
        bits=64,
        values=2**64,
        jump="linear",
        backwards=True,
        streams=65536,
        cost=1.2,
        advice="the fastest; choose it where nobody will ever ask for a long jump",
    ),
    GeneratorFacts(
        name="maple",
        title="the Maple generator, x -> 427419669081 x mod 10^12 - 11",
        period=10**12 - 12,
        period_text="10^12 - 12",
        bits=40,
        values=10**12 - 11,
        jump="logarithmic",
        backwards=True,
        streams=65536,
        cost=1.7,
        advice="to reproduce the source; its period is short for a long job",
        congruence=LinearCongruence(10**12 - 11, 427419669081, 0, 10**12 - 11),
    ),
    GeneratorFacts(
        name="turbo-pascal",
        title="Turbo Pascal's generator, x -> 134775813 x + 1 mod 2^32",
        period=2**32,
        period_text="2^32; bit b from below has period 2^b only",
        bits=32,
        values=2**32,
        jump="logarithmic",
        backwards=True,
        streams=65536,
        cost=1.5,
        advice="only to reproduce old programs: seconds exhaust it and its low bits are not random",
        congruence=LinearCongruence(2**32, 134775813, 1, 2**32),
    ),
    GeneratorFacts(
        name="randu",
        title="RANDU, x -> 65539 x mod 2^31",
        period=2**29,
        period_text="2^29",
        bits=31,
        values=2**31,
        jump="logarithmic",
        backwards=True,
        streams=65536,
        cost=1.5,
        advice="never: the standard bad example, to see what the tests find",
        congruence=LinearCongruence(2**31, 65539, 0, 2**29),
    ),
    GeneratorFacts(
        name="mitchell-moore",
        title="Mitchell and Moore's additive generator x[n] = x[n-24] + x[n-55] mod 2^30",
        period=additive_period(24, 55),
        period_text="2^29 (2^55 - 1)",
        bits=30,
        values=2**30,
        jump="logarithmic",
        backwards=True,
        streams=65536,
        cost=1.4,
        advice="to reproduce the source; it fails finer tests of triples of draws",
    ),
    *(_shift_register(degree) for degree in SHIFT_REGISTER_POLYNOMIALS),
)

CATALOGUE: dict[str, GeneratorFacts] = {facts.name: facts for facts in _FACTS}
"""All generators except the family "additive-1-k"."""


def generator_facts(name: str, pointer: str = "/rng/generator") -> GeneratorFacts:
    """Return what is known of the generator called `name`; InvalidProblemError at `pointer` where there is none."""
    if name in CATALOGUE:
        return CATALOGUE[name]
    match = ADDITIVE.fullmatch(name)
    if match is not None and int(match[1]) in ADDITIVE_LAGS:
        return _additive(int(match[1]))
    known = ", ".join([*CATALOGUE, "additive-1-k (k from 2 to 100)"])
    raise InvalidProblemError(pointer, f"there is no generator {name!r}; there are {known}")


def split_guarantee(name: str, streams: int) -> Guarantee:
    """Return what keeps apart the `streams` streams that one seed gives."""
    facts = generator_facts(name)
    if name == "pcg64dxsm":
        return jumped_by_the_golden_ratio(streams)
    if name == "philox":
        return jumped_by_whole_blocks(streams)
    if name == "maple":
        return spread_over_the_maple_cycle(streams)
    if name == "sfc64":
        return independently_seeded(streams, state_bits=256)
    if facts.period is None:
        return independently_seeded(streams, state_bits=30 * (facts.lag or 1))
    return evenly_spaced(streams, facts.period)
