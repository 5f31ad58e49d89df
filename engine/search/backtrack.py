"""Depth-first search for tours: every Hamiltonian path from a start square, in the order of the neighbour lists.

Each node of the tree is a path; its branches are the free neighbours of its last square or, under Warnsdorff's
rule, those of them with the fewest onward moves. A leaf is a tour or a dead end. Boards of at most 64 squares are
searched on one 64-bit mask (the branches left at a node are a mask of squares), larger ones on an array of bytes
(the branches left are a mask of slots of the neighbour list).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.boards.move_graph import MoveGraph
from engine.errors import InvalidProblemError
from engine.jit import kernel
from engine.search.bits import ONE, lowest
from engine.search.tree import branches
from engine.search.warnsdorff import fewest_exits_of_mask, fewest_exits_of_slots, free_slots

TOURS, CLOSED, DEAD_ENDS, NODES = range(4)
ANY, CLOSED_ONLY, OPEN_ONLY = range(3)
MASK_SQUARES = 64
MAX_MOVES = 64
NO_LIMIT = 2**62

Graph = tuple[NDArray[np.int32], NDArray[np.uint64]]
Stack = tuple[NDArray[np.int32], NDArray[np.uint64], NDArray[np.int32]]
Found = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int32]]


@kernel
def _record(path: NDArray[np.int32], last: int, closed: bool, found: Found, wanted: int, emitted: int) -> int:
    """Count the tour path + last; write it down if it is wanted and there is room. Return 1 if it is wanted.

    closed: whether a move leads from the last square to the first; to close, a tour needs three squares besides.
    """
    counters, ends, buffer = found
    closed = closed and len(path) > 2
    counters[TOURS] += 1
    counters[CLOSED] += closed
    if wanted != ANY and closed != (wanted == CLOSED_ONLY):
        return 0
    ends[last] += 1
    if emitted < buffer.shape[0]:
        buffer[emitted, :-1] = path[:-1]
        buffer[emitted, -1] = last
    return 1


@kernel
def _search_masks(
    graph: Graph, tied: bool, stack: Stack, span: NDArray[np.int64], found: Found, limits: NDArray[np.int64]
) -> int:
    """Advance until limits[0] nodes were entered or limits[1] wanted tours found; return how many wanted were found.

    stack: path int32 (n,), branches left at each depth as masks of squares, uint64 (n,), and where to look for the next
        in the neighbour list, int32 (n,). Changed in place.
    span: the depth reached (below the floor when the subtree is finished) and the floor, the depth of its root.
    limits: nodes, wanted tours, which tours are wanted.
    """
    neighbours, masks = graph
    path, todo, cursor = stack
    depth, floor = span
    last_choice = len(path) - 2
    free = ~np.uint64(0)
    for at in range(depth + 1):
        free ^= ONE << np.uint64(path[at])
    nodes = np.int64(0)
    dead_ends = np.int64(0)
    wanted = 0
    while nodes < limits[0] and depth >= floor:
        left = todo[depth]
        if left == 0:
            free |= ONE << np.uint64(path[depth])
            depth -= 1
            continue
        slot = cursor[depth]
        square = path[depth]
        while not (left >> np.uint64(neighbours[square, slot])) & ONE:
            slot += 1
        cursor[depth] = slot + 1
        square = neighbours[square, slot]
        bit = ONE << np.uint64(square)
        todo[depth] = left ^ bit
        nodes += 1
        exits = masks[square] & free
        if exits:
            if tied:
                exits = fewest_exits_of_mask(exits, masks, free ^ bit)
            depth += 1
            path[depth] = square
            todo[depth] = exits
            cursor[depth] = 0
            free ^= bit
        elif depth < last_choice:
            dead_ends += 1
        else:
            wanted += _record(path, square, (masks[square] >> np.uint64(path[0])) & ONE != 0, found, limits[2], wanted)
            if wanted == limits[1]:
                break
    found[0][NODES] += nodes
    found[0][DEAD_ENDS] += dead_ends
    span[0] = depth
    return wanted


@kernel
def _search_slots(
    graph: Graph, tied: bool, stack: Stack, span: NDArray[np.int64], found: Found, limits: NDArray[np.int64]
) -> int:
    """Do the same on a board of any size; the branches left at each depth are masks of slots (the cursor is unused)."""
    neighbours, _ = graph
    path, todo, _ = stack
    depth, floor = span
    last_choice = len(path) - 2
    free = np.ones(len(path), np.uint8)
    free[path[: depth + 1]] = 0
    nodes = np.int64(0)
    dead_ends = np.int64(0)
    wanted = 0
    while nodes < limits[0] and depth >= floor:
        left = todo[depth]
        if left == 0:
            free[path[depth]] = 1
            depth -= 1
            continue
        square = neighbours[path[depth], lowest(left)]
        todo[depth] = left & (left - ONE)
        nodes += 1
        free[square] = 0
        exits = free_slots(square, neighbours, free)
        if exits:
            if tied:
                exits = fewest_exits_of_slots(square, exits, neighbours, free)
            depth += 1
            path[depth] = square
            todo[depth] = exits
            continue
        free[square] = 1
        if depth < last_choice:
            dead_ends += 1
        else:
            wanted += _record(path, square, _adjacent(neighbours, square, path[0]), found, limits[2], wanted)
            if wanted == limits[1]:
                break
    found[0][NODES] += nodes
    found[0][DEAD_ENDS] += dead_ends
    span[0] = depth
    return wanted


@kernel
def _adjacent(neighbours: NDArray[np.int32], square: int, other: int) -> bool:
    for neighbour in neighbours[square]:  # noqa: SIM110  kernels have no generator expressions
        if neighbour == other:
            return True
    return False


class TreeSearch:
    """A resumable search of the subtree below one node of the search tree.

    counters: int64 (4,), the tours, closed tours, dead ends and nodes (squares entered) of the subtree so far. Tours
        are directed; a dead end is a leaf that is not a tour of any sort.
    ends: int64 (squares,), the wanted tours by their last square.
    """

    def __init__(self, graph: MoveGraph, path: Sequence[int], *, tied: bool = False, wanted: int = ANY) -> None:
        """Begin with entering the node `path`; a lone start square counts as entered already.

        tied: branch only to the squares with the fewest onward moves. wanted: ANY, CLOSED_ONLY or OPEN_ONLY tours.
        """
        if graph.neighbours.shape[1] > MAX_MOVES:
            raise InvalidProblemError("/piece", f"a search allows at most {MAX_MOVES} moves from a square")
        self.graph, self.tied, self.wanted = graph, tied, wanted
        self.counters = np.zeros(4, np.int64)
        self.ends = np.zeros(graph.size, np.int64)
        self._compact = graph.size <= MASK_SQUARES
        self._arrays: Graph = (graph.neighbours, graph.masks if self._compact else np.zeros(0, np.uint64))
        self._path = np.zeros(graph.size, np.int32)
        self._todo = np.zeros(graph.size, np.uint64)
        # Above the node there is a stem with one branch, so that a node which is a leaf is counted like any other.
        self._stem = list(path[:-1]) or list(path)
        self._only = path[-1] if len(path) > 1 else None
        self._span = np.full(2, len(self._stem) - 1, np.int64)
        self.restore(np.zeros(1, np.int32))
        if self._only is None and not self._todo[0]:
            self.counters[DEAD_ENDS] = 1

    @property
    def finished(self) -> bool:
        """Whether the whole subtree has been searched."""
        return bool(self._span[0] < self._span[1])

    def advance(self, nodes: int, tours: int = NO_LIMIT, capacity: int = 0) -> NDArray[np.int32]:
        """Enter at most `nodes` more squares, stopping right after the `tours`-th wanted tour found.

        With `capacity` > 0 the wanted tours are returned, int32 (k, squares), and the search stops after `capacity`.
        """
        buffer = np.empty((capacity, self.graph.size), np.int32)
        limits = np.array([nodes, min(tours, capacity) if capacity else tours, self.wanted], np.int64)
        stack = (self._path, self._todo, np.zeros(self.graph.size, np.int32))
        search = _search_masks if self._compact else _search_slots
        wanted = search(self._arrays, self.tied, stack, self._span, (self.counters, self.ends, buffer), limits)
        return buffer[:wanted]

    def position(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return for each depth from the node's own down the branches tried, the current one included, and those met.

        The first depth is the step into the node (of a lone start square: its branches). Empty when finished.
        """
        depth, floor = self._span.tolist()
        path = self._path[: depth + 1].tolist()
        met = [len(choices) for choices in self._met(path[floor:])]
        ahead = [int(left).bit_count() for left in self._todo[floor : depth + 1]]
        return np.array(met, np.int32) - np.array(ahead, np.int32), np.array(met, np.int32)

    def restore(self, tried: NDArray[np.int32]) -> None:
        """Go to the position with these numbers of branches tried."""
        floor = len(self._stem) - 1
        self._span[:] = floor + len(tried) - 1, floor
        self._path[: floor + 1] = self._stem
        visited = set(self._stem)
        for depth, number in enumerate(tried.tolist(), start=floor):
            choices = self._choices(depth, visited)
            self._todo[depth] = self._mask(depth, choices[number:])
            if depth < self._span[0]:
                self._path[depth + 1] = choices[number - 1]
                visited.add(choices[number - 1])

    def _met(self, path: Sequence[int]) -> list[list[int]]:
        visited = set(self._stem)
        met = []
        for depth, square in enumerate(path, start=len(self._stem) - 1):
            visited.add(square)
            met.append(self._choices(depth, visited))
        return met

    def _choices(self, depth: int, visited: set[int]) -> list[int]:
        if depth == len(self._stem) - 1 and self._only is not None:
            return [self._only]
        return branches(self.graph, int(self._path[depth]), visited, tied=self.tied)

    def _mask(self, depth: int, squares: Sequence[int]) -> int:
        """Return the branches as the kernel of this board keeps them: a mask of squares, or of slots."""
        if self._compact:
            return sum(1 << square for square in squares)
        row = self.graph.neighbours[self._path[depth]].tolist()
        return sum(1 << row.index(square) for square in squares)
