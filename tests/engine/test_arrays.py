"""Integers as words and back."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.arrays import integer_of, words_of_integer


@given(st.integers(0, 1 << 300))
def test_there_and_back(number: int) -> None:
    """An integer becomes as few words as possible, and is read back from them."""
    words = words_of_integer(number)
    assert words.dtype == np.uint64
    assert integer_of(words) == number
    assert len(words) == 1 or words[-1] > 0


@pytest.mark.parametrize(("number", "words"), [(0, [0]), (1, [1]), ((1 << 64) - 1, [(1 << 64) - 1]), (1 << 64, [0, 1])])
def test_lowest_first(number: int, words: list[int]) -> None:
    """The lowest word is the first, as in the counts of sweeps in statistics."""
    assert words_of_integer(number).tolist() == words
