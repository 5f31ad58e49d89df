"""2-factors of bipartite move graphs, by maximum flow: every square with two neighbours, or one at a prescribed end.

A tour is a 2-factor of one piece, so that where there is no 2-factor there is no tour.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.boards.move_graph import MoveGraph


def two_factor(
    graph: MoveGraph, colours: NDArray[np.int8], demand: NDArray[np.int32], seed: int
) -> NDArray[np.int32] | None:
    """Return the neighbours of every square in some spanning subgraph of these degrees; None: there is none.

    colours: int8 (size,), 0 or 1, every move changes colour. demand: int32 (size,), 1 or 2, the required degree.
    Returned: int32 (size, 2), -1 where the degree is 1. `seed` picks one of many; the proof does not depend on it.
    """
    from scipy.sparse import csr_array  # noqa: PLC0415  slow to load, and tours of whole rectangles do without it
    from scipy.sparse.csgraph import maximum_flow  # noqa: PLC0415  as above

    size = graph.size
    order = np.random.default_rng(seed).permutation(size)
    index = np.empty(size, dtype=np.int64)
    index[order] = np.arange(size)
    tails, slots = np.nonzero((graph.neighbours >= 0) & (colours == 0)[:, None])
    heads = graph.neighbours[tails, slots]
    white, black = np.flatnonzero(colours == 0), np.flatnonzero(colours == 1)
    required = int(demand[white].sum())
    if required != int(demand[black].sum()):
        return None
    source, sink = size, size + 1
    rows = np.concatenate((index[tails], np.full(len(white), source), index[black]))
    columns = np.concatenate((index[heads], index[white], np.full(len(black), sink)))
    room = np.concatenate((np.ones(len(tails), dtype=np.int32), demand[white], demand[black]))
    network = csr_array((room, (rows, columns)), shape=(size + 2, size + 2), dtype=np.int32)
    result = maximum_flow(network, source, sink)
    if result.flow_value != required:
        return None
    used = np.asarray(result.flow[index[tails], index[heads]]).reshape(-1) > 0
    return _as_links(size, tails[used], heads[used])


def _as_links(size: int, tails: NDArray[np.int64], heads: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the two neighbours of each square, int32 (size, 2)."""
    ends = np.concatenate((tails, heads))
    others = np.concatenate((heads, tails)).astype(np.int32)
    order = np.argsort(ends, kind="stable")
    ends, others = ends[order], others[order]
    second = np.append(False, ends[1:] == ends[:-1])
    links = np.full((size, 2), -1, dtype=np.int32)
    links[ends[~second], 0] = others[~second]
    links[ends[second], 1] = others[second]
    return links
