"""The two searches of "Le probleme du cavalier" (Delphi), operation by operation, with a trace of their depth.

On a board array every neighbour of a square is looked at and its mark tested. With links cut, entering a square cuts
the links of its free neighbours to it and leaving it restores them, so that only free squares are ever looked at.
Both walk the tree of `backtrack`: the same nodes in the same order. They are here to be counted and compared; to
search, use `backtrack`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.boards.move_graph import MoveGraph
from engine.errors import InvalidProblemError
from engine.jit import kernel

LOOKS, CUTS, NODES, TOURS, DEPTH = range(5)
MAX_MOVES = 62
"""Links of a square are bits of one signed word."""
WINDOWS = 256
FIRST_WINDOW = 1 << 10


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
    cutting: bool,
    limits: NDArray[np.int64],
    stack: tuple[NDArray[np.int64], NDArray[np.int64]],
    marks: tuple[NDArray[np.uint8], NDArray[np.int64]],
    counters: NDArray[np.int64],
    trace: NDArray[np.int64],
    reached: NDArray[np.int64],
) -> None:
    """Search until limits[0] tours were found or limits[1] squares entered, both in all; the rest changes in place.

    stack: path and the slot to look at next for each of its squares. marks: free squares; links cut, a bit a slot.
    counters: the last is the depth, -1 where the search is over.
    trace: the smallest number of squares visited during each run of limits[2] nodes.
    reached: nodes by the number of squares visited.
    """
    path, slots = stack
    free, links = marks
    depth, last = counters[DEPTH], len(neighbours) - 1
    while depth >= 0 and counters[TOURS] < limits[0] and counters[NODES] < limits[1]:
        window = counters[NODES] // limits[2]
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
        counters[TOURS] += depth == last
        reached[depth + 1] += 1
        if cutting:
            counters[CUTS] += _relink(neighbours, other, free, links)
    counters[DEPTH] = depth


class CountedSearch:
    """A resumable search from one square that counts its operations.

    counters: int64 (5,): neighbours looked at, links cut and restored, squares entered (the start included), tours,
        depth. reached: int64 (squares + 1,), nodes by the number of squares visited.
    window: the nodes that one entry of `shallowest` stands for; doubled whenever 256 of them are full.
    """

    def __init__(self, graph: MoveGraph, start: int, *, cutting: bool) -> None:
        """Begin on the start square, on a board array or with links cut."""
        if graph.neighbours.shape[1] > MAX_MOVES:
            raise InvalidProblemError("/piece", f"a counted search allows at most {MAX_MOVES} moves from a square")
        self.graph, self.cutting, self.window = graph, cutting, FIRST_WINDOW
        self.counters = np.zeros(5, np.int64)
        self.reached = np.zeros(graph.size + 1, np.int64)
        self._neighbours = graph.neighbours.copy()
        self._path, self._slots = np.zeros(graph.size, np.int64), np.zeros(graph.size, np.int64)
        self._free, self._links = np.ones(graph.size, np.uint8), np.zeros(graph.size, np.int64)
        self._trace = np.full(WINDOWS, graph.size + 1, np.int64)
        self._path[0], self._free[start] = start, 0
        self.counters[NODES] = self.reached[1] = 1
        self.counters[TOURS] = graph.size == 1
        if cutting:
            self.counters[CUTS] = _relink(self._neighbours, start, self._free, self._links)

    @property
    def is_finished(self) -> bool:
        """Whether the whole tree has been searched."""
        return bool(self.counters[DEPTH] < 0)

    @property
    def jumps(self) -> int:
        """Calls of the recursive procedure: one for each square entered, one more to find the board full."""
        return int(self.counters[NODES] + self.counters[TOURS])

    @property
    def path(self) -> list[int]:
        """The squares of the path that the search stands on."""
        return [int(square) for square in self._path[: self.counters[DEPTH] + 1]]

    @property
    def shallowest(self) -> NDArray[np.int64]:
        """The smallest number of squares visited in each window of nodes: how far back the search came."""
        return self._trace[self._trace <= self.graph.size]

    def advance(self, nodes: int, tours: int) -> None:
        """Search until this many squares were entered or tours found, counted from the beginning of the search."""
        stack, marks = (self._path, self._slots), (self._free, self._links)
        while not self.is_finished and self.counters[NODES] < nodes and self.counters[TOURS] < tours:
            if self.counters[NODES] >= WINDOWS * self.window:
                self._widen()
            limits = np.array([tours, min(nodes, WINDOWS * self.window), self.window], np.int64)
            _search(self._neighbours, self.cutting, limits, stack, marks, self.counters, self._trace, self.reached)

    def _widen(self) -> None:
        """Merge windows in pairs."""
        half = WINDOWS // 2
        self._trace[:half] = self._trace.reshape(half, 2).min(axis=1)
        self._trace[half:] = self.graph.size + 1
        self.window *= 2

    def checkpoint(self) -> dict[str, NDArray[np.generic]]:
        """Return the whole state."""
        arrays = {name: getattr(self, f"_{name}").copy() for name in ("path", "slots", "free", "links", "trace")}
        return arrays | {
            "counters": self.counters.copy(),
            "reached": self.reached.copy(),
            "window": np.array([self.window], np.int64),
        }

    def restore(self, checkpoint: Arrays) -> None:
        """Go to the state of a checkpoint."""
        for name in ("path", "slots", "free", "links", "trace"):
            getattr(self, f"_{name}")[:] = checkpoint[name]
        self.counters[:], self.reached[:] = checkpoint["counters"], checkpoint["reached"]
        self.window = int(checkpoint["window"][0])
