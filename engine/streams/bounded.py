"""Unbiased choices among k from 32-bit words, inside kernels and outside.

Source: D. Lemire, "Fast random integer generation in an interval", 2019: multiply, and reject the few words that
would favour some values.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel
from engine.streams.word_block import WordBlock

REJECTED = -1


@kernel
def choose(word: np.uint32, bound: int | np.uint64) -> np.int64:
    """Return the choice in 0..bound-1 that `word` makes, or -1 where the word must be thrown away and another taken.

    bound: 1..2**32-1. Every choice has the same number of words. For use inside kernels.
    """
    product = np.uint64(word) * np.uint64(bound)
    rest = product & np.uint64(0xFFFFFFFF)
    if rest < np.uint64(bound) and rest < np.uint64(0x100000000) % np.uint64(bound):
        return np.int64(REJECTED)
    return np.int64(product >> np.uint64(32))


@kernel
def _fill_bounded(
    words: NDArray[np.uint32], cursor: int, bound: int, out: NDArray[np.int64], done: int
) -> tuple[int, int]:
    """Write choices to `out` from entry `done` while words last; return the cursor and the entries written."""
    while done < out.size and cursor < words.size:
        choice = choose(words[cursor], bound)
        cursor += 1
        if choice >= 0:
            out[done] = choice
            done += 1
    return cursor, done


def bounded_integers(block: WordBlock, bound: int, size: int) -> NDArray[np.int64]:
    """Take `size` unbiased integers 0..bound-1 from the block; ValueError where bound is not in 1..2**32-1."""
    if not 1 <= bound < 2**32:
        raise ValueError("the bound must lie between 1 and 2**32 - 1")
    out = np.empty(size, dtype=np.int64)
    done = 0
    while done < size:
        if block.cursor == len(block.words):
            block.refill()
        block.cursor, done = _fill_bounded(block.words, block.cursor, bound, out, done)
    return out


def large_integers(block: WordBlock, bound: int, size: int) -> list[int]:
    """Take `size` unbiased integers 0..bound-1, of any size: words cut to the bits needed, too large ones dropped."""
    bits = max(1, (bound - 1).bit_length())
    words = -(-bits // 32)
    found: list[int] = []
    while len(found) < size:
        while len(block.words) - block.cursor < words:
            block.refill()
        taken = block.words[block.cursor : block.cursor + words].tobytes()
        block.cursor += words
        number = int.from_bytes(taken, "little") >> (32 * words - bits)
        if number < bound:
            found.append(number)
    return found
