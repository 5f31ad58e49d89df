"""How walks draw among what is open to them: numbers, bits of a mask, and directions in turn. Kernels only."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel
from engine.search.bits import ONE, highest, lowest, nth_bit
from engine.streams.bounded import choose


@kernel
def drawn_number(
    count: np.uint64, words: NDArray[np.uint32], cursor: np.uint64, always: bool
) -> tuple[np.uint64, np.uint64]:
    """Return a number in 0..count-1 and the cursor; where there is no choice a word is taken only if `always`.

    The multiplication is done in any case, to avoid a branch that a processor could guess wrongly.
    """
    chosen = choose(words[cursor], count)
    cursor += np.uint64(always or count > ONE)
    while chosen < 0:
        chosen = choose(words[cursor], count)
        cursor += ONE
    return np.uint64(chosen), cursor


@kernel
def drawn_bit(
    mask: np.uint64, count: np.uint64, words: NDArray[np.uint32], cursor: np.uint64
) -> tuple[np.uint64, np.uint64]:
    """Return the number of one of the `count` bits of a mask and the cursor; a single one takes no word."""
    chosen, cursor = drawn_number(count, words, cursor, False)
    return lowest(nth_bit(mask, chosen)), cursor


@kernel
def draw_rotating(
    open_: np.uint64, directions: np.uint64, words: NDArray[np.uint32], cursor: np.uint64
) -> tuple[np.uint64, float, np.uint64]:
    """Draw a direction and take the next open one, cyclically; return it, 1 / its probability and the cursor.

    open_: bits of the open directions, at least one of at most 64. The number of draws that lead to an open direction
    is its distance from the open one before it.
    """
    drawn, cursor = drawn_number(directions, words, cursor, True)
    ahead = open_ >> drawn << drawn
    behind = open_ ^ ahead
    direction = lowest(ahead or open_)
    before = highest(behind or open_)
    gap = direction - before + (directions if direction <= before else np.uint64(0))
    return direction, directions / gap, cursor
