"""Slow and obvious: the tours that a symmetry leaves as they are, picked out of all tours."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from tests.reference.all_tours import Tour, all_tours


def undirected(tour: Tour, *, closed: bool) -> frozenset[frozenset[int]]:
    """Return the moves of a tour, which determine it up to its direction and, if closed, its start."""
    pairs = list(pairwise(tour)) + ([(tour[-1], tour[0])] if closed else [])
    return frozenset(frozenset(pair) for pair in pairs)


def symmetric_tours(
    graph: Sequence[Sequence[int]], image: Sequence[int], *, closed: bool
) -> set[frozenset[frozenset[int]]]:
    """Return every tour, as its set of moves, that the symmetry maps to itself."""
    found = set()
    starts = [0] if closed else None
    for tour in all_tours([list(row) for row in graph], starts):
        if (len(tour) > 2 and tour[0] in graph[tour[-1]]) == closed:
            taken = tuple(image[square] for square in tour)
            if undirected(taken, closed=closed) == undirected(tour, closed=closed):
                found.add(undirected(tour, closed=closed))
    return found
