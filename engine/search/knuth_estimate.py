"""Knuth's estimate of the size of a search tree by random probes (D. E. Knuth, Math. Comp. 29 (1975), 121-136).

A probe walks down the tree, taking each branch with equal chance; 1 + c0 + c0 c1 + ... over the numbers of branches met
is an unbiased estimate of the number of nodes, with a spread that grows with the depth of the tree.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.boards.move_graph import MoveGraph
from engine.jit import allocating, kernel
from engine.search.bits import ONE, lowest, population
from engine.search.warnsdorff import fewest_exits_of_slots, free_slots
from engine.streams.splitmix64 import GAMMA, mix


@kernel
def draw_bit(bits: np.uint64, state: np.uint64) -> np.uint64:
    """Return the number of one of the set bits of `bits`, each with equal chance."""
    for _ in range(((mix(state) >> np.uint64(32)) * population(bits)) >> np.uint64(32)):
        bits &= bits - ONE
    return lowest(bits)


@allocating
def _probe(
    neighbours: NDArray[np.int32], path: NDArray[np.int32], tied: bool, seed: int, sizes: NDArray[np.float64]
) -> None:
    """Fill `sizes` with independent estimates of the number of nodes below `path`, its last square included."""
    state = np.uint64(seed)
    for probe in range(len(sizes)):
        free = np.ones(len(neighbours), np.uint8)
        for square in path:
            free[square] = 0
        square = path[-1]
        width = 1.0
        sizes[probe] = 1.0
        while True:
            slots = free_slots(square, neighbours, free)
            if slots == 0:
                break
            if tied:
                slots = fewest_exits_of_slots(square, slots, neighbours, free)
            state += GAMMA
            square = neighbours[square, draw_bit(slots, state)]
            free[square] = 0
            width *= population(slots)
            sizes[probe] += width


def tree_size(
    graph: MoveGraph, path: Sequence[int], *, tied: bool = False, probes: int, seed: int = 1
) -> tuple[float, float]:
    """Estimate the nodes of the subtree whose root is the node `path`: (mean, standard error) of that many probes."""
    sizes = np.empty(probes, np.float64)
    _probe(graph.neighbours.copy(), np.array(path, np.int32), tied, seed, sizes)
    return mean_and_error(sizes)


def mean_and_error(sizes: NDArray[np.float64]) -> tuple[float, float]:
    """Return the mean of independent estimates and its standard error."""
    return float(sizes.mean()), float(sizes.std(ddof=1) / np.sqrt(len(sizes)))
