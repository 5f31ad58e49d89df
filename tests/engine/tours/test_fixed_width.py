"""Fixed-width codes survive packing, in order."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tours.fixed_width import pack_codes, unpack_codes

MAX_BITS = 16


@given(st.integers(1, MAX_BITS), st.integers(0, 40), st.integers(0, 5), st.integers(0, 2**32))
def test_round_trip(bits: int, count: int, rows: int, seed: int) -> None:
    """Codes of any width come back exactly, from as few bytes as hold them."""
    codes = np.random.default_rng(seed).integers(0, 1 << bits, (rows, count))
    packed = pack_codes(codes, bits)
    assert packed.shape == (rows, -(-count * bits // 8))
    assert np.array_equal(unpack_codes(packed, bits, count), codes)


@pytest.mark.parametrize("bits", range(1, MAX_BITS + 1))
def test_the_bytes_are_the_digits_of_the_codes(bits: int) -> None:
    """The bytes are the codes' binary digits one after the other, highest first, zeros at the end."""
    codes = np.random.default_rng(bits).integers(0, 1 << bits, 11)
    digits = "".join(f"{code:0{bits}b}" for code in codes)
    length = -(-len(digits) // 8)
    assert pack_codes(codes[None, :], bits)[0].tobytes() == int(digits.ljust(8 * length, "0"), 2).to_bytes(length)
