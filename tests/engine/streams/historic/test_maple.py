"""The Maple generator against its definition, its inverse, and the source's 64 streams."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from engine.number_theory.printed_tables import STARTS_32
from engine.streams.historic.maple import ACCEPTED, INVERSE, MODULUS, MULTIPLIER, PER_WORD, Maple
from engine.streams.registry import open_stream
from engine.streams.spacing import MAPLE_STARTS
from tests.reference.streams import congruential


@pytest.mark.parametrize("seed", [1, 2, 10**12 - 12, 123456789012, 2**64 - 1])
def test_draws_are_the_recurrence(seed: int) -> None:
    """The product without division is exact, from the smallest state to the largest."""
    start = 1 + (seed - 1) % (MODULUS - 1)
    expected = list(islice(congruential(start, MULTIPLIER, 0, MODULUS), 5000))
    assert open_stream("maple", seed).raw(5000).tolist() == expected


def test_products_are_exact_where_the_quotient_rounds() -> None:
    """States chosen so that a x / m lies just beside an integer give the exact remainder."""
    generator = Maple()
    for wanted in (1, 2, MODULUS - 1, MODULUS - 2):
        before = wanted * INVERSE % MODULUS
        out = np.empty(1, dtype=np.uint64)
        generator.fill(np.array([before, MULTIPLIER], dtype=np.uint64), out)
        assert int(out[0]) == wanted


def test_the_starts_are_the_printed_ones() -> None:
    """The 32 starts in use are the source's, the last of which, 1, stands at 0."""
    printed = {(g, p % (MODULUS - 1)) for _, g, _, p in STARTS_32}
    assert set(MAPLE_STARTS) == printed
    assert all(pow(MULTIPLIER, position, MODULUS) == start for start, position in MAPLE_STARTS)


def test_64_streams_run_in_both_directions() -> None:
    """Streams 32 to 63 leave the same starts backwards: a step back and a step on from there meet the start."""
    for index in range(32):
        forwards = open_stream("maple", 1, index, 64)
        backwards = open_stream("maple", 1, 32 + index, 64)
        start = MAPLE_STARTS[index][0]
        assert int(forwards.raw(1)[0]) == start * MULTIPLIER % MODULUS
        assert int(backwards.raw(1)[0]) * MULTIPLIER % MODULUS == start
        assert int(backwards.raw(1)[0]) * MULTIPLIER**2 % MODULUS == start


def test_words_are_unbiased() -> None:
    """Each 32-bit word stands for 232 draws: the draws at the edges of a class make the word, one beyond the next."""
    words = Maple().words
    edges = np.array([1, PER_WORD, PER_WORD + 1, 2 * PER_WORD, ACCEPTED], dtype=np.uint64)
    assert words(edges).tolist() == [0, 0, 1, 1, 2**32 - 1]
    rejected = np.array([5, ACCEPTED + 1, MODULUS - 1], dtype=np.uint64)
    assert words(rejected).tolist() == [0]
    assert words(np.empty(0, dtype=np.uint64)).size == 0
