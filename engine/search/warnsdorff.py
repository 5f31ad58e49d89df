"""Warnsdorff's rule as compiled helpers: of the squares within reach, keep those with the fewest onward moves.

All ties are kept: the tree of a search under this rule is the Warnsdorff tie tree. On one 64-bit mask the numbers of
free neighbours of all squares are kept as bit planes, so that entering a square lowers them all at once, and the
fewest are found by three selections; the search itself does that in line.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel
from engine.search.bits import ONE, lowest, population


@kernel
def degree_planes(masks: NDArray[np.uint64], free: np.uint64, planes: NDArray[np.uint64]) -> None:
    """Write the number of free neighbours of every square, modulo 8, into three masks: `planes[b]` holds bit b."""
    planes[:] = 0
    for square in range(len(masks)):
        exits = population(masks[square] & free)
        for plane in range(3):
            planes[plane] |= ((exits >> np.uint64(plane)) & ONE) << np.uint64(square)


@kernel
def fewest_exits(squares: np.uint64, masks: NDArray[np.uint64], free: np.uint64) -> np.uint64:
    """Return those of `squares`, a mask, that have the fewest free neighbours."""
    fewest, kept = np.uint64(65), np.uint64(0)
    while squares:
        bit = squares & (~squares + ONE)
        exits = population(masks[lowest(bit)] & free)
        if exits < fewest:
            fewest = exits
            kept = bit
        elif exits == fewest:
            kept |= bit
        squares ^= bit
    return kept


@kernel
def free_slots(square: int, neighbours: NDArray[np.int32], free: NDArray[np.uint8]) -> np.uint64:
    """Return the slots (bit k: entry k of the square's row of `neighbours`) that hold a free square.

    free: uint8, 1 for each unvisited square; at most 64 slots a row, -1 in unused ones.
    """
    slots = np.uint64(0)
    for slot in range(neighbours.shape[1]):
        other = neighbours[square, slot]
        if other < 0:
            break
        slots |= np.uint64(free[other]) << np.uint64(slot)
    return slots


@kernel
def fewest_exits_of_slots(
    square: int, slots: np.uint64, neighbours: NDArray[np.int32], free: NDArray[np.uint8]
) -> np.uint64:
    """Return those of the free slots of `square` whose squares have the fewest free neighbours."""
    if slots & (slots - ONE) == 0:
        return slots
    fewest = np.uint64(65)
    kept = np.uint64(0)
    while slots:
        bit = slots & (~slots + ONE)
        exits = population(free_slots(neighbours[square, lowest(bit)], neighbours, free))
        if exits < fewest:
            fewest = exits
            kept = bit
        elif exits == fewest:
            kept |= bit
        slots ^= bit
    return kept
