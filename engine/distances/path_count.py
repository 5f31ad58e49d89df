"""How many shortest paths there are: exact numbers of any size, kept as limbs of 32 bits, in bounded steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.boards.move_graph import MoveGraph
from engine.errors import KernelLimitError
from engine.jit import kernel

LIMB_BITS = 32
MAX_LIMBS = 1 << 28
"""Most limbs in the table of all counts: one gigabyte."""


class ShortestPathCount:
    """Counts the shortest paths between `origin` and every square, given the distances from a source.

    direction 1: `origin` is the source itself; the counts become those of the paths from it to every square.
    direction -1: `origin` is a target; only squares between it and the source are visited, and the count of the
    source becomes the number of shortest paths to that target.
    limbs: uint32 (size, limbs), lowest first; limbs are added as numbers outgrow them.
    """

    def __init__(self, graph: MoveGraph, distance: NDArray[np.int32], origin: int, direction: int) -> None:
        self.graph, self.distance, self.direction = graph, distance, direction
        self.limbs: NDArray[np.uint32] = np.zeros((graph.size, 1), dtype=np.uint32)
        self.queue: NDArray[np.int32] = np.empty(graph.size, dtype=np.int32)
        self.limbs[origin, 0] = 1
        self.queue[0] = origin
        self.head, self.tail = 0, 1

    @property
    def finished(self) -> bool:
        """Whether every square that a shortest path visits has its count."""
        return self.head == self.tail

    def advance(self, work: int) -> int:
        """Leave at most `work` squares of the queue; return how many. KernelLimitError beyond a gigabyte."""
        before = self.head
        end = min(before + work, len(self.queue))
        while self.head < min(end, self.tail):
            self._make_room()
            self.head, self.tail = _advance(
                self.graph.neighbours,
                self.graph.degrees,
                self.distance,
                self.limbs,
                self.queue,
                np.array([self.head, self.tail, end]),
                self.direction,
            )
        return self.head - before

    def _make_room(self) -> None:
        """Add limbs when the next square's number fills its highest one: sums of its like must fit."""
        square = self.queue[self.head]
        if self.limbs[square, -1] >> (LIMB_BITS // 2):
            size, width = self.limbs.shape
            if size * 2 * width > MAX_LIMBS:
                raise KernelLimitError(f"the numbers of shortest paths need more than {width} limbs a square")
            self.limbs = np.hstack([self.limbs, np.zeros((size, width), dtype=np.uint32)])

    def checkpoint(self) -> dict[str, NDArray[Any]]:
        """Return the state as arrays; the unused part of the queue is left out."""
        return {
            "count_limbs": self.limbs,
            "count_queue": self.queue[: self.tail],
            "count_head": np.array([self.head], dtype=np.int64),
        }

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Go on from a checkpoint of a count over the same graph and distances."""
        self.limbs = np.ascontiguousarray(state["count_limbs"], dtype=np.uint32)
        self.tail = len(state["count_queue"])
        self.queue[: self.tail] = state["count_queue"]
        self.head = int(state["count_head"][0])


def numbers_of(limbs: NDArray[np.uint32]) -> list[int]:
    """Return the Python integers of uint32 (k, limbs), lowest limb first."""
    little_endian = np.ascontiguousarray(limbs, dtype="<u4")
    return [int.from_bytes(row.tobytes(), "little") for row in little_endian]


@kernel
def _advance(
    neighbours: NDArray[np.int32],
    degrees: NDArray[np.int32],
    distance: NDArray[np.int32],
    limbs: NDArray[np.uint32],
    queue: NDArray[np.int32],
    bounds: NDArray[np.int64],
    direction: int,
) -> tuple[int, int]:
    """Leave squares of the queue until bounds = (head, tail, end) is reached; return the new (head, tail).

    Fills `limbs` uint32 (size, width) and `queue` in place. Returns early before a square whose highest limb is
    half full: a sum has at most as many terms as a square has neighbours, which must be fewer than 2**16.
    """
    head, tail, end = bounds
    first, width = head, limbs.shape[1]
    while head < min(tail, end):
        square = queue[head]
        if head > first and limbs[square, width - 1] >> 16:
            break
        for place in range(degrees[square]):
            neighbour = neighbours[square, place]
            if distance[neighbour] != distance[square] + direction:
                continue
            seen = np.uint32(0)
            carry = np.uint64(0)
            for limb in range(width):
                seen |= limbs[neighbour, limb]
                carry += np.uint64(limbs[neighbour, limb]) + np.uint64(limbs[square, limb])
                limbs[neighbour, limb] = np.uint32(carry & np.uint64(0xFFFFFFFF))
                carry >>= np.uint64(32)
            if seen == 0:
                queue[tail] = neighbour
                tail += 1
        head += 1
    return head, tail
