"""Named arrays: what checkpoints and statistics are made of."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

Arrays = Mapping[str, NDArray[np.generic]]


def sha256_of(array: NDArray[np.generic]) -> bytes:
    """Return the SHA-256 of an array's bytes, row by row."""
    return hashlib.sha256(np.ascontiguousarray(array).view(np.uint8).reshape(-1).data).digest()


def integer_of(words: NDArray[np.generic]) -> int:
    """Return the integer that 64-bit words make, lowest first."""
    return sum(int(word) << 64 * index for index, word in enumerate(words.tolist()))


def words_of_integer(number: int) -> NDArray[np.uint64]:
    """Return the 64-bit words of a non-negative integer, lowest first; at least one word."""
    count = max(1, -(-number.bit_length() // 64))
    return np.array([number >> 64 * index & (1 << 64) - 1 for index in range(count)], dtype=np.uint64)
