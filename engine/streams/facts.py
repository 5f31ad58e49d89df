"""The facts of a generator."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


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
    cost: nanoseconds for one raw draw on one core of an AMD EPYC (Zen 5, 2026), by experiments/streams.py.
    lags: j and k in "additive-j-k". polynomial: over GF(2), bit e for X**e, of a shift register; order: of X modulo it.
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
    lags: tuple[int, int] | None = None
    polynomial: int | None = None
    order: int | None = None
