"""A resumable search that leaves out hopeless branches; otherwise as `TreeSearch`."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.boards.move_graph import MoveGraph
from engine.search.backtrack import Found
from engine.search.counters import ANY, CLOSED_ONLY
from engine.search.knuth_estimate import mean_and_error
from engine.search.pruned import search_pruned
from engine.search.stochastic_enumeration import beam_sizes
from engine.search.tree_search import TreeSearch

MAX_PLACED = 16
"""Depths at which `place` numbers branches: more than a tree is ever cut at."""

WIDTH = 256
"""Nodes of a level that a sample of a subtree's size follows."""


class PrunedSearch(TreeSearch):
    """A `TreeSearch` of fewer nodes: the same tours, ends and order, but the dead ends and nodes of the pruned tree."""

    probes = 4
    """Beams a sample: a fraction of a second for the parts of a tree of 8x8."""

    def __init__(
        self,
        graph: MoveGraph,
        path: Sequence[int],
        *,
        prunings: Collection[str],
        connected_at: Collection[int] = (),
        by_exits: bool = False,
        tour_filter: int = ANY,
    ) -> None:
        """Begin by entering the node `path`. The board has at most 64 squares of at most 15 moves.

        prunings: "exits", "forced". connected_at: the numbers of squares visited at which connectivity is tested.
        by_exits: as for `TreeSearch`.
        Where only closed tours are requested, pruning requires tours to close; open tours are not counted then.
        """
        super().__init__(graph, path, by_exits=by_exits, tour_filter=tour_filter)
        self._met = np.zeros(graph.size, np.int32)
        self._met[self._span[1]] = int(self._todo[self._span[1]]).bit_count()
        self._flags = (tour_filter == CLOSED_ONLY, "exits" in prunings, "forced" in prunings, *self._rule[1:])
        depths = sum(1 << depth - 1 for depth in connected_at)
        self._connected = depths - (1 << 64) if depths >> 63 else depths

    def close_later(self) -> None:
        """Let tours close only from squares that come after the first move's among the start's neighbours.

        A closed tour and its reverse have the same first and last moves, exchanged: one of each pair of tours is left.
        Links between the start, which the search has left, and squares that must not be the last are cut.
        """
        start, first = self._stem[0], self._stem[1] if len(self._stem) > 1 else self._only
        assert first is not None, "the node is below a first move"
        neighbours = self.graph.lists[start]
        links, place = self._arrays[1], int(self._names[start])
        for square in neighbours[: neighbours.index(first) + 1]:
            other = int(self._names[square])
            links[place] &= ~(np.uint64(1) << np.uint64(other))
            links[other] &= ~(np.uint64(1) << np.uint64(place))

    def _run(self, found: Found, limits: list[int]) -> int:
        stack = (self._path, self._todo, self._met)
        bounds = np.array([*limits, self._connected], np.int64)
        return search_pruned(self._arrays, self._flags, stack, self._span, found, bounds)

    def position(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return the branches tried and met at each depth; those pruned are in neither."""
        depth, floor = self._span.tolist()
        met = self._met[floor : depth + 1]
        ahead = [int(left).bit_count() for left in self._todo[floor : depth + 1]]
        return met - np.array(ahead, np.int32), met.copy()

    def place(self) -> tuple[int, ...]:
        """Return the branches passed at the first depths, numbered as in the tree without prunings."""
        depth, floor = self._span.tolist()
        path = self._names[self._path[: depth + 1]].tolist()
        numbers = []
        for choices, at in zip(
            self._branches_met(min(depth, floor + MAX_PLACED)), range(floor, depth + 1), strict=False
        ):
            ahead = [index for index, square in enumerate(choices) if self._mask(at, [square]) & int(self._todo[at])]
            last = ahead[0] if ahead else len(choices)
            numbers.append(choices.index(path[at + 1]) if at < depth else last)
        return tuple(numbers)

    def sample(self, path: Sequence[int], seed: int) -> tuple[float, float]:
        """Estimate the nodes that this search enters below the node `path`: (mean, standard error)."""
        sizes = np.empty(self.probes, np.float64)
        connected = np.uint64(self._connected & (2**64 - 1))
        beam_sizes(self._arrays[1], self._flags, connected, self._names[list(path)], WIDTH, seed, sizes)
        return mean_and_error(sizes)

    def checkpoint(self) -> dict[str, NDArray[np.generic]]:
        """Return the path, the branches left and met at each depth, and the counts."""
        depth = self._span[0] + 1
        return {
            "path": self._path[:depth].copy(),
            "todo": self._todo[:depth].copy(),
            "met": self._met[:depth].copy(),
            "floor": self._span[1:].copy(),
            "counters": self.counters.copy(),
            "ends": self._ends.copy(),
        }

    def restore(self, checkpoint: Arrays) -> None:
        """Go to the position of a checkpoint; see `TreeSearch.restore`."""
        depth = len(checkpoint["path"])
        self._span[0] = depth - 1
        for name in ("path", "todo", "met"):
            getattr(self, f"_{name}")[:depth] = checkpoint[name]
        if self.floor > int(checkpoint["floor"][0]):
            self._todo[self.floor], self._met[self.floor] = 0, 1
        self.counters[:] = checkpoint["counters"]
        self._ends[:] = checkpoint["ends"]
