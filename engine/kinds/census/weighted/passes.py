"""Which weighted sweeps a census needs: one for all statistics that symmetries take to each other, one for moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from engine.boards.move_graph import MoveGraph
from engine.boards.symmetry import symmetries
from engine.features.move_sums import Move, weights_of
from engine.search.frontier.weights import Weights

USES = "moves"
"""The name of the sweep that carries the uses of moves."""


@dataclass(frozen=True)
class Pass:
    """One weighted sweep.

    name: the first of its statistics, or USES. statistics: those whose distribution it gives.
    """

    name: str
    weights: Mapping[Move, int]
    statistics: tuple[str, ...] = ()

    def carried(self, stride: int) -> Weights:
        """Return the weights that the sweep carries, in digits of `stride` words."""
        return Weights(self.weights, uses=not self.statistics, stride=stride)


@lru_cache(maxsize=64)
def passes_of(graph: MoveGraph, statistics: tuple[str, ...], moves: bool) -> tuple[Pass, ...]:
    """Return the sweeps for these statistics, and for the uses of each move; InvalidProblemError as of `weights_of`."""
    orbits = Orbits(graph)
    alike: dict[bytes, tuple[Mapping[Move, int], list[str]]] = {}
    for index, name in enumerate(statistics):
        weights = weights_of(graph, name, f"/statistics/{index}")
        alike.setdefault(orbits.least_image(weights), (weights, []))[1].append(name)
    found = [Pass(names[0], weights, tuple(names)) for weights, names in alike.values()]
    return (*found, *([Pass(USES, orbits.classes())] if moves else []))


class Orbits:
    """The moves of a board, and how its symmetries permute them."""

    def __init__(self, graph: MoveGraph) -> None:
        self._moves = [(square, other) for square, row in enumerate(graph.lists) for other in row if square < other]
        size, images = graph.size, symmetries(graph.board).astype(np.int64)
        ends = np.array(self._moves, dtype=np.int64).reshape(-1, 2)
        codes = np.sort(ends, axis=1) @ np.array([size, 1])
        found = np.sort(images[:, ends], axis=2) @ np.array([size, 1])
        order = np.argsort(codes)
        self._places: NDArray[np.intp] = order[np.searchsorted(codes[order], found)]
        """intp (symmetries, moves): which move each symmetry takes each move to."""

    def least_image(self, weights: Mapping[Move, int]) -> bytes:
        """Return a key that is equal for weights that a symmetry takes to each other, and for no others."""
        by_move = np.array([weights.get(move, 0) for move in self._moves], dtype=np.int64)
        return min(bytes(row.tobytes()) for row in by_move[self._places])

    def classes(self) -> dict[Move, int]:
        """Return the number of each move's class, from 1 on in the order of their first moves."""
        least = self._places.min(axis=0)
        _, numbers = np.unique(least, return_inverse=True)
        return {move: number + 1 for move, number in zip(self._moves, numbers.tolist(), strict=True)}
