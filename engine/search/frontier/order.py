"""In which order a sweep settles the squares: one that keeps the number of states small. Never loads numba.

A beam search over sets of settled squares, by the number of patterns met in all. On 7x8 its order meets a
quarter of the states of row after row: corners first, then whole colours of a row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

import numpy as np

from engine.boards.move_graph import MoveGraph
from engine.boards.symmetry import is_automorphism, symmetries
from engine.search.frontier.bound import StateBound, state_bounds
from engine.search.frontier.problem import SweepProblem, adjacency_of, problem_of

Order = tuple[int, ...]

BEAM = 500
MOST_WORK = 30_000
"""Beam times squares: on large boards the beam is narrower, so that finding an order takes a second or two."""
MOST_SYMMETRIES = 16
"""Symmetries that states are folded by; a torus has more, but few sets of settled squares have any."""


class Partial(NamedTuple):
    """An order begun: the patterns met so far in all, the vertices settled and touched as masks."""

    cost: float
    settled: int
    touched: int
    order: Order


def well_ordered(graph: MoveGraph, squares: Sequence[int] = ()) -> SweepProblem:
    """Return the sweep for cycles (no squares), for paths from one or between two squares, in the best order found."""
    problem = problem_of(adjacency_of(graph), squares)
    orders = (*axis_orders(graph), _beam(problem, graph.size))
    return min(map(problem.with_order, orders), key=lambda ordered: float(state_bounds(ordered).sum()))


@lru_cache(maxsize=64)
def symmetries_of(graph: MoveGraph) -> tuple[Order, ...]:
    """Return the board's first symmetries that are automorphisms of the move graph."""
    table = [image for image in symmetries(graph.board)[: 4 * MOST_SYMMETRIES] if is_automorphism(graph, image)]
    return tuple(tuple(image.tolist()) for image in table[:MOST_SYMMETRIES])


def axis_orders(graph: MoveGraph) -> Iterator[Order]:
    """Yield the orders row by row, column by column, and so on."""
    coordinates = graph.board.coordinates
    for axes in permutations(range(coordinates.shape[1])):
        yield tuple(np.lexsort([coordinates[:, axis] for axis in axes]).tolist())


def _beam(problem: SweepProblem, squares: int) -> Order:
    """Extend the best BEAM orders square by square; of those that settle the same squares only the best is kept."""
    counter = StateBound(problem.adjacency, problem.joined, problem.apex)
    partials = [Partial(0.0, 0, counter.marked, ())]
    for _ in range(squares):
        best: dict[int, Partial] = {}
        for partial in partials:
            for extended in _extensions(partial, counter, squares):
                if extended.settled not in best or extended.cost < best[extended.settled].cost:
                    best[extended.settled] = extended
        partials = sorted(best.values())[: max(1, min(BEAM, MOST_WORK // squares))]
    return partials[0].order


def _extensions(partial: Partial, counter: StateBound, squares: int) -> Iterator[Partial]:
    """Settle any square that is touched, any at all at the beginning."""
    for vertex in range(squares):
        bit = 1 << vertex
        if partial.settled & bit or (partial.order and not partial.touched & bit):
            continue
        settled, touched = partial.settled | bit, partial.touched | counter.neighbours[vertex] | bit
        cost = partial.cost + counter.patterns(settled, touched)
        yield Partial(cost, settled, touched, (*partial.order, vertex))
