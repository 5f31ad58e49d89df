"""A resumable search of a subtree: its position in terms of branch numbers, its counts, its tours."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.boards.move_graph import MoveGraph
from engine.errors import InvalidProblemError
from engine.search.backtrack import Found, Graph, advance
from engine.search.counters import ANY, CLOSED_ONLY, DEAD_ENDS, MAX_MOVES, NO_LIMIT, TOURS
from engine.search.knuth_estimate import tree_size
from engine.search.tree import branches, passed_branches

MAX_MASK_SQUARES = 64
PLANE_MOVES = 8


class TreeSearch:
    """A resumable search of the subtree below one node of the search tree.

    counters: int64 (4,), the tours, closed tours, dead ends and nodes (squares entered) of the subtree so far. Tours
        are directed; a dead end is a leaf that is not a tour of any sort.
    """

    probes = 256
    """Independent estimates that a sample of a subtree's size is the mean of."""

    def __init__(
        self,
        graph: MoveGraph,
        path: Sequence[int],
        *,
        tied: bool = False,
        by_exits: bool = False,
        tour_filter: int = ANY,
    ) -> None:
        """Begin by entering the node `path`; a lone start square counts as entered already.

        tied: branch only to the squares with the fewest onward moves. by_exits: branch to these first, ties as listed.
        tour_filter: ANY, CLOSED_ONLY or OPEN_ONLY tours.
        """
        if graph.neighbours.shape[1] > MAX_MOVES:
            raise InvalidProblemError("/piece", f"a search allows at most {MAX_MOVES} moves from a square")
        self.graph, self.tied, self.by_exits, self.tour_filter = graph, tied, by_exits, tour_filter
        self.counters = np.zeros(4, np.int64)
        self._ends = np.zeros(graph.size, np.int64)
        compact = graph.size <= MAX_MASK_SQUARES and not (tied and graph.neighbours.shape[1] > PLANE_MOVES)
        self._arrays, self._names = _renumber(graph, compact)
        self._rule = (tied, bool(_ascending(self._arrays[0])), by_exits)
        self._path = np.zeros(graph.size, np.int32)
        self._todo = np.zeros(graph.size, np.uint64)
        # Above the node there is a stem with one branch, so that a node which is a leaf is counted like any other.
        self._stem = list(path[:-1]) or list(path)
        self._only = path[-1] if len(path) > 1 else None
        self._span = np.full(2, len(self._stem) - 1, np.int64)
        self._go_to(np.zeros(1, np.int32))
        if self._only is None and not self._todo[0] and graph.size > 1:
            self.counters[DEAD_ENDS] = 1

    @property
    def ends(self) -> NDArray[np.int64]:
        """The requested tours by their last square: int64 (squares,)."""
        return self._ends[self._names]

    @property
    def floor(self) -> int:
        """The depth above which the search does not step back."""
        return int(self._span[1])

    @property
    def is_finished(self) -> bool:
        """Whether the whole subtree has been searched."""
        return bool(self._span[0] < self._span[1])

    def advance(self, nodes: int, tours: int = NO_LIMIT, capacity: int = 0) -> NDArray[np.int32]:
        """Enter at most `nodes` more squares, stopping right after the `tours`-th requested tour found.

        With `capacity` > 0 the requested tours are returned, int32 (k, squares), and the search stops after `capacity`.
        """
        buffer = np.empty((capacity, self.graph.size), np.int32)
        stop = min(tours, capacity) if capacity else tours
        found, limits = (self.counters, self._ends, buffer), [nodes, stop, self.tour_filter]
        found_tours = self._run(found, limits) if self.graph.size > 1 else self._stay(found)
        return self._names[buffer[:found_tours]]

    def _stay(self, found: Found) -> int:
        """Find the one tour of a board of one square, which is open: no branch leads to it."""
        counters, ends, tours = found
        found_tours = 0 if self.tour_filter == CLOSED_ONLY else 1
        counters[TOURS] += 1
        ends += found_tours
        tours[:found_tours] = 0
        self._span[0] = self._span[1] - 1
        return found_tours

    def _run(self, found: Found, limits: list[int]) -> int:
        stack = (self._path, self._todo)
        return advance(self._arrays, self._rule, stack, self._span, found, np.array(limits, np.int64))

    def place(self) -> tuple[int, ...]:
        """Return the branches passed at each depth: those tried, without the one being searched."""
        return passed_branches(self.position()[0].tolist())

    def ahead(self, levels: int) -> list[list[int]]:
        """Return the branches not tried yet at the first depths, numbered as in the tree without prunings."""
        depth, floor = self._span.tolist()
        return [
            [number for number, square in enumerate(met) if self._mask(at, [square]) & int(self._todo[at])]
            for at, met in enumerate(self._branches_met(min(depth, floor + levels - 1)), start=floor)
        ]

    def sample(self, path: Sequence[int], seed: int) -> tuple[float, float]:
        """Estimate the nodes that this search enters below the node `path`: (mean, standard error)."""
        return tree_size(self.graph, path, tied=self.tied, probes=self.probes, seed=seed)

    def checkpoint(self) -> dict[str, NDArray[np.generic]]:
        """Return the branch numbers and the counts."""
        counts = {"counters": self.counters.copy(), "ends": self.ends}
        return {"tried": self.position()[0], "floor": self._span[1:].copy(), **counts}

    def position(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return for each depth from the node's own down the branches tried, the current one included, and those met.

        The first depth is the step into the node (of a lone start square: its branches). Empty when finished.
        """
        depth, floor = self._span.tolist()
        met = [len(choices) for choices in self._branches_met(depth)]
        ahead = [int(left).bit_count() for left in self._todo[floor : depth + 1]]
        return np.array(met, np.int32) - np.array(ahead, np.int32), np.array(met, np.int32)

    def restore(self, checkpoint: Arrays) -> None:
        """Go to the position that a checkpoint describes, and to its counts.

        The saved search may have had a higher floor; what it had left above ours is not searched.

        """
        self.counters[:] = checkpoint["counters"]
        self._ends[:] = checkpoint["ends"][self._names]
        raised = self.floor - int(checkpoint["floor"][0])
        tried = checkpoint["tried"][raised:].astype(np.int32)
        self._go_to(np.concatenate([np.ones(1, tried.dtype), tried[1:]]) if raised else tried)

    def _go_to(self, tried: NDArray[np.int32]) -> None:
        floor = len(self._stem) - 1
        self._span[:] = floor + len(tried) - 1, floor
        self._path[: floor + 1] = self._names[self._stem]
        visited = set(self._stem)
        for depth, number in enumerate(tried.tolist(), start=floor):
            choices = self._choices(depth, visited)
            self._todo[depth] = self._mask(depth, choices[number:])
            if depth < self._span[0]:
                self._path[depth + 1] = self._names[choices[number - 1]]
                visited.add(choices[number - 1])

    def _branches_met(self, depth: int) -> list[list[int]]:
        """Return the branches met at each depth from the floor to `depth`."""
        floor = len(self._stem) - 1
        visited = set(self._stem)
        met = []
        for at in range(floor, depth + 1):
            visited.add(int(self._names[self._path[at]]))
            met.append(self._choices(at, visited))
        return met

    def _choices(self, depth: int, visited: set[int]) -> list[int]:
        if depth == len(self._stem) - 1 and self._only is not None:
            return [self._only]
        square = int(self._names[self._path[depth]])
        return branches(self.graph, square, visited, tied=self.tied, by_exits=self.by_exits)

    def _mask(self, depth: int, squares: Sequence[int]) -> int:
        """Return branches as the kernel of this board keeps them: a mask of squares, or of slots."""
        if len(self._arrays[1]):
            return sum(1 << int(self._names[square]) for square in squares)
        row = self.graph.neighbours[self._names[self._path[depth]]].tolist()
        return sum(1 << row.index(square) for square in squares)


def _ascending(neighbours: NDArray[np.int32]) -> bool:
    """Whether every list of neighbours ascends."""
    filled = np.where(neighbours < 0, len(neighbours), neighbours)
    return bool(np.all(np.diff(filled) >= 0))


def _renumber(graph: MoveGraph, compact: bool) -> tuple[Graph, NDArray[np.int32]]:
    """Return the kernel's graph, squares numbered from the end where that makes the lists ascend, and their names.

    The usual order of directions makes them descend on flat boards; an ascending list's first free square is found
    by one instruction.
    """
    names = np.arange(graph.size, dtype=np.int32)
    neighbours = graph.neighbours.copy()
    turned = np.where(neighbours < 0, -1, graph.size - 1 - neighbours)[::-1].astype(np.int32)
    if _ascending(turned):
        names, neighbours = names[::-1].copy(), turned.copy()
    lists = [row[row >= 0].tolist() for row in neighbours] if compact else []
    masks = np.array([sum(1 << square for square in squares) for squares in lists], np.uint64)
    return (neighbours, masks), names
