"""The kernel of sweeps over folded boards: states that also know whether the number of odd edges so far is odd.

A key is that of the state without parity, shifted by one bit, and the parity in the lowest one.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from engine.jit import allocating
from engine.search.frontier.problem import SweepProblem
from engine.search.frontier.steps import MAX_SLOTS, frontiers
from engine.search.frontier.transition import ROOM, SECOND, successors

Int64s = NDArray[np.int64]
Edges = Mapping[tuple[int, int], tuple[int, int]]
"""For two vertices, either way, how many even and how many odd edges join them."""

NO_EDGE = (1, 0)
"""The entry of slot 0, for no edge: the parity stays. An apex, or a pair of vertices not named, has one even edge."""


def build_parities(problem: SweepProblem, edges: Edges) -> list[Int64s]:
    """Return for every step int64 (slots, 2): even and odd edges from the vertex to be settled to each slot."""
    after = frontiers(problem)[1:]
    tables = []
    for vertex, frontier in zip(problem.order, after, strict=True):
        table = np.tile(np.array(NO_EDGE, dtype=np.int64), (MAX_SLOTS + 1, 1))
        for slot, other in enumerate(frontier, start=1):
            table[slot] = edges.get((vertex, other), NO_EDGE)
        tables.append(table)
    return tables


def most_alike(edges: Edges) -> int:
    """Return the most ways in which the two edges of one successor can be chosen among edges side by side."""
    return max((sum(joined) for joined in edges.values()), default=1) ** 2


@allocating
def expand_parities(
    keys: Int64s,
    begin: int,
    step: Int64s,
    parities: Int64s,
    alike: int,
    work: Int64s,
    out_keys: Int64s,
    sources: Int64s,
) -> tuple[int, int]:
    """Write the successors of keys[begin:], once for each choice among edges side by side, as `expand` does.

    parities: int64 (slots, 2), of this step. alike: as `most_alike` says.
    """
    found, joined = np.empty(ROOM, dtype=np.int64), np.empty(ROOM, dtype=np.int64)
    at, index = 0, begin
    while index < len(keys) and at + ROOM * alike <= len(out_keys):
        written = successors(keys[index] >> 1, step, work, (found, joined), 0)
        parity = keys[index] & 1
        for number in range(written):
            first, second = joined[number] & ((1 << SECOND) - 1), joined[number] >> SECOND
            even = parities[first, 0] * parities[second, 0] + parities[first, 1] * parities[second, 1]
            odd = parities[first, 0] * parities[second, 1] + parities[first, 1] * parities[second, 0]
            for choice in range(even + odd):
                out_keys[at] = found[number] << 1 | (parity if choice < even else 1 - parity)
                sources[at] = index
                at += 1
        index += 1
    return index, at
