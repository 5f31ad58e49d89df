"""How walks draw among what is open to them: numbers, bits of a mask, and directions in turn. Kernels only."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel
from engine.search.bits import highest, lowest, nth_bit
from engine.streams.bounded import choose


@kernel
def drawn_number(count: int, words: NDArray[np.uint32], cursor: int) -> tuple[int, int]:
    """Return a number in 0..count-1 and the cursor; where there is no choice no word is taken.

    A word is multiplied all the same: no branch that a processor could guess wrongly.
    """
    chosen = choose(words[cursor], count)
    cursor += int(count > 1)
    while chosen < 0:
        chosen = choose(words[cursor], count)
        cursor += 1
    return int(chosen), cursor


@kernel
def drawn_bit(mask: np.uint64, count: int, words: NDArray[np.uint32], cursor: int) -> tuple[np.uint64, int]:
    """Return the number of one of the `count` bits of a mask and the cursor, as `drawn_number`."""
    chosen, cursor = drawn_number(count, words, cursor)
    return lowest(nth_bit(mask, np.uint64(chosen))), cursor


@kernel
def turned(open_: np.uint64, directions: int, words: NDArray[np.uint32], cursor: int) -> tuple[int, float, int]:
    """Draw a direction and go on to the next open one, cyclically; return it, 1 / its probability and the cursor.

    open_: bits of the open directions, at least one of at most 64. As many draws lead to a direction as it is
    away from the open one before it.
    """
    drawn = choose(words[cursor], directions)
    cursor += 1
    while drawn < 0:
        drawn = choose(words[cursor], directions)
        cursor += 1
    ahead = open_ >> np.uint64(drawn) << np.uint64(drawn)
    behind = open_ ^ ahead
    direction = np.int64(lowest(ahead or open_))
    gap = direction - np.int64(highest(behind or open_))
    gap += directions if gap <= 0 else 0
    return int(direction), directions / gap, cursor
