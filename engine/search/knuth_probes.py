"""Knuth's estimate of the size of a search tree in plain Python, for planning before any kernel runs.

`knuth_estimate` is the compiled twin. The mean of few probes is mostly too low on deep trees, by orders of magnitude.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.boards.move_graph import MoveGraph
from engine.search.pruning_in_python import squares_in, unpruned_branches


class Probes:
    """Random walks down the search trees of one graph, always the same ones.

    tied: branch only to the squares with the fewest onward moves. closing: None where nothing is pruned; else whether
    the tour has to close, in a search that prunes by `exits` and `forced`.
    """

    def __init__(self, graph: MoveGraph, *, tied: bool = False, closing: bool | None = None) -> None:
        self._masks = [sum(1 << square for square in squares) for squares in graph.lists]
        self._tied, self._closing = tied, closing

    def nodes(self, path: Sequence[int], probes: int) -> float:
        """Estimate the nodes of the subtree whose root is the node `path`, itself included."""
        random, total = Random(1), 0.0
        root = (1 << len(self._masks)) - 1 ^ sum(1 << square for square in path)
        for _ in range(probes):
            square, free, width = path[-1], root, 1.0
            while True:
                total += width
                moves = self._branches(square, path[0], free)
                if not moves:
                    break
                width *= len(moves)
                square = random.choice(moves)
                free ^= 1 << square
        return total / probes

    def _branches(self, square: int, start: int, free: int) -> list[int]:
        if self._closing is not None and square != start and free:
            return unpruned_branches(self._masks, square, start, free, closing=self._closing)
        reach = squares_in(self._masks[square] & free)
        if not self._tied or len(reach) < 2:
            return reach
        exits = [(self._masks[other] & free).bit_count() for other in reach]
        return [other for other, count in zip(reach, exits, strict=True) if count == min(exits)]
