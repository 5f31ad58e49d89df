"""Choices without bias, from single words and in bulk."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.streams.bounded import REJECTED, bounded_integers, choose, large_integers
from engine.streams.registry import open_stream, resume_words
from engine.streams.word_block import WordBlock
from tests.reference.streams import choice


@given(st.integers(0, 2**32 - 1), st.integers(1, 2**32 - 1))
def test_choices_are_lemires(word: int, bound: int) -> None:
    """The kernel's choice is that of the definition, whichever the word and the bound."""
    expected = choice(word, bound)
    assert choose(np.uint32(word), bound) == (REJECTED if expected is None else expected)


@pytest.mark.parametrize("bound", range(1, 40))
def test_the_rule_is_fair(bound: int) -> None:
    """With words of 8 bits, all of which can be tried, the rule gives every choice equally many."""
    choices = [choice(word, bound, word_bits=8) for word in range(256)]
    assert [choices.count(value) for value in range(bound)] == [256 // bound] * bound


@pytest.mark.parametrize("bound", [1, 3, 8, 1000, 2**31 + 1, 2**32 - 1])
def test_choices_are_unbiased(bound: int) -> None:
    """Where one choice's words begin and end shows that each of 0..bound-1 has floor(2**32 / bound) words."""
    share = 2**32 // bound
    for value in {0, bound // 2, bound - 1}:
        first = -(-value * 2**32 // bound)
        last = -(-(value + 1) * 2**32 // bound) - 1
        taken = sum(choose(np.uint32(word), bound) == value for word in {first, last})
        inside = last - first + 1
        rejected = inside - share
        assert 0 <= rejected <= 1
        assert choose(np.uint32(first), bound) == (REJECTED if rejected else value)
        assert taken >= (1 if inside > 1 or not rejected else 0)


def test_bounded_integers_resume() -> None:
    """Integers drawn in two goes across a checkpoint are those drawn in one."""
    whole = bounded_integers(WordBlock(open_stream("maple", 2)), 6, 50_000)
    block = WordBlock(open_stream("maple", 2), 1000)
    head = bounded_integers(block, 6, 12_345)
    tail = bounded_integers(resume_words(block.checkpoint()), 6, 50_000 - 12_345)
    assert np.array_equal(whole, np.concatenate([head, tail]))
    assert np.abs(np.bincount(whole) - 50_000 / 6).max() < 5 * (50_000 * 5 / 36) ** 0.5


def test_impossible_bounds_are_refused() -> None:
    """A bound of 0 has no values; one of 2**32 does not fit."""
    block = WordBlock(open_stream("philox", 1))
    for bound in (0, 2**32):
        with pytest.raises(ValueError, match="bound"):
            bounded_integers(block, bound, 1)


@pytest.mark.parametrize("bound", [1, 2, 6, 2**32, 10**30])
def test_large_integers(bound: int) -> None:
    """Integers of any size are below the bound, spread evenly, and go on after a checkpoint."""
    block = WordBlock(open_stream("pcg64dxsm", 1), draws=8)
    found = large_integers(block, bound, 2000)
    mean = sum(found) / 2000 / bound

    assert all(0 <= number < bound for number in found)
    assert abs(mean - (bound - 1) / bound / 2) < 4 * math.sqrt(1 / 12 / 2000)
    resumed = resume_words(block.checkpoint())
    assert large_integers(resumed, bound, 50) == large_integers(block, bound, 50)
