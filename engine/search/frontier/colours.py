"""The two colours of a bipartite move graph, and which ends of a path they leave possible. Never loads numba."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from engine.boards.components import two_colours

Adjacency = tuple[tuple[int, ...], ...]


@lru_cache(maxsize=64)
def two_colouring(adjacency: Adjacency) -> tuple[int, ...] | None:
    """Return 0 or 1 for each vertex so that neighbours differ, None where there is no such colouring.

    An apex among the neighbours is ignored.
    """
    edges = [(u, w) for u, row in enumerate(adjacency) for w in row if w < len(adjacency)]
    tails, heads = np.array(edges, dtype=np.int64).reshape(-1, 2).T
    colours = two_colours(len(adjacency), tails, heads)
    return None if colours is None else tuple(colours.tolist())


def possible_ends(adjacency: Adjacency, start: int) -> tuple[int, ...]:
    """Return the squares where a Hamiltonian path from `start` can end as far as colours tell."""
    others = tuple(u for u in range(len(adjacency)) if u != start)
    colours = two_colouring(adjacency)
    if colours is None:
        return others
    mine = sum(colour == colours[start] for colour in colours)
    lead = mine - (len(colours) - mine)
    if lead not in (0, 1):
        return ()
    return tuple(u for u in others if (colours[u] == colours[start]) == (lead == 1))
