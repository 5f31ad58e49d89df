"""How an unfinished tour can continue, and the exact number of ways to finish it, on boards of at most 64 squares.

An unfinished tour has visited some squares and stands on one. Every unvisited square needs two exits: unvisited
neighbours, the square stood on, and, if the tour may end there, the end itself. Only neighbours of the square
left lose an exit, so looking at those suffices: one with fewer than two exits kills the tour, one with just two has to
be entered at once. A tour whose end is free may leave one such square aside: that becomes its end.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel
from engine.search.bits import ONE, lowest, population

FREE_END = 64
"""Stands for the number of a last square that is not settled yet."""


@kernel
def onward(
    masks: NDArray[np.uint64], here: int, free: np.uint64, closing: np.uint64, end: int
) -> tuple[np.uint64, np.uint64]:
    """Return the moves that may lead to a tour, and the neighbours of `here` that have two exits only.

    masks: uint64 (size,), neighbours as bits. free: unvisited squares. closing: the squares where a tour must end
    for it to close, 0 where it need not. end: the last square, or FREE_END.
    """
    near = masks[here] & free
    if free & (free - ONE) == 0:
        allowed = near if closing == 0 else near & closing
        return (allowed if end == FREE_END else allowed & (ONE << np.uint64(end))), np.uint64(0)
    if end != FREE_END:
        near &= ~(ONE << np.uint64(end))
        if masks[end] & free == 0:
            return np.uint64(0), np.uint64(0)
    two, rest = np.uint64(0), near
    while rest:
        square = lowest(rest)
        bit = rest & (~rest + ONE)
        rest ^= bit
        exits = population(masks[square] & free) + ((closing >> square) & ONE)
        if exits == 0:
            return np.uint64(0), np.uint64(0)
        if exits == 1:
            two |= bit
    lonely = population(two)
    spare = np.uint64(1) if end == FREE_END and closing == 0 else np.uint64(0)
    if lonely > spare + ONE:
        return np.uint64(0), two
    return (near if lonely <= spare else two), two


@kernel
def end_after(end: int, two: np.uint64, entered: np.uint64, closing: np.uint64) -> int:
    """Return the last square known after a move to the square with the bit `entered`; `two` as from `onward`."""
    aside = two & ~entered
    if end != FREE_END or closing or aside == 0:
        return end
    return int(np.int64(lowest(aside)))


@kernel
def completions(
    masks: NDArray[np.uint64],
    place: tuple[int, np.uint64, int],
    closing: np.uint64,
    beside: np.uint64,
    stack: NDArray[np.uint64],
) -> tuple[int, int]:
    """Count the ways to finish a tour, and those of them that end on a square of `beside` (the start's neighbours).

    place: the square stood on, the unvisited squares (at least one) and the end, as `onward` takes them.
    stack: uint64 (64, 4), working space. The count must stay below 2**63.
    """
    here, free, end = place
    found, closed, depth = 0, 0, 0
    allowed, two = onward(masks, here, free, closing, end)
    stack[0, 0], stack[0, 1], stack[0, 2], stack[0, 3] = allowed, two, free, np.uint64(end)
    while depth >= 0:
        todo = stack[depth, 0]
        if todo == 0:
            depth -= 1
            continue
        bit = todo & (~todo + ONE)
        stack[depth, 0] = todo ^ bit
        free = stack[depth, 2] ^ bit
        if free == 0:
            found += 1
            closed += int(bit & beside != 0)
            continue
        end = end_after(int(np.int64(stack[depth, 3])), stack[depth, 1], bit, closing)
        allowed, two = onward(masks, int(np.int64(lowest(bit))), free, closing, end)
        depth += 1
        stack[depth, 0], stack[depth, 1], stack[depth, 2], stack[depth, 3] = allowed, two, free, np.uint64(end)
    return found, closed
