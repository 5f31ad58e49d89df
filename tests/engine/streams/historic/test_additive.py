"""Additive generators against their definition, and the periods that the catalogue states."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from engine.number_theory.factorisation import factorise
from engine.streams.catalogue import generator_facts
from engine.streams.historic.additive import AdditiveGenerator
from engine.streams.historic.families import additive_period
from engine.streams.registry import find_generator, open_stream
from tests.reference.streams import additive


@pytest.mark.parametrize(("name", "short"), [("mitchell-moore", 24), ("additive-1-2", 1), ("additive-1-17", 1)])
def test_draws_are_the_recurrence(name: str, short: int) -> None:
    """Draws are those of the definition, also across calls shorter than the lag."""
    stream = open_stream(name, 8)
    expected = list(islice(additive(stream.state.tolist(), short), 1000))
    taken = [stream.raw(size) for size in (1, 30, 500, 469)]
    assert np.concatenate(taken).tolist() == expected


def power_of_x(exponent: int, polynomial: int) -> int:
    """Return X**exponent modulo a polynomial over GF(2), bit e standing for X**e."""
    degree = polynomial.bit_length() - 1
    power = 1
    for bit in f"{exponent:b}":
        square = sum(1 << 2 * index for index in range(degree) if power >> index & 1) << int(bit)
        while square.bit_length() > degree:
            square ^= polynomial << square.bit_length() - 1 - degree
        power = square
    return power


def test_the_lags_of_maximal_period() -> None:
    """X**k + X + 1 has order 2**k - 1 over GF(2) for the listed k up to 63, and for no other."""
    maximal = []
    for lag in range(2, 64):
        polynomial, order = 1 << lag | 0b11, 2**lag - 1
        if power_of_x(order, polynomial) == 1 and all(
            power_of_x(order // prime, polynomial) != 1 for prime in factorise(order)
        ):
            maximal.append(lag)
    assert maximal == [2, 3, 4, 6, 7, 15, 22, 60, 63]
    assert maximal == [lag for lag in range(2, 64) if additive_period(1, lag)]


@pytest.mark.parametrize("name", ["additive-1-2", "additive-1-7", "additive-1-15", "mitchell-moore"])
def test_the_period_is_the_stated_one(name: str) -> None:
    """A jump of the period leads home; the period over any of its primes does not."""
    generator = find_generator(name)
    assert isinstance(generator, AdditiveGenerator)
    assert generator.period is not None
    assert generator.period == generator_facts(name).period
    start = generator.start(3)
    assert np.array_equal(generator.jump(start, generator.period), start)
    for prime in factorise(generator.period):
        assert not np.array_equal(generator.jump(start, generator.period // prime), start)


def test_words_take_two_draws() -> None:
    """A word has the upper 16 bits of two draws; an odd number of draws is refused."""
    first, second = open_stream("mitchell-moore", 4).raw(2).tolist()
    assert open_stream("mitchell-moore", 4).words(2).tolist() == [(first >> 14) << 16 | second >> 14]
    with pytest.raises(ValueError, match="groups of 2"):
        open_stream("mitchell-moore", 4).words(3)
