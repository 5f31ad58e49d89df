"""The exact probability that a walk by Warnsdorff's rule, ties broken at random, becomes a tour, and closes.

Every leaf of the tree of ties is reached with the product of 1 / ties on its way; the leaves that are tours are added
up in search order. Leaves that are dead ends are added up too: both sums together must be 1, which bounds the error.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.boards.move_graph import MoveGraph
from engine.jit import kernel
from engine.sampling.tallies import closing_pairs
from engine.search.bits import ONE, lowest, population
from engine.search.warnsdorff import fewest_exits_of_slots, free_slots


class TieTree:
    """The tree of ties from one start square, advanced by bounded numbers of nodes.

    sums: float64 (3,), the probabilities found so far of a tour, of a closed tour and of a dead end.
    leaves: int64 (3,), how many leaves made up each.
    """

    def __init__(self, graph: MoveGraph, start: int, checkpoint: Arrays | None = None) -> None:
        """Begin at the start square, or resume from a checkpoint; at most 64 moves from a square."""
        self.graph = graph
        self._closes = closing_pairs(graph)[start]
        if checkpoint is None:
            checkpoint = self._beginning(start)
        self.sums, self.leaves = checkpoint["sums"].astype(np.float64), checkpoint["leaves"].astype(np.int64)
        self._path, self._todo = checkpoint["path"].astype(np.int32), checkpoint["todo"].astype(np.uint64)
        self._share, self._depth = checkpoint["share"].astype(np.float64), int(checkpoint["depth"][0])
        self._free = np.ones(graph.size, dtype=np.uint8)
        self._free[self._path[: self._depth + 1]] = 0

    def _beginning(self, start: int) -> dict[str, NDArray[np.generic]]:
        """Return the state on the start square; share[d] is the probability of each move from the d-th square."""
        size = self.graph.size
        free = np.ones(size, dtype=np.uint8)
        free[start] = 0
        slots = np.uint64(free_slots(start, self.graph.neighbours, free))  # compiled functions return plain integers
        first = int(fewest_exits_of_slots(start, slots, self.graph.neighbours, free))
        path, todo, share = np.zeros(size, np.int32), np.zeros(size, np.uint64), np.zeros(size)
        path[0], todo[0], share[0] = start, first, 1.0 / max(1, first.bit_count())
        sums, leaves = np.zeros(3), np.zeros(3, dtype=np.int64)
        if size == 1 or first == 0:
            sums[0 if size == 1 else 2], leaves[0 if size == 1 else 2] = 1.0, 1
        return {"path": path, "todo": todo, "share": share, "sums": sums, "leaves": leaves, "depth": np.zeros(1, int)}

    @property
    def is_finished(self) -> bool:
        """Whether every leaf is counted."""
        return self._depth < 0

    @property
    def error(self) -> float:
        """Bound on the rounding error of each sum: one rounding for each square on a way, one for each leaf added."""
        return float((len(self._path) + self.leaves.sum()) * np.finfo(np.float64).eps)

    def advance(self, nodes: int) -> int:
        """Enter at most `nodes` more squares; return how many were entered."""
        self._depth, done = _advance(
            (self.graph.neighbours, self._closes), self._path, self._todo, self._share, self._free,
            self._depth, nodes, (self.sums, self.leaves),
        )  # fmt: skip
        return int(done)

    def checkpoint(self) -> dict[str, NDArray[np.generic]]:
        """Return the position and the sums."""
        return {
            "path": self._path.copy(),
            "todo": self._todo.copy(),
            "share": self._share.copy(),
            "sums": self.sums.copy(),
            "leaves": self.leaves.copy(),
            "depth": np.array([self._depth], dtype=np.int64),
        }


@kernel
def _advance(
    board: tuple[NDArray[np.int32], NDArray[np.bool_]],
    path: NDArray[np.int32],
    todo: NDArray[np.uint64],
    share: NDArray[np.float64],
    free: NDArray[np.uint8],
    depth: int,
    nodes: int,
    found: tuple[NDArray[np.float64], NDArray[np.int64]],
) -> tuple[int, int]:
    """Search depth first below path[0]; return the depth (-1 at the end) and the squares entered.

    path int32, todo uint64 (slots left), share float64 and free uint8 (size,) and `found` are changed in place.
    """
    neighbours, closes = board
    sums, leaves = found
    size, done = len(path), 0
    while depth >= 0 and done < nodes:
        if todo[depth] == 0:
            free[path[depth]] = 1
            depth -= 1
            continue
        bit = todo[depth] & (~todo[depth] + ONE)
        todo[depth] ^= bit
        square = neighbours[path[depth], lowest(bit)]
        done += 1
        if depth + 2 == size:
            sums[0] += share[depth]
            leaves[0] += 1
            sums[1] += share[depth] * closes[square]
            leaves[1] += closes[square]
            continue
        free[square] = 0
        slots = fewest_exits_of_slots(square, free_slots(square, neighbours, free), neighbours, free)
        if slots == 0:
            free[square] = 1
            sums[2] += share[depth]
            leaves[2] += 1
            continue
        share[depth + 1] = share[depth] / population(slots)
        depth += 1
        path[depth], todo[depth] = square, slots
    return depth, done
