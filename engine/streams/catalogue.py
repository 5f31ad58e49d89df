"""The generators as plain data: what each promises, costs and is for. Loads no numba; docs and API are made from it."""

from __future__ import annotations

from engine.errors import InvalidProblemError
from engine.number_theory.gf2 import polynomial_of
from engine.streams.facts import GeneratorFacts, LinearCongruence
from engine.streams.guarantee import (
    Guarantee,
    evenly_spaced,
    independently_seeded,
    jumped_by_the_golden_ratio,
    jumped_by_whole_blocks,
    spread_over_the_maple_cycle,
)
from engine.streams.historic.families import FORMS, family_facts

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
        polynomial=polynomial_of(SHIFT_REGISTER_POLYNOMIALS[degree]),
        order=SHIFT_REGISTER_PERIOD,
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
        period=2**29 * (2**55 - 1),
        period_text="2^29 (2^55 - 1)",
        bits=30,
        values=2**30,
        jump="logarithmic",
        backwards=True,
        streams=65536,
        cost=1.4,
        advice="to reproduce the source; it fails finer tests of triples of draws",
        lags=(24, 55),
    ),
    *(_shift_register(degree) for degree in SHIFT_REGISTER_POLYNOMIALS),
)

CATALOGUE: dict[str, GeneratorFacts] = {facts.name: facts for facts in _FACTS}
"""All generators but those with parameters in their names (engine/streams/historic/families.py)."""


def generator_facts(name: str, pointer: str = "/rng/generator") -> GeneratorFacts:
    """Return the facts of the generator called `name`; InvalidProblemError at `pointer` where there is none."""
    if name in CATALOGUE:
        return CATALOGUE[name]
    found = family_facts(name, pointer)
    if found is not None:
        return found
    known = ", ".join([*CATALOGUE, FORMS])
    raise InvalidProblemError(pointer, f"there is no generator {name!r}; there are {known}")


def split_guarantee(name: str, streams: int) -> Guarantee:
    """Return the guarantee that keeps the `streams` streams of one seed apart."""
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
        bits = facts.bits if facts.lags is None else facts.bits * facts.lags[1]
        return independently_seeded(streams, state_bits=bits)
    return evenly_spaced(streams, facts.period)
