"""The size of a pruned search tree by stochastic enumeration: levels of the tree, thinned out at random.

All nodes of a level are met as long as they are few. Where they are more than the beam width, that many are drawn
without replacement, and what is below them counts for all: each node of a level is equally likely to stay, so that the
estimate is unbiased, as Knuth's is, of which it is the case of width 1. It spreads far less on deep trees, where the
mean of Knuth's estimates rests on the rare ones that are enormous (R. Rubinstein, Methodology and Computing in Applied
Probability 15 (2013), 249-291; R. Vaisman and D. P. Kroese, the same, 19 (2017), 31-73).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import allocating, kernel
from engine.search.bits import ONE, lowest
from engine.search.pruned import Rule, branches_of, join, one_less
from engine.streams.splitmix64 import GAMMA, mix

MAX_BRANCHES = 15
"""Moves from a square that a pruned search can keep track of."""

Level = NDArray[np.uint64]
"""The nodes of a level, uint64 (nodes, 6): last square, free squares, and the four planes of what could be joined."""


@kernel
def _thin_out(level: Level, nodes: int, width: int, state: np.uint64) -> np.uint64:
    """Draw `width` of the nodes without replacement to the front of the level; return the stream's next state."""
    for place in range(width):
        state += GAMMA
        ahead = ((mix(state) >> np.uint64(32)) * np.uint64(nodes - place)) >> np.uint64(32)
        other = place + np.int64(ahead)
        for part in range(level.shape[1]):
            level[place, part], level[other, part] = level[other, part], level[place, part]
    return state


@allocating
def beam_sizes(
    masks: NDArray[np.uint64],
    rule: Rule,
    connected: np.uint64,
    path: NDArray[np.int32],
    width: int,
    seed: int,
    sizes: NDArray[np.float64],
) -> None:
    """Fill `sizes` with independent estimates of the nodes that a pruned search enters below `path`, its last included.

    masks, rule: as for `search_pruned`. connected: bit d set where the free squares must hang together at depth d.
    Where no level is wider than the beam all are the exact size.
    """
    closing = rule[0]
    state, start, exact = np.uint64(seed), np.uint64(path[0]), True
    level, below = np.empty((width, 6), np.uint64), np.empty((MAX_BRANCHES * width, 6), np.uint64)
    root = np.empty(6, np.uint64)
    root[0], root[1] = np.uint64(path[-1]), ~np.uint64(0) >> np.uint64(64 - len(masks))
    for at in path:
        root[1] ^= ONE << np.uint64(at)
    here = (ONE << root[0]) | (ONE << start if closing else np.uint64(0))
    join(masks, root[1] | here, root[2:])
    for beam in range(len(sizes)):
        level[0] = root
        nodes, depth, weight = 1, np.uint64(len(path) - 1), 1.0
        sizes[beam] = 1.0
        while nodes:
            met = 0
            for node in range(nodes):
                square, free, ones, twos, fours, eights = level[node]
                left = masks[square] & free
                if depth and left:
                    planes = (ones, twos, fours, eights)
                    left = branches_of(masks, rule, connected, (start, square, free, depth), planes)
                if depth or not closing:  # where the tour has to close, the start can be joined to throughout
                    ones, twos, fours, eights = one_less(ones, twos, fours, eights, masks[square])
                while left:
                    bit = left & (~left + ONE)
                    left ^= bit
                    below[met, 0], below[met, 1] = lowest(bit), free ^ bit
                    below[met, 2], below[met, 3], below[met, 4], below[met, 5] = ones, twos, fours, eights
                    met += 1
            sizes[beam] += weight * met
            if met > width:
                state = _thin_out(below, met, width, state)
                weight *= met / width
                exact = False
            nodes = min(met, width)
            level[:nodes] = below[:nodes]
            depth += ONE
        if exact:
            sizes[:] = sizes[beam]
            break
