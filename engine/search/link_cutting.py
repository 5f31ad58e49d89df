"""The two searches of "Le probleme du cavalier" (Delphi), operation by operation, with a trace of their depth.

On a board array every neighbour of a square is looked at and its mark tested. With links cut, entering a square cuts
the links of its free neighbours to it and leaving it restores them, so that only free squares are ever looked at.
Both walk the tree of `backtrack`: the same nodes in the same order. They are here to be counted and compared; to
search, use `backtrack`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.boards.move_graph import MoveGraph
from engine.jit import kernel

LOOKS, CUTS, NODES, TOURS = range(4)


@kernel
def _neighbour(neighbours: NDArray[np.int32], square: int, slot: int) -> int:
    """Return the neighbour in a slot, -1 past the last."""
    return neighbours[square, slot] if slot < neighbours.shape[1] else -1


@kernel
def _relink(neighbours: NDArray[np.int32], square: int, free: NDArray[np.uint8], links: NDArray[np.int64]) -> int:
    """Turn the links of the free neighbours to `square`: mark 1 cut, 0 whole, in `links`; return how many there are."""
    turned = 0
    for slot in range(neighbours.shape[1]):
        other = neighbours[square, slot]
        if other >= 0 and free[other]:
            for back in range(neighbours.shape[1]):
                if neighbours[other, back] == square:
                    links[other] ^= 1 << back
                    turned += 1
    return turned


@kernel
def _search(
    neighbours: NDArray[np.int32],
    start: int,
    cutting: bool,
    limits: NDArray[np.int64],
    counters: NDArray[np.int64],
    trace: NDArray[np.int64],
    reached: NDArray[np.int64],
) -> None:
    """Search from `start` up to limits[0] tours or limits[1] nodes.

    trace: the smallest number of squares visited during each run of limits[2] nodes, filled as far as it goes.
    reached: nodes by the number of squares visited.
    """
    size = len(neighbours)
    path, slots = np.zeros(size, np.int64), np.zeros(size, np.int64)
    free, links = np.ones(size, np.uint8), np.zeros(size, np.int64)
    path[0], free[start], depth, counters[NODES], reached[1] = start, 0, 0, 1, 1
    if cutting:
        counters[CUTS] += _relink(neighbours, start, free, links)
    while depth >= 0 and counters[TOURS] < limits[0] and counters[NODES] < limits[1]:
        window = counters[NODES] // limits[2]
        if window < len(trace):
            trace[window] = min(trace[window], depth + 1)
        square, slot = path[depth], slots[depth]
        while cutting and (links[square] >> slot) & 1:
            slot += 1
        other = _neighbour(neighbours, square, slot)
        slots[depth] = slot + 1
        if other < 0:
            free[square] = 1
            if cutting:
                counters[CUTS] += _relink(neighbours, square, free, links)
            slots[depth] = 0
            depth -= 1
            continue
        counters[LOOKS] += 1
        if not free[other]:
            continue
        depth += 1
        path[depth], free[other] = other, 0
        counters[NODES] += 1
        counters[TOURS] += depth == size - 1
        reached[depth + 1] += 1
        if cutting:
            counters[CUTS] += _relink(neighbours, other, free, links)


@dataclass(frozen=True)
class Trace:
    """What a counted search did.

    looks: neighbours looked at. cuts: links cut and restored. nodes: squares entered, the start included.
    shallowest: int64, the smallest number of squares visited in each window of `window` nodes: how far back it came.
    reached: int64 (squares + 1,), nodes by the number of squares visited.
    """

    looks: int
    cuts: int
    nodes: int
    tours: int
    window: int
    shallowest: NDArray[np.int64]
    reached: NDArray[np.int64]

    @property
    def jumps(self) -> int:
        """Calls of the recursive procedure: one for each square entered, one more to find the board full."""
        return self.nodes + self.tours


def counted_search(graph: MoveGraph, start: int, *, cutting: bool, tours: int, nodes: int, windows: int = 256) -> Trace:
    """Search from `start` until so many tours or nodes, on a board array or with links cut, and count the work."""
    counters = np.zeros(4, np.int64)
    window = max(1, nodes // windows)
    shallowest = np.full(windows, graph.size + 1, np.int64)
    reached = np.zeros(graph.size + 1, np.int64)
    limits = np.array([tours, nodes, window], np.int64)
    _search(graph.neighbours.copy(), start, cutting, limits, counters, shallowest, reached)
    seen = shallowest[shallowest <= graph.size]
    looks, cuts, entered, found = counters.tolist()
    return Trace(looks, cuts, entered, found, window, seen, reached)
