"""Properties of a move graph as a graph: its components, its two-colouring, its distances."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.boards.move_graph import MoveGraph

MAX_SMALL = 1 << 12


@dataclass(frozen=True)
class Components:
    """The connected parts of a graph.

    label: int32 (size,), the part of each square; parts are numbered in the order of their lowest squares.
    sizes: int64, the number of squares of each part.
    """

    label: NDArray[np.int32]
    sizes: NDArray[np.int64]


def components(graph: MoveGraph) -> Components:
    """Return the connected parts of the graph."""
    return _parts(graph.size, *_moves(graph))


def _moves(graph: MoveGraph) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return the first and the second squares of all directed moves."""
    tails, slots = np.nonzero(graph.neighbours >= 0)
    return tails, graph.neighbours[tails, slots]


def _parts(size: int, tails: NDArray[np.integer], heads: NDArray[np.integer]) -> Components:
    """Return the connected parts of the graph on `size` vertices with these edges, given in one direction or both."""
    if size <= MAX_SMALL:
        return _number_components(_lowest_reached(size, tails, heads))
    from scipy.sparse import csr_array  # noqa: PLC0415  takes longer to load than small boards to search
    from scipy.sparse.csgraph import connected_components  # noqa: PLC0415  as above

    edges = csr_array((np.ones(len(tails), dtype=np.int8), (tails, heads)), shape=(size, size))
    return _number_components(connected_components(edges, directed=False)[1])


def _lowest_reached(size: int, tails: NDArray[np.integer], heads: NDArray[np.integer]) -> NDArray[np.int32]:
    """Return int32 (size,): a number for each vertex, equal where edges join them, by spreading lowest numbers."""
    label, before = np.arange(size), np.empty(0, dtype=np.int64)
    while not np.array_equal(label, before):
        before = label.copy()
        np.minimum.at(label, tails, before[heads])
        np.minimum.at(label, heads, before[tails])
        label = label[label]
    return np.unique(label, return_inverse=True)[1].astype(np.int32)


def _number_components(label: NDArray[np.int32]) -> Components:
    lowest = np.empty(int(label.max()) + 1, dtype=np.int64)
    lowest[label[::-1]] = np.arange(len(label) - 1, -1, -1)  # the last writer is the lowest square
    order = np.argsort(lowest)
    rank = np.empty(len(order), dtype=np.int32)
    rank[order] = np.arange(len(order), dtype=np.int32)
    return Components(rank[label], np.bincount(label)[order])


def colouring(graph: MoveGraph) -> NDArray[np.int8] | None:
    """Return int8 (size,): 0 or 1 such that every move changes colour, None where there is no such colouring.

    The lowest square of each component has colour 0.
    """
    parity = (graph.board.coordinates.sum(axis=1) % 2).astype(np.int8)
    if all(_all_differ(parity, column) for column in graph.neighbours.T):
        parts = components(graph).label
        lowest = np.empty(int(parts.max()) + 1, dtype=np.int8)
        lowest[parts[::-1]] = parity[::-1]
        colours: NDArray[np.int8] = parity ^ lowest[parts]
        return colours
    return two_colours(graph.size, *_moves(graph))


def _all_differ(parity: NDArray[np.int8], targets: NDArray[np.int32]) -> bool:
    """Whether the moves of one column of the table lead to squares of the other parity."""
    origins = np.flatnonzero(targets >= 0)
    return not (parity[origins] == parity[targets[origins]]).any()


def two_colours(size: int, tails: NDArray[np.integer], heads: NDArray[np.integer]) -> NDArray[np.int8] | None:
    """Return the colouring, as `colouring` does, of the graph on `size` vertices with these edges.

    This uses the double cover: two copies of each vertex, with edges only between different copies. A component splits
    into two parts there exactly when it can be coloured.
    """
    parts = _parts(2 * size, np.concatenate([tails, tails + size]), np.concatenate([heads + size, heads])).label
    first, second = parts[:size], parts[size:]
    return None if (first == second).any() else (first > second).astype(np.int8)


def distances_from(graph: MoveGraph, source: int) -> NDArray[np.int32]:
    """Return int32 (size,): the fewest moves from `source` to each square, -1 where there is no way."""
    distance = np.full(graph.size, -1, dtype=np.int32)
    distance[source] = 0
    ring, far = np.array([source]), 0
    while len(ring):
        far += 1
        reached = graph.neighbours[ring].reshape(-1)
        reached = reached[reached >= 0]
        ring = np.unique(reached[distance[reached] < 0])
        distance[ring] = far
    return distance
