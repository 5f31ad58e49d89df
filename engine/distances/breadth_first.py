"""Breadth-first search over a move graph, in bounded steps."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.boards.move_graph import MoveGraph
from engine.jit import kernel

UNREACHED = -1


class BreadthFirstSearch:
    """The fewest moves from one square to every other.

    distance: int32 (size,), UNREACHED (-1) for squares not reached yet.
    queue: int32 (size,), the squares in the order in which they were reached; the first `tail` are filled.
    """

    def __init__(self, graph: MoveGraph, source: int) -> None:
        self.graph = graph
        self.distance: NDArray[np.int32] = np.full(graph.size, UNREACHED, dtype=np.int32)
        self.queue: NDArray[np.int32] = np.empty(graph.size, dtype=np.int32)
        self.distance[source] = 0
        self.queue[0] = source
        self.head, self.tail = 0, 1

    @property
    def is_finished(self) -> bool:
        """Whether every reachable square has its distance."""
        return self.head == self.tail

    def advance(self, work: int) -> int:
        """Expand at most `work` squares of the queue; return how many were expanded."""
        before = self.head
        self.head, self.tail = _advance(
            self.graph.neighbours, self.graph.degrees, self.distance, self.queue, before, self.tail, work
        )
        return self.head - before

    def checkpoint(self) -> dict[str, NDArray[np.generic]]:
        """Return the state as arrays; the unused part of the queue is left out."""
        return {
            "search_distance": self.distance,
            "search_queue": self.queue[: self.tail],
            "search_head": np.array([self.head], dtype=np.int64),
        }

    def restore(self, state: Arrays) -> None:
        """Resume from a checkpoint of a search on the same graph."""
        self.distance[:] = state["search_distance"]
        self.tail = len(state["search_queue"])
        self.queue[: self.tail] = state["search_queue"]
        self.head = int(state["search_head"][0])


def distances_from(graph: MoveGraph, source: int) -> NDArray[np.int32]:
    """Return int32 (size,): the fewest moves from `source` to each square, UNREACHED where there is no way."""
    search = BreadthFirstSearch(graph, source)
    search.advance(graph.size)
    return search.distance


def shortest_path(graph: MoveGraph, distance: NDArray[np.int32], target: int) -> NDArray[np.int32]:
    """Return one shortest path as squares from the source of `distance` to `target`; empty where there is none.

    Of several it is the one that, read backwards, always takes the lowest square.
    """
    if distance[target] == UNREACHED:
        return np.zeros(0, dtype=np.int32)
    path = [target]
    while distance[path[-1]] > 0:
        neighbours = graph.neighbours[path[-1], : graph.degrees[path[-1]]]
        path.append(int(neighbours[distance[neighbours] == distance[path[-1]] - 1].min()))
    return np.array(path[::-1], dtype=np.int32)


@kernel
def _advance(
    neighbours: NDArray[np.int32],
    degrees: NDArray[np.int32],
    distance: NDArray[np.int32],
    queue: NDArray[np.int32],
    head: int,
    tail: int,
    work: int,
) -> tuple[int, int]:
    """Expand up to `work` squares of the queue, filling `distance` and `queue` in place; return (head, tail).

    neighbours: int32 (size, width); degrees, distance, queue: int32 (size,); -1 marks squares not yet reached.
    """
    end = min(head + work, len(queue))
    while head < min(tail, end):
        square = queue[head]
        onward = distance[square] + 1
        for index in range(degrees[square]):
            neighbour = neighbours[square, index]
            if distance[neighbour] < 0:
                distance[neighbour] = onward
                queue[tail] = neighbour
                tail += 1
        head += 1
    return head, tail
