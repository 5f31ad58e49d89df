"""How many states a sweep can pass through, told in advance by counting patterns. Never loads numba.

A state is a pattern of bare, inner and end squares with a matching of the ends. On a two-coloured graph every edge
joins both colours, so the edges still needed by either colour are equally many: that alone leaves about a tenth of
the patterns. The sweep's own pruning of squares left with too few exits is not counted here.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.search.frontier.problem import Adjacency, SweepProblem
from engine.search.frontier.steps import frontiers

Polynomial = NDArray[np.float64]
"""Entry [e, d]: the number of patterns with e ends and d edges in all."""


def state_bounds(problem: SweepProblem) -> NDArray[np.float64]:
    """Return float64 (size + 1,): no more states than entry k are met before step k (float: it may be huge)."""
    squares = problem.size if problem.apex is None else problem.apex
    colours = two_colouring(problem.adjacency[:squares])
    bounds = [1.0] * (problem.size + 1)
    settled = np.zeros(2, dtype=np.int64)
    for number, frontier in enumerate(frontiers(problem)[:-1]):
        if number:
            bounds[number] = _patterns(problem, frontier, colours, settled)
        if problem.order[number] < squares:
            settled[colours[problem.order[number]] if colours else 0] += 1
    return np.array(bounds)


def two_colouring(adjacency: Adjacency) -> tuple[int, ...] | None:
    """Return 0 or 1 for each vertex so that neighbours differ, None where there is no such colouring.

    An apex among the neighbours is left out of account.
    """
    colours: dict[int, int] = {}
    for root in range(len(adjacency)):
        waiting = [] if root in colours else [root]
        colours.setdefault(root, 0)
        while waiting:
            u = waiting.pop()
            for w in adjacency[u]:
                if w < len(adjacency) and w not in colours:
                    colours[w] = 1 - colours[u]
                    waiting.append(w)
    if any(colours[u] == colours[w] for u, row in enumerate(adjacency) for w in row if w < len(adjacency)):
        return None
    return tuple(colours[u] for u in range(len(adjacency)))


def _patterns(
    problem: SweepProblem, frontier: Sequence[int], colours: Sequence[int] | None, settled: NDArray[np.int64]
) -> float:
    """Count the patterns of a frontier, given how many squares of each colour are settled."""
    marked = set(problem.joined or ())
    squares = [u for u in frontier if u != problem.apex]
    colour_of = colours or [0] * problem.size
    sides = []
    for colour in (0, 1):
        mine = [u for u in squares if colour_of[u] == colour]
        held = sum(u in marked for u in mine)
        limit = 2 * int(settled[1 - colour] if colours else settled.sum()) + held
        sides.append(_within(_polynomial(len(mine) - held, held), limit))
    if colours is None:
        total = _matchings(sides[0].sum(axis=1))
        return total if problem.apex is None else total + _matchings(sides[0].sum(axis=1), extra=1)
    gap = 2 * (_left(colours, 1, settled) - _left(colours, 0, settled))
    total = _joint(sides[0], sides[1], gap)
    if problem.apex is not None and problem.joined is not None:
        total += _joint(sides[0], sides[1], gap + _apex_gap(problem, colours), extra=1)
    return total


def _left(colours: Sequence[int], colour: int, settled: NDArray[np.int64]) -> int:
    return sum(c == colour for c in colours) - int(settled[colour])


def _apex_gap(problem: SweepProblem, colours: Sequence[int]) -> int:
    """Return how many edges colour 1 has more than if both colours needed equally many, while the apex is an end."""
    assert problem.joined is not None
    start = next(u for u in problem.joined if u != problem.apex)
    return 2 * (sum(c == 0 for c in colours) - sum(c == 1 for c in colours)) - (1 if colours[start] == 0 else -1)


@lru_cache(maxsize=1024)
def _polynomial(free: int, marked: int) -> Polynomial:
    """Count patterns of `free` squares in any of the three conditions and `marked` ones that are not bare."""
    result = np.zeros((free + marked + 1, 2 * (free + marked) + 1))
    result[0, 0] = 1.0
    for bare in (1.0,) * free + (0.0,) * marked:
        following = bare * result
        following[1:, 1:] += result[:-1, :-1]
        following[:, 2:] += result[:, :-2]
        result = following
    return result


def _within(patterns: Polynomial, edges: int) -> Polynomial:
    """Leave out patterns with more edges than the settled squares can have sent."""
    kept = patterns.copy()
    kept[:, edges + 1 :] = 0.0
    return kept


def _joint(first: Polynomial, second: Polynomial, gap: int, extra: int = 0) -> float:
    """Count pairs of patterns, with their matchings, in which the second has `gap` edges more than the first."""
    low, high = max(0, -gap), min(first.shape[1], second.shape[1] - gap)
    if high <= low:
        return 0.0
    by_ends = first[:, low:high] @ second[:, low + gap : high + gap].T
    ends = np.add.outer(np.arange(by_ends.shape[0]), np.arange(by_ends.shape[1]))
    return _matchings(np.bincount(ends.ravel(), weights=by_ends.ravel()), extra)


def _matchings(by_ends: NDArray[Any], extra: int = 0) -> float:
    """Weight patterns by the (e - 1)(e - 3)... ways to match their e ends, `extra` ones included; none if e is odd."""
    total, ways = 0.0, 1.0
    for ends in range(0, len(by_ends) + extra, 2):
        if ends >= 2:
            ways *= ends - 1
        if 0 <= ends - extra < len(by_ends):
            total += ways * float(by_ends[ends - extra])
    return total
