"""Generators and choices by their definitions, one draw at a time, in Python integers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import isqrt


def congruential(state: int, multiplier: int, increment: int, modulus: int) -> Iterator[int]:
    """Yield x -> multiplier * x + increment mod modulus, beginning after `state`."""
    while True:
        state = (state * multiplier + increment) % modulus
        yield state


def additive(lags: list[int], short: int) -> Iterator[int]:
    """Yield x[n] = x[n - short] + x[n - len(lags)] mod 2**30, `lags` being the draws before, oldest first."""
    history = list(lags)
    while True:
        history.append((history[-short] + history[-len(lags)]) % 2**30)
        yield history[-1]


def shift_register(bits: list[int], exponents: tuple[int, ...]) -> Iterator[int]:
    """Yield the sequence of bits that begins with `bits` and obeys the polynomial with these exponents."""
    degree = exponents[0]
    history = list(bits)
    while True:
        yield history[0]
        history.append(sum(history[exponent] for exponent in exponents[1:]) % 2)
        del history[0]
        assert len(history) == degree


def choice(word: int, bound: int, word_bits: int = 32) -> int | None:
    """Return Lemire's choice by counting: None for the words that the rule rejects."""
    value, rest = divmod(word * bound, 2**word_bits)
    return None if rest < 2**word_bits % bound else value


def shortest_squared_length(basis: list[list[int]], reach: int) -> int:
    """Return the least squared length of a nonzero combination with coefficients from -reach to reach."""
    lengths = []
    for coefficients in product(range(-reach, reach + 1), repeat=len(basis)):
        vector = [sum(c * row[i] for c, row in zip(coefficients, basis, strict=True)) for i in range(len(basis[0]))]
        lengths.append(sum(part * part for part in vector))
    return min(length for length in lengths if length)


def shortest_wave(multiplier: int, modulus: int, dimension: int, reach: int) -> int:
    """Return nu squared by trying every (s_1, ..., s_t) with entries up to `reach`."""
    powers = [pow(multiplier, index, modulus) for index in range(dimension)]
    return min(
        sum(part * part for part in wave)
        for wave in product(range(-reach, reach + 1), repeat=dimension)
        if any(wave) and sum(s * power for s, power in zip(wave, powers, strict=True)) % modulus == 0
    )


def shortest_wave_by_halves(multiplier: int, modulus: int, dimension: int, bound: int) -> int:
    """Return nu squared, known to be at most `bound`, by matching all short first halves with all short second ones."""
    powers = [pow(multiplier, index, modulus) for index in range(dimension)]
    first: dict[int, list[int]] = {}
    for length, residue in _ball(powers[: dimension // 2], bound):
        first.setdefault(residue % modulus, []).append(length)
    return min(
        length + other
        for length, residue in _ball(powers[dimension // 2 :], bound)
        for other in first.get(-residue % modulus, [])
        if length + other
    )


def _ball(powers: list[int], bound: int) -> list[tuple[int, int]]:
    """Return squared length and sum(s * power) of every integer vector within the squared radius."""
    found = [(0, 0)]
    reach = isqrt(bound)
    for power in powers:
        found = [
            (length + s * s, residue + s * power)
            for length, residue in found
            for s in range(-reach, reach + 1)
            if length + s * s <= bound
        ]
    return found
