"""How many shortest paths there are: exact numbers of any size, kept as limbs of 32 bits, in bounded steps."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.boards.move_graph import MoveGraph
from engine.errors import KernelLimitError
from engine.jit import kernel

LIMB_BITS = 32
FIRST_ROWS = 1 << 12
MAX_LIMBS = 1 << 28
"""Most limbs in the table of all counts: one gigabyte."""


class ShortestPathCount:
    """Counts the shortest paths between `origin` and every square, given the distances from a source.

    direction 1: `origin` is the source itself; the counts become those of the paths from it to every square.
    direction -1: `origin` is a target; only squares between it and the source are visited, and the count of the
    source becomes the number of shortest paths to that target.
    index: int32 (size,), the index of each square in the queue of visited squares, -1 where not visited.
    limbs: uint32 (rows, limbs), the count of the square at each of these indices, lowest limb first; both sides grow.
    """

    def __init__(self, graph: MoveGraph, distance: NDArray[np.int32], origin: int, direction: int) -> None:
        self.graph, self.distance, self.direction = graph, distance, direction
        self.index: NDArray[np.int32] = np.full(graph.size, -1, dtype=np.int32)
        self.queue: NDArray[np.int32] = np.empty(graph.size, dtype=np.int32)
        self.limbs: NDArray[np.uint32] = np.zeros((FIRST_ROWS, 1), dtype=np.uint32)
        self.index[origin], self.queue[0], self.limbs[0, 0] = 0, origin, 1
        self.head, self.tail = 0, 1

    @property
    def is_finished(self) -> bool:
        """Whether every square that a shortest path visits has its count."""
        return self.head == self.tail

    def counts_of(self, squares: NDArray[np.integer]) -> NDArray[np.uint32]:
        """Return the limbs of the counts of these squares: uint32 (k, limbs), zeros where not visited."""
        indices = self.index[squares]
        counts: NDArray[np.uint32] = np.where(indices[:, None] >= 0, self.limbs[indices], np.uint32(0))
        return counts

    def advance(self, work: int) -> int:
        """Expand squares of the queue for at most about `work` sums of limbs; return how many sums were spent.

        KernelLimitError where the table would grow beyond a gigabyte.
        """
        spent = 0
        while spent < work and not self.is_finished:
            self._make_room()
            before, width = self.head, self.limbs.shape[1]
            self.head, self.tail = _advance(
                self.graph.neighbours,
                self.graph.degrees,
                self.distance,
                self.limbs,
                self.queue,
                self.index,
                np.array([before, self.tail, before + max(1, (work - spent) // width)]),
                self.direction,
            )
            spent += (self.head - before) * width
        return spent

    def _make_room(self) -> None:
        """Grow the table: more limbs when the next square's number fills its highest one, more rows when full."""
        rows, width = self.limbs.shape
        wider = width * 2 if self.limbs[self.head, -1] >> (LIMB_BITS // 2) else width
        full = self.tail + self.graph.neighbours.shape[1] > rows
        longer = min(2 * rows + self.graph.neighbours.shape[1], self.graph.size + 2**16) if full else rows
        if (longer, wider) == (rows, width):
            return
        if longer * wider > MAX_LIMBS:
            raise KernelLimitError(f"the numbers of shortest paths need more than {MAX_LIMBS} limbs")
        grown = np.zeros((longer, wider), dtype=np.uint32)
        grown[: self.tail, :width] = self.limbs[: self.tail]
        self.limbs = grown

    def checkpoint(self) -> dict[str, NDArray[np.generic]]:
        """Return the state as arrays; the unused parts of the queue and the table are left out."""
        return {
            "count_limbs": self.limbs[: self.tail],
            "count_queue": self.queue[: self.tail],
            "count_head": np.array([self.head], dtype=np.int64),
        }

    def restore(self, state: Arrays) -> None:
        """Resume from a checkpoint of a count over the same graph and distances."""
        self.limbs = np.ascontiguousarray(state["count_limbs"], dtype=np.uint32)
        self.tail = len(state["count_queue"])
        self.queue[: self.tail] = state["count_queue"]
        self.index[:] = -1
        self.index[self.queue[: self.tail]] = np.arange(self.tail, dtype=np.int32)
        self.head = int(state["count_head"][0])


@kernel
def _advance(
    neighbours: NDArray[np.int32],
    degrees: NDArray[np.int32],
    distance: NDArray[np.int32],
    limbs: NDArray[np.uint32],
    queue: NDArray[np.int32],
    index: NDArray[np.int32],
    bounds: NDArray[np.int64],
    direction: int,
) -> tuple[int, int]:
    """Expand squares of the queue until bounds = (head, tail, end) is reached; return the new (head, tail).

    Fills `limbs` uint32 (rows, width), `queue` and `index` int32 (size,) in place. Returns early before a square
    whose highest limb is half full (a sum has at most as many terms as a square has neighbours, fewer than 2**16)
    and when the rows might not suffice for its neighbours.
    """
    head, tail, end = bounds
    first, (rows, width) = head, limbs.shape
    while head < min(tail, end):
        if head > first and limbs[head, width - 1] >> 16:
            break
        square = queue[head]
        if tail + degrees[square] > rows:
            break
        for entry in range(degrees[square]):
            neighbour = neighbours[square, entry]
            if distance[neighbour] != distance[square] + direction:
                continue
            if index[neighbour] < 0:
                index[neighbour] = tail
                queue[tail] = neighbour
                tail += 1
            row = limbs[index[neighbour]]
            carry = np.uint64(0)
            for limb in range(width):
                carry += np.uint64(row[limb]) + np.uint64(limbs[head, limb])
                row[limb] = np.uint32(carry & np.uint64(0xFFFFFFFF))
                carry >>= np.uint64(32)
        head += 1
    return head, tail
