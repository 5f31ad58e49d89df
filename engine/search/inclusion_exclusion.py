"""Tours by inclusion and exclusion over sets of squares, for small dense boards: no search, and no memory.

A tour of n squares is a walk of n squares that misses none. Walks that stay inside a set of squares are counted step by
step; summed over all sets with the start, with the sign (-1)^(n - squares of the set), they leave those that miss no
square (R. M. Karp, Operations Research Letters 1 (1982) 49-51). Sums are of 64-bit words: exact, as the
numbers of tours are proved to be smaller than 2^64 beforehand.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import allocating, kernel

ONE = np.uint64(1)


@allocating
def count_by_end(neighbours: NDArray[np.int32], start: int, first: int, last: int, ends: NDArray[np.uint64]) -> None:
    """Add to `ends`, modulo 2^64 and by last square, what the sets of squares numbered first to last - 1 contribute.

    neighbours: int32 (n, moves), -1 past the last one. Sets are numbered by their squares but the start, from 0 to
    2^(n - 1) - 1; all of them together give the tours from `start`.
    """
    size = len(neighbours)
    walks, longer = np.zeros(size, np.uint64), np.zeros(size, np.uint64)
    members, degrees = np.zeros(size, np.int64), np.zeros(size, np.int64)
    inside = np.zeros(neighbours.shape, np.int32)
    for number in range(first, last):
        lower = number & ((1 << start) - 1)
        chosen = ((number - lower) << 1) | lower | (1 << start)
        count = 0
        for square in range(size):
            if (chosen >> square) & 1:
                walks[square] = 0
                degrees[count] = _inside(neighbours[square], chosen, inside[count])
                members[count] = square
                count += 1
        walks[start] = ONE
        for _ in range(size - 1):
            for at in range(count):
                total = np.uint64(0)
                for slot in range(degrees[at]):
                    total += walks[inside[at, slot]]
                longer[members[at]] = total
            walks, longer = longer, walks
        for at in range(count):
            square = members[at]
            ends[square] = ends[square] - walks[square] if (size - count) & 1 else ends[square] + walks[square]


@kernel
def _inside(neighbours: NDArray[np.int32], chosen: int, inside: NDArray[np.int32]) -> int:
    """Write the neighbours that are in the set into `inside`; return their number."""
    count = 0
    for square in neighbours:
        if square >= 0 and (chosen >> square) & 1:
            inside[count] = square
            count += 1
    return count
