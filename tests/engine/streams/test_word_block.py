"""Blocks of words: the same words however they are cut, written down at any word; choices without bias."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.streams.bounded import REJECTED, bounded_integers, choose
from engine.streams.registry import open_stream, resume_words
from engine.streams.word_block import WordBlock

GENERATORS = ["pcg64dxsm", "maple", "mitchell-moore"]


@pytest.mark.parametrize("name", GENERATORS)
@settings(deadline=None, max_examples=20)
@given(data=st.data())
def test_words_do_not_depend_on_the_cut(name: str, data: st.DataObject) -> None:
    """Reading some words, refilling with words unread, and resuming at any word leaves the sequence as it is."""
    expected = open_stream(name, 6).words(140_000)
    block = WordBlock(open_stream(name, 6), 2 * data.draw(st.integers(1, 200)))
    read = 0
    for _ in range(data.draw(st.integers(1, 8))):
        block.refill()
        used = data.draw(st.integers(0, len(block.words)))
        assert np.array_equal(block.words[:used], expected[read : read + used])
        block.cursor = used
        read += used
        if data.draw(st.booleans()):
            block = resume_words(block.checkpoint())
            ahead = min(len(block.words) - block.cursor, 50)
            assert np.array_equal(block.words[block.cursor : block.cursor + ahead], expected[read : read + ahead])
            block.draws = 100


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
