"""A second order of the squares for the same sweep, which has nothing in common with the first. Never loads numba.

A *cut* of an order is the set of squares settled after some number of steps: the states there depend on the cut alone,
whatever came before. Two orders without a common cut, up to symmetry of the board, meet no table twice: what errs in
one, in a state or in a sum, has no counterpart in the other.
"""

from __future__ import annotations

from functools import lru_cache

from engine.boards.move_graph import MoveGraph
from engine.boards.symmetry import symmetries
from engine.errors import InvalidProblemError
from engine.search.frontier.order import BEAMS, Squares, beam_order, improve_order, well_ordered
from engine.search.frontier.problem import SweepProblem

MIN_SQUARES = 3
"""Fewest squares on either side of a cut that counts: on a torus single squares are alike, and pairs a move apart."""


@lru_cache(maxsize=64)
def otherwise_ordered(graph: MoveGraph, squares: Squares = ()) -> SweepProblem:
    """Return the sweep for cycles or paths in the best order found that has no cut in common with `well_ordered`.

    InvalidProblemError where none is found: on boards whose moves leave little choice, such as a narrow ring.
    """
    first = well_ordered(graph, squares)
    avoided = cuts(graph, first)
    for beam in BEAMS:
        order = beam_order(first, graph.size, beam, avoided)
        if order is not None:
            return improve_order(first.with_order(order), graph.size, avoided)
    message = "no order of the squares was found that differs from the usual one at every step"
    raise InvalidProblemError("/board", message)


def cuts(graph: MoveGraph, problem: SweepProblem) -> frozenset[int]:
    """Return the cuts of a sweep as masks of squares, with their images under the symmetries of the board."""
    found = set()
    for image in symmetries(graph.board).tolist():
        settled = 0
        for number, vertex in enumerate(problem.order[: graph.size - MIN_SQUARES], 1):
            settled |= 1 << image[vertex]
            if number >= MIN_SQUARES:
                found.add(settled)
    return frozenset(found)
