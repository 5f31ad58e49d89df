"""Blocks of words: the same words however they are cut, written down at any word."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.streams.registry import open_stream, resume_words
from engine.streams.word_block import WordBlock

GENERATORS = ["pcg64dxsm", "maple", "mitchell-moore"]


@pytest.mark.parametrize("name", GENERATORS)
@settings(max_examples=20)
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
