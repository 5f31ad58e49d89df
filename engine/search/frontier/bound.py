"""A bound on the states of a sweep, known in advance by counting patterns. Never loads numba.

A state is a pattern of bare, inner and end squares with a matching of the ends. On a two-coloured graph every edge
joins both colours, so the edges still needed by either colour are equally many: that alone leaves about a tenth of
the patterns. The sweep's own pruning of squares left with too few exits, and folding, are not counted here.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from engine.search.frontier.colours import Adjacency, two_colouring
from engine.search.frontier.problem import SweepProblem

LATE_STATES = 2.0
"""On flat boards the share of the states passed is the share of the patterns passed, to this power."""

Polynomial = NDArray[np.float64]
"""Entry [e, d]: the number of patterns with e ends and d edges in all."""


class StateBound:
    """Bounds for one problem; sets of vertices are masks. Floats, as bounds may be huge."""

    def __init__(self, adjacency: Adjacency, joined: tuple[int, int] | None = None, apex: int | None = None) -> None:
        """Take the parts of a problem that do not depend on the order."""
        self.neighbours = [sum(1 << w for w in row) for row in adjacency]
        self.marked = sum(1 << u for u in joined or ())
        self._apex = 0 if apex is None else 1 << apex
        squares = len(adjacency) if apex is None else apex
        colours = two_colouring(adjacency[:squares])
        self._two_coloured = colours is not None
        sides = [0] * squares if colours is None else colours
        self._colour = [sum(1 << u for u in range(squares) if sides[u] == colour) for colour in (0, 1)]
        marks = [(self.marked & side).bit_count() for side in self._colour]
        self._whole_gap = self._gap(0) + marks[0] - marks[1]

    def _gap(self, settled: int) -> int:
        """Return how many edges more the unsettled squares of colour 1 could hold than those of colour 0."""
        return 2 * ((self._colour[1] & ~settled).bit_count() - (self._colour[0] & ~settled).bit_count())

    def patterns(self, settled: int, touched: int) -> float:
        """Count the patterns of the frontier when these are settled and these, with ends of an extra edge, touched."""
        frontier = touched & ~settled
        sides = []
        for colour in (0, 1):
            mine = frontier & self._colour[colour]
            held = (mine & self.marked).bit_count()
            senders = self._colour[1 - colour] if self._two_coloured else self._colour[0]
            sides.append((mine.bit_count() - held, held, 2 * (settled & senders).bit_count() + held))
        if not self._two_coloured:
            return _single(sides[0], 0) + (_single(sides[0], 1) if self._apex else 0.0)
        gap = self._gap(settled)
        total = _joint(sides[0], sides[1], gap, 0)
        return total + (_joint(sides[0], sides[1], gap - self._whole_gap, 1) if self._apex else 0.0)

    def following(self, bound: float, vertex: int, settled: int, touched: int) -> float:
        """Bound the states after `vertex`, which `settled` and `touched` include already, by those before it."""
        later = (self.neighbours[vertex] & ~settled).bit_count()
        return min(bound * max(1, later, comb(later, 2)), self.patterns(settled, touched))


def state_bounds(problem: SweepProblem) -> NDArray[np.float64]:
    """Return float64 (size + 1,): no more states than entry k are met before step k."""
    counter = StateBound(problem.adjacency, problem.joined, problem.apex)
    settled, touched, bounds = 0, counter.marked, [1.0]
    for vertex in problem.order:
        settled |= 1 << vertex
        touched |= counter.neighbours[vertex]
        bounds.append(counter.following(bounds[-1], vertex, settled, touched))
    return np.array(bounds)


def state_shares(problem: SweepProblem, *, glued: bool = False) -> NDArray[np.float64]:
    """Return float64 (size,): the estimated share of all states that is met before each step.

    Early steps meet fewer of their patterns than late ones. In seventy sweeps of flat boards the first half of the
    patterns had a quarter of the states in the median, and other shares likewise their squares. In six sweeps of a
    torus and a Moebius strip both shares were about equal, as assumed here for all boards with glued sides.
    """
    bounds = state_bounds(problem)[:-1]
    behind = np.cumsum(bounds) / bounds.sum()
    return np.diff(behind if glued else behind**LATE_STATES, prepend=0.0)


def share_behind(shares: NDArray[np.float64], number: int, share: float) -> float:
    """Return the share of its states passed by a sweep that has done a share of step `number`, 1.0 at its end."""
    if number == len(shares):
        return 1.0
    return float(shares[:number].sum() + share * shares[number])


@lru_cache(maxsize=4096)
def _polynomial(free: int, marked: int, edges: int) -> Polynomial:
    """Count patterns, of at most this many edges, of `free` squares in any condition and `marked` ones not bare."""
    result = np.zeros((free + marked + 1, 2 * (free + marked) + 1))
    result[0, 0] = 1.0
    for bare in (1.0,) * free + (0.0,) * marked:
        following = bare * result
        following[1:, 1:] += result[:-1, :-1]
        following[:, 2:] += result[:, :-2]
        result = following
    result[:, edges + 1 :] = 0.0
    return result


@lru_cache(maxsize=65536)
def _single(side: tuple[int, int, int], extra: int) -> float:
    return _matchings(_polynomial(*side).sum(axis=1), extra)


@lru_cache(maxsize=65536)
def _joint(first: tuple[int, int, int], second: tuple[int, int, int], gap: int, extra: int) -> float:
    """Count pairs of patterns, with their matchings, in which the second has `gap` edges more than the first."""
    one, two = _polynomial(*first), _polynomial(*second)
    low, high = max(0, -gap), min(one.shape[1], two.shape[1] - gap)
    if high <= low:
        return 0.0
    by_ends = one[:, low:high] @ two[:, low + gap : high + gap].T
    ends = np.add.outer(np.arange(by_ends.shape[0]), np.arange(by_ends.shape[1]))
    return _matchings(np.bincount(ends.ravel(), weights=by_ends.ravel()), extra)


def _matchings(by_ends: NDArray[np.generic], extra: int) -> float:
    """Weight patterns by the (e - 1)(e - 3)... ways to match their e ends, `extra` ones included; none if e is odd."""
    total, ways = 0.0, 1.0
    for ends in range(0, len(by_ends) + extra, 2):
        if ends >= 2:
            ways *= ends - 1
        if 0 <= ends - extra < len(by_ends):
            total += ways * float(by_ends[ends - extra])
    return total
