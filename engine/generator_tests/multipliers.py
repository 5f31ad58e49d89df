"""A search for multipliers of linear congruential generators whose spectra are good in all of several dimensions."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from engine.errors import InvalidProblemError
from engine.generator_tests.spectral import DIMENSIONS, spectral_figure
from engine.streams.catalogue import generator_facts
from engine.streams.facts import LinearCongruence

MAX_TRIES = 100_000
MAX_CACHED = 100


@dataclass(frozen=True)
class Multiplier:
    """A multiplier, its figures nu_t over the best possible one in each dimension, and the least of them."""

    multiplier: int
    normalised: tuple[float, ...]

    @property
    def worst(self) -> float:
        """The figure by which multipliers are compared."""
        return min(self.normalised)


def good_multipliers(modulus: int, *, mixed: bool, tries: int, kept: int = 10, seed: int = 1) -> list[Multiplier]:
    """Return the best `kept` multipliers of full period, the best first: those whose least figure is greatest.

    mixed: x -> a x + 1, else x -> a x. All multipliers are tried where there are no more than `tries`, else this many
    drawn at random. InvalidProblemError where generators here cannot have the modulus, or none has a full period.
    """
    generator_facts(_name(modulus, 1, mixed=mixed), "/modulus")
    best: list[Multiplier] = []
    for multiplier in _candidates(modulus, tries, seed):
        congruence = _full(modulus, multiplier, mixed=mixed)
        if congruence is None:
            continue
        floor = best[-1].worst if len(best) == kept else 0.0
        figures: list[float] = []
        for dimension in DIMENSIONS:
            figures.append(spectral_figure(congruence, dimension).normalised)
            if figures[-1] <= floor:
                break
        else:
            best = sorted([*best, Multiplier(multiplier, tuple(figures))], key=lambda one: -one.worst)[:kept]
    if not best:
        raise InvalidProblemError("/modulus", f"none of the multipliers tried has a full period modulo {modulus}")
    return best


def _name(modulus: int, multiplier: int, *, mixed: bool) -> str:
    return f"lcg-{modulus}-{multiplier}-{int(mixed)}"


def _candidates(modulus: int, tries: int, seed: int) -> Iterator[int]:
    if modulus - 2 <= tries:
        yield from range(2, modulus)
        return
    drawn = random.Random(seed)
    for _ in range(tries):
        yield drawn.randrange(2, modulus)


def _full(modulus: int, multiplier: int, *, mixed: bool) -> LinearCongruence | None:
    """Return the recurrence if its period is the longest possible: m, m - 1 (prime) or m / 4 (a power of two)."""
    facts = generator_facts(_name(modulus, multiplier, mixed=mixed))
    power = modulus & (modulus - 1) == 0
    longest = modulus if mixed else modulus // 4 if power and modulus > 4 else modulus - 1
    return facts.congruence if facts.period == longest else None
