"""In which order a sweep settles the squares: one that keeps the number of states small. Never loads numba.

A beam search over sets of settled squares, by the number of patterns met in all. On 7x8 its order meets a
quarter of the states of row after row: corners first, then whole colours of a row.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from itertools import permutations
from math import inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.boards.move_graph import MoveGraph
from engine.boards.symmetry import is_automorphism, symmetries
from engine.search.frontier.bound import StateBound, state_bounds
from engine.search.frontier.folding import FoldedBoard
from engine.search.frontier.problem import SweepProblem, adjacency_of, problem_of
from engine.search.frontier.steps import MAX_SLOTS, frontiers

Order = tuple[int, ...]
Squares = tuple[int, ...]

MAX_PERMUTED = 4
"""Axes of a board whose every order is tried: ten have millions."""

BEAMS = (5, 50, 500)
"""Orders kept side by side. The beam is widened as long as that costs less than the sweep itself might."""

PATTERNS_PER_PARTIAL = 1000
"""Extending one order by one square takes no longer than sweeping a few times as many patterns, few of them states."""

MAX_SYMMETRIES = 16
"""Symmetries that states are folded by; a torus has more, but few sets of settled squares have any."""


class Partial(NamedTuple):
    """An order begun: the patterns met so far in all, the vertices settled and touched as masks."""

    cost: float
    settled: int
    touched: int
    order: Order


@lru_cache(maxsize=64)
def well_ordered(graph: MoveGraph, squares: Squares = ()) -> SweepProblem:
    """Return the sweep for cycles (no squares), for paths from one or between two squares, in the best order found."""
    return improve_order(along_an_axis(graph, squares), graph.size)


@lru_cache(maxsize=64)
def well_ordered_fold(graph: MoveGraph, folded: FoldedBoard, ends: Squares = ()) -> SweepProblem:
    """Return the sweep of a folded board for cycles (no ends), for paths from one or between two vertices."""
    problem = problem_of(folded.adjacency, ends)
    coordinates = np.array([graph.board.coordinates[list(orbit)].min(axis=0) for orbit in folded.orbits])
    return improve_order(min(map(problem.with_order, _axis_orders(coordinates)), key=widest), len(coordinates))


def improve_order(
    best: SweepProblem, squares: int, avoided: Collection[int] = (), extensions: float = inf
) -> SweepProblem:
    """Look for a better order, for longer where a better one saves more.

    One whose frontier has room in a state is better than one whose frontier has none, however few its patterns.

    avoided: masks that the settled squares must never equal. extensions: the most extensions of an order by a square.
    """
    for beam in BEAMS:
        if _patterns(best) < PATTERNS_PER_PARTIAL * beam * squares or beam * squares**2 > extensions:
            break
        order = beam_order(best, squares, beam, avoided)
        best = best if order is None else min(best, best.with_order(order), key=_worth)
    return best


def along_an_axis(graph: MoveGraph, squares: Squares = ()) -> SweepProblem:
    """Return the sweep along an axis of the board whose frontier is narrowest: on 3x200 column by column."""
    problem = problem_of(adjacency_of(graph), squares)
    return min(map(problem.with_order, axis_orders(graph)), key=widest)


def widest(problem: SweepProblem) -> int:
    """Return the most squares that a frontier of the sweep has."""
    return max(map(len, frontiers(problem)))


def _worth(problem: SweepProblem) -> tuple[bool, float]:
    """Return the key by which a better order is less."""
    return widest(problem) > MAX_SLOTS, _patterns(problem)


def _patterns(problem: SweepProblem) -> float:
    return float(state_bounds(problem).sum())


@lru_cache(maxsize=64)
def symmetries_of(graph: MoveGraph) -> tuple[Order, ...]:
    """Return the board's first symmetries that are automorphisms of the move graph."""
    table = [image for image in symmetries(graph.board)[: 4 * MAX_SYMMETRIES] if is_automorphism(graph, image)]
    return tuple(tuple(image.tolist()) for image in table[:MAX_SYMMETRIES])


def axis_orders(graph: MoveGraph) -> Iterator[Order]:
    """Return the orders row by row, column by column, and so on."""
    return _axis_orders(graph.board.coordinates)


def _axis_orders(coordinates: NDArray[np.int32]) -> Iterator[Order]:
    """Yield the orders along the axes, the last axis slowest; beyond MAX_PERMUTED axes only the last one varies."""
    axes_of_board = range(coordinates.shape[1])
    last_axes = ((*(other for other in axes_of_board if other != last), last) for last in axes_of_board)
    for axes in permutations(axes_of_board) if len(axes_of_board) <= MAX_PERMUTED else last_axes:
        yield tuple(np.lexsort([coordinates[:, axis] for axis in axes]).tolist())


def beam_order(problem: SweepProblem, squares: int, beam: int, avoided: Collection[int] = ()) -> Order | None:
    """Extend the best `beam` orders square by square; of those that settle the same squares only the best is kept.

    avoided: as for `improve_order`. None where no such order was found. A board that is not connected has none, as the
    next square is always one that is touched.
    """
    counter = StateBound(problem.adjacency, problem.joined, problem.apex)
    partials = [Partial(0.0, 0, counter.marked, ())]
    for _ in range(squares):
        best: dict[int, Partial] = {}
        for partial in partials:
            for extended in _extensions(partial, counter, squares):
                known = best.get(extended.settled)
                if extended.settled not in avoided and (known is None or extended.cost < known.cost):
                    best[extended.settled] = extended
        partials = sorted(best.values())[:beam]
    return partials[0].order if partials else None


def _extensions(partial: Partial, counter: StateBound, squares: int) -> Iterator[Partial]:
    """Settle any square that is touched, any at all at the beginning."""
    for vertex in range(squares):
        bit = 1 << vertex
        if partial.settled & bit or (partial.order and not partial.touched & bit):
            continue
        settled, touched = partial.settled | bit, partial.touched | counter.neighbours[vertex] | bit
        cost = partial.cost + counter.patterns(settled, touched)
        yield Partial(cost, settled, touched, (*partial.order, vertex))
