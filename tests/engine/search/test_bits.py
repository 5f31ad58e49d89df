"""Bit patterns of kernels against Python's integers, on this processor's instructions and without them."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from engine.jit import kernel
from engine.search.bits import gather, highest, lowest, nth_bit, population, spread

WORDS = st.integers(min_value=0, max_value=2**64 - 1)


@kernel
def compiled_nth_bit(bits: np.uint64, number: np.uint64) -> np.uint64:
    """Return what kernels get."""
    return nth_bit(bits, number)


@kernel
def compiled_highest(bits: np.uint64) -> np.uint64:
    """Return what kernels get."""
    return highest(bits)


@kernel
def compiled_gathered(bits: np.uint64, places: np.uint64) -> np.uint64:
    """Return what kernels get."""
    return gather(bits, places)


@kernel
def compiled_spread(bits: np.uint64, places: np.uint64) -> np.uint64:
    """Return what kernels get."""
    return spread(bits, places)


@given(WORDS, WORDS)
def test_bits_are_spread(word: int, places: int) -> None:
    """The lowest bits go to the places, from the lowest up; gathering them gives them back."""
    where = [place for place in range(64) if places >> place & 1]
    expected = sum((word >> index & 1) << place for index, place in enumerate(where))

    assert spread(np.uint64(word), np.uint64(places)) == expected
    assert compiled_spread(np.uint64(word), np.uint64(places)) == expected
    assert gather(np.uint64(expected), np.uint64(places)) == word & ((1 << len(where)) - 1)


@given(WORDS, WORDS)
def test_bits_are_gathered(word: int, places: int) -> None:
    """The bits at the places, read from the lowest to the highest, are the bits of the result."""
    expected = sum((word >> place & 1) << index for index, place in enumerate(p for p in range(64) if places >> p & 1))

    assert gather(np.uint64(word), np.uint64(places)) == expected
    assert compiled_gathered(np.uint64(word), np.uint64(places)) == expected


@given(WORDS)
def test_bits_are_counted_and_found(word: int) -> None:
    """The number of set bits, the lowest and highest, and each by the number of those below it; 0 beyond the last."""
    places = [index for index in range(64) if word >> index & 1]
    bits = np.uint64(word)

    assert population(bits) == len(places)
    assert lowest(bits) == (places[0] if places else 64)
    if places:
        assert compiled_highest(bits) == highest(bits) == places[-1]
    for number, index in enumerate(places):
        assert compiled_nth_bit(bits, np.uint64(number)) == nth_bit(bits, np.uint64(number)) == 1 << index
    if len(places) < 64:
        assert compiled_nth_bit(bits, np.uint64(len(places))) == 0


def test_a_processor_without_the_instruction_finds_the_same_bits() -> None:
    """Compiled for the least of processors, the loop is taken."""
    program = (
        "import numpy as np; from tests.engine.search.test_bits import compiled_gathered, compiled_nth_bit as nth;"
        "print([int(nth(np.uint64(0b10110100), np.uint64(number))) for number in range(5)],"
        "      int(compiled_gathered(np.uint64(0b10110100), np.uint64(0b11110101))))"
    )
    environment = os.environ | {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}

    output = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )

    assert output.stdout.strip() == "[4, 16, 32, 128, 0] 46"
