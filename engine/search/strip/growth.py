"""The growth of a family's counts: the largest eigenvalue of its operator, between two bounds that are proved.

For a non-negative matrix T whose graph is strongly connected, and a positive vector x, the largest eigenvalue lies
between the least and the largest quotient of (T x)_i and x_i (L. Collatz, H. Wielandt). An operator falls into
strongly connected parts, and its eigenvalue is the largest of theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order, connected_components

from engine.search.strip.steps import Floats, Step, gather_floats

MAX_ITERATIONS = 2000
CLOSE = 2e-15
ROUNDING = 2.0**-53


class Growth(NamedTuple):
    """Bounds of the eigenvalue of one period, and how many parts of the operator may have it."""

    low: float
    high: float
    parts: int


def growth_of(steps: Sequence[Step], endings: Sequence[NDArray[np.bool_]]) -> Growth:
    """Return the growth of the counts of an operator of these steps: the factor of one period in the long run.

    endings: before each layer of the period, which states a board may end from.
    """
    if not any(len(step.sources) for step in steps):
        return Growth(0.0, 0.0, 0)
    if len(steps) == 1:  # a state that leads to itself would be a part like any state that does not
        once = growth_of([*steps, *steps], [*endings, *endings])
        return Growth(np.nextafter(once.low**0.5, 0.0), np.nextafter(once.high**0.5, np.inf), once.parts)
    labels, alive = _parts(steps, endings)
    sizes = np.bincount(np.concatenate(labels), weights=alive)
    found = [_bounds(steps, [each == part for each in labels]) for part in np.flatnonzero(sizes > 1)]
    low, high = max((pair[0] for pair in found), default=0.0), max((pair[1] for pair in found), default=0.0)
    return Growth(low, high, sum(pair[1] >= low for pair in found))


def _parts(
    steps: Sequence[Step], endings: Sequence[NDArray[np.bool_]]
) -> tuple[list[NDArray[np.int32]], NDArray[np.bool_]]:
    """Return for the states before each step the numbers of their strongly connected parts, and which can be ended."""
    sizes = [len(steps[index - 1].ends) for index in range(len(steps))]
    offsets = np.concatenate([[0], np.cumsum(sizes)])
    rows, columns = [], []
    for index, step in enumerate(steps):
        after = offsets[(index + 1) % len(steps)]
        rows.append(step.sources + offsets[index])
        columns.append(after + np.repeat(np.arange(len(step.ends)), np.diff(step.ends, prepend=0)))
    end = offsets[-1]
    for number, ending in enumerate(endings):
        rows.append(np.flatnonzero(ending) + offsets[number * len(steps) // len(endings)])
        columns.append(np.full(len(rows[-1]), end))
    places = np.concatenate(rows), np.concatenate(columns)
    whole = csr_array((np.ones(len(places[0]), np.int8), places), shape=(end + 1, end + 1))
    _, labels = connected_components(whole, directed=True, connection="strong")
    alive = np.zeros(end + 1, dtype=np.bool_)
    alive[breadth_first_order(whole.T.tocsr(), end, return_predecessors=False)] = True
    return np.split(labels[:end], offsets[1:-1]), alive[:end]


def _bounds(steps: Sequence[Step], chosen: Sequence[NDArray[np.bool_]]) -> tuple[float, float]:
    """Return bounds on the eigenvalue of one strongly connected part, the `chosen` states before each step."""
    inside, values = chosen[0], chosen[0].astype(np.float64)
    slack = ROUNDING * 2 * (4 + sum(int(np.diff(step.ends, prepend=0).max()) for step in steps))
    low, high = 0.0, np.inf
    for _ in range(MAX_ITERATIONS):
        following = _period(steps, chosen, values)
        quotients = following[inside] / values[inside]
        low = max(low, float(quotients.min()) * (1 - slack))
        high = min(high, float(quotients.max()) * (1 + slack))
        if high - low <= 2 * slack * high + CLOSE * high:
            break
        values = (
            following + float(np.median(quotients)) * values
        )  # a part whose cycles have a common factor turns round
        values /= values.max()
    return low, high


def _period(steps: Sequence[Step], chosen: Sequence[NDArray[np.bool_]], values: Floats) -> Floats:
    for index, step in enumerate(steps):
        sums = np.empty(len(step.ends))
        gather_floats(step.ends, step.sources, values, sums)
        values = sums * chosen[(index + 1) % len(steps)]
    return values
