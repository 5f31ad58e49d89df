"""A resumable search for the completions of a partly given tour: its position in branch numbers, its counts, tours."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.boards.move_graph import MoveGraph
from engine.search.completion.known import PartialTour
from engine.search.completion.tree import advance, go_down
from engine.search.counters import ANY, CLOSED_ONLY, NO_LIMIT


class CompletionSearch:
    """A resumable search of the subtree below one node of the tree of completions.

    counters: int64 (4,), the directed tours, those that close, dead ends and nodes of the subtree so far. A dead end is
    a node that narrowing refutes.
    """

    def __init__(
        self, graph: MoveGraph, known: PartialTour, branches: Sequence[int] = (), *, tour_filter: int = ANY
    ) -> None:
        """Begin above the node that these branches lead to from the root; entering it comes first.

        tour_filter: ANY, CLOSED_ONLY or OPEN_ONLY tours.
        """
        self.graph, self.tour_filter = graph, tour_filter
        self.counters = np.zeros(4, np.int64)
        self._table = _table(graph, known)
        self._stack = _stack(graph, known)
        depths = len(self._stack[0])
        self._nodes = np.zeros((depths, 3), np.int32)
        self._nodes[0] = -1, 1, 0
        path = [0, *branches]
        self._span = np.array([0, 0], np.int64)
        for number in path[:-1]:
            self._take(number)
        depth = self._span[1] = self._span[0]
        self._nodes[depth, 1:] = path[-1] + 1, path[-1]

    def _take(self, number: int) -> None:
        """Go down a branch that has been entered before."""
        depth = int(self._span[0])
        self._nodes[depth, 2] = number + 1
        go_down(self._table, self._stack, self._nodes, depth, self._closing)
        self._span[0] = depth + 1

    @property
    def _closing(self) -> bool:
        return self.tour_filter == CLOSED_ONLY

    @property
    def floor(self) -> int:
        """The depth above which the search does not step back."""
        return int(self._span[1])

    @property
    def is_finished(self) -> bool:
        """Whether the whole subtree has been searched."""
        return bool(self._span[0] < self._span[1])

    def advance(self, nodes: int, tours: int = NO_LIMIT, capacity: int = 0) -> tuple[int, NDArray[np.int32]]:
        """Enter at most `nodes` more nodes, stopping right after the `tours`-th requested tour found now.

        Returns the number of requested tours found and the first `capacity` of them: int32 (k, squares), in tour order.
        """
        buffer = np.empty((capacity, self.graph.size), np.int32)
        limits = (nodes, tours, self.tour_filter)
        found = advance(self._table, self._stack, self._nodes, self._span, (self.counters, buffer), limits)
        return found, buffer[:found]

    @property
    def known_at_once(self) -> int:
        """Squares whose time follows from the givens by propagation alone; 0 before that is done."""
        times = self._stack[0][1]
        return int((np.bitwise_count(times).sum(axis=1) == 1).sum())

    def place(self) -> list[int]:
        """Return the branch being searched at each level below the node, except the deepest level reached."""
        return [int(tried) - 1 for tried in self._nodes[self.floor + 1 : int(self._span[0]), 2]]

    def ahead(self) -> list[tuple[int, int]]:
        """Return (level below the node, branch) of all branches not tried yet."""
        floor, depth = self.floor, int(self._span[0])
        return [
            (level, number)
            for level, (met, tried) in enumerate(self._nodes[floor + 1 : depth + 1, 1:].tolist())
            for number in range(tried, met)
        ]

    @property
    def share(self) -> float:
        """The share of the subtree already searched, every branch of a node given an equal share."""
        behind, width = 0.0, 1.0
        floor, depth = int(self._span[1]), int(self._span[0])
        for at, (met, tried) in enumerate(self._nodes[floor + 1 : depth + 1, 1:].tolist(), start=floor + 1):
            width /= met
            behind += (tried - (at < depth)) * width
        return 1.0 if self.is_finished else behind

    def checkpoint(self) -> Arrays:
        """Return the branches tried and met at each depth, and the counts."""
        depth = int(self._span[0])
        nodes = self._nodes[: depth + 1, 1:].copy()
        return {"nodes": nodes, "floor": self._span[1:].copy(), "counters": self.counters.copy()}

    def restore(self, checkpoint: Arrays) -> None:
        """Go to the position that a checkpoint describes, and to its counts.

        The saved search may have had a higher floor; what it had left above ours is not searched.
        """
        self.counters[:] = checkpoint["counters"]
        nodes, floor = np.asarray(checkpoint["nodes"], np.int32), self.floor
        self._span[0] = 0
        for _, tried in nodes[:-1].tolist():
            self._take(tried - 1)
        self._nodes[: len(nodes), 1:] = nodes
        if floor > int(checkpoint["floor"][0]):
            self._nodes[floor, 1] = self._nodes[floor, 2]
        self._span[:] = len(nodes) - 1, floor


def _table(graph: MoveGraph, known: PartialTour) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    back = np.full_like(graph.neighbours, -1)
    for square, row in enumerate(graph.lists):
        for slot, other in enumerate(row):
            back[square, slot] = graph.lists[other].index(square)
    arcs = np.array(known.arcs, np.int32).reshape(-1, 2)
    return np.ascontiguousarray(graph.neighbours), back, arcs


def _stack(graph: MoveGraph, known: PartialTour) -> tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.uint64]]:
    """Return room for every depth, the first filled with what is given; each guess fixes a square."""
    size, words = graph.size, -(-graph.size // 64)
    times = np.zeros((size + 2, size, words), np.uint64)
    links, bonds = (np.zeros((size + 2, size), np.uint64) for _ in range(2))
    free = ((1 << size) - 1) & ~sum(1 << time for time in known.at.values())
    for square in range(size):
        possible = 1 << known.at[square] if square in known.at else free
        times[0, square] = [possible >> 64 * word & (1 << 64) - 1 for word in range(words)]
        links[0, square] = (1 << len(graph.lists[square])) - 1
    for one, two in known.barred:
        for square, other in ((one, two), (two, one)):
            links[0, square] &= ~_slot(graph, square, other)
    for one, two in (*known.bonds, *known.arcs):
        for square, other in ((one, two), (two, one)):
            bonds[0, square] |= _slot(graph, square, other)
    return times, links, bonds


def _slot(graph: MoveGraph, square: int, other: int) -> np.uint64:
    return np.uint64(1 << graph.lists[square].index(other))
