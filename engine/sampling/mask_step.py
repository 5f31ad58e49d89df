"""One step of a population on a board of at most 64 squares: that of `sequential_monte_carlo`, on one mask.

Same words, same moves, same weights, to the last bit. The squares that can be entered are listed, and one of them is
drawn, without a branch, so that a processor has to guess only how many there are.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import allocating, kernel
from engine.sampling.tallies import EIGHT, Rows
from engine.search.bits import ONE, population

WORD = 2.0**-32


class Factors(NamedTuple):
    """By exits left after a step, float64: ratio, 1 / phi(exits); loss, phi(exits) / phi(exits + 1)."""

    ratio: NDArray[np.float64]
    loss: NDArray[np.float64]


Places = tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.uint64], NDArray[np.float64]]
"""Of every particle: its start and current square, its unvisited squares as one mask, its weight."""


@allocating
def mask_step(
    masks: NDArray[np.uint64],
    neighbours: Rows,
    factors: Factors,
    places: Places,
    words: NDArray[np.uint32],
    closed: bool,
    last: bool,
) -> None:
    """Move every particle one square on; `places` is changed in place. words: one for each particle.

    A particle without a move dies (weight 0). With `closed`, the last step must end beside the start.
    """
    start, here, free, weight = places
    ratio, loss = factors
    room = np.empty((1 << neighbours.shift) + 1, dtype=np.uint32)
    shares = np.empty(1 << neighbours.shift)
    for particle in range(len(weight)):
        if weight[particle] == 0.0:
            continue
        left = free[particle]
        closing = masks[start[particle]] if closed else np.uint64(0)
        open_ = left & closing if closed and last else left
        choices = _list_neighbours(neighbours, np.uint64(here[particle]), open_, room)
        change, total = 1.0, 0.0
        for k in range(choices):
            square = np.uint64(room[k])
            exits = population(masks[square] & left) + ((closing >> square) & ONE)
            shares[k] = ratio[exits]
            change *= loss[exits]
            total += shares[k]
        if choices == 0:
            weight[particle] = 0.0
            continue
        square = np.uint64(room[_choose_share((words[particle] + 0.5) * WORD * total, shares, choices)])
        weight[particle] *= change * total
        here[particle] = square
        free[particle] = left & ~(ONE << square)


@kernel
def _list_neighbours(neighbours: Rows, here: np.uint64, open_: np.uint64, room: NDArray[np.uint32]) -> np.uint64:
    """List the neighbours of a square that are in a mask, in their order, and return how many there are."""
    squares, shift = neighbours
    row, choices = here << np.uint64(shift), np.uint64(0)
    for first in range(0, 1 << shift, EIGHT):
        for j in range(EIGHT):
            square = squares[row + np.uint64(first + j)]
            room[choices] = square
            choices += (open_ >> np.uint64(square)) & ONE
    return choices


@kernel
def _choose_share(drawn: float, shares: NDArray[np.float64], choices: np.uint64) -> np.uint64:
    """Return which of the shares, laid side by side, a point falls in; the last where it falls in none."""
    chosen, beyond = np.uint64(0), ONE
    for k in range(choices - ONE):
        beyond &= np.uint64(drawn >= shares[k])
        drawn -= shares[k]
        chosen += beyond
    return chosen
