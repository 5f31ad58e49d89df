"""Congruential generators of any modulus step, jump and come round as their definition says."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from engine.streams.catalogue import generator_facts
from engine.streams.registry import find_generator, open_stream
from tests.reference.streams import congruential

NAMES = [
    "lcg-2^31-65539-0", "lcg-2^64-6364136223846793005-1442695040888963407", "lcg-1000-21-7", "lcg-97-5-0",
    "lcg-999999999989-427419669081-0", "lcg-1125899906842597-1125899906842596-1125899906842596",
    "lcg-1125899906842597-1125899906842590-12345",
]  # fmt: skip
"""A power of two, the largest one, a small modulus, a prime, the source's, and the largest with the largest terms."""


@pytest.mark.parametrize("name", NAMES)
def test_draws_are_those_of_the_recurrence(name: str) -> None:
    """Draws are those of the recurrence in Python integers."""
    stream, step = open_stream(name, 5), generator_facts(name).congruence
    assert step is not None
    expected = congruential(int(stream.state[0]), step.multiplier, step.increment, step.modulus)
    assert stream.raw(3000).tolist() == list(islice(expected, 3000))


@pytest.mark.parametrize("name", NAMES)
def test_jumps_are_steps(name: str) -> None:
    """A jump forwards equals as many draws, and a jump back returns to the start."""
    generator = find_generator(name)
    start = generator.start(3)
    state = start.copy()
    generator.fill(state, np.empty(1234, dtype=np.uint64))
    assert np.array_equal(generator.jump(start, 1234), state)
    assert np.array_equal(generator.jump(state, -1234), start)


def test_a_multiplier_without_inverse_does_not_go_back() -> None:
    """No jump leads back if the multiplier has a factor in common with the modulus, as 6 and 1000 have."""
    generator = find_generator("lcg-1000-6-1")
    with pytest.raises(ValueError, match="backwards"):
        generator.jump(generator.start(1), -1)


@pytest.mark.parametrize("modulus", [8, 9, 12, 17, 36, 64])
def test_periods_are_those_that_are_met(modulus: int) -> None:
    """For every multiplier and several increments the sequence has the period stated, if any."""
    stated = 0
    for multiplier in range(1, modulus):
        for increment in (0, 1, 3):
            name = f"lcg-{modulus}-{multiplier}-{increment}"
            facts = generator_facts(name)
            state = start = int(find_generator(name).start(1)[0])
            state, period = (state * multiplier + increment) % modulus, 1
            while state != start and period < modulus:
                state, period = (state * multiplier + increment) % modulus, period + 1
            if facts.period is not None:
                stated += 1
                assert (state, period) == (start, facts.period), name
            else:
                assert increment == 0 or period < modulus or state != start, name
    assert stated > 4


@pytest.mark.parametrize("name", ["lcg-2^40-5-1", "lcg-999999999989-427419669081-0", "lcg-1000-21-7"])
def test_words_are_spread_evenly(name: str) -> None:
    """Sixteen classes of words are equally frequent within five standard deviations."""
    words = open_stream(name, 2).words(16_000)
    counts = np.bincount(words >> np.uint32(28), minlength=16)
    assert np.abs(counts - len(words) / 16).max() < 5 * 31


def test_the_maple_generator_by_its_numbers() -> None:
    """The same recurrence as "maple", so the same draws from the same state."""
    maple, own = open_stream("maple", 1), open_stream("lcg-999999999989-427419669081-0", 1)
    own.state[0] = maple.state[0]
    assert maple.raw(100).tolist() == own.raw(100).tolist()
