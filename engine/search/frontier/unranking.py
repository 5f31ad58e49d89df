"""Hamiltonian cycles by their number: backwards through the layers of a frontier sweep.

The count of a state is the sum of the counts of the states before it that lead to it. So a number below the count of
the last state names one of its predecessors. Less the counts of the predecessors before that one, it is a number below
that one's count, and so on to the first state. Numbers and cycles are one to one, and a uniform number gives a uniform
cycle.
Source: A. Nijenhuis, H. S. Wilf, "Combinatorial Algorithms", 1978, on unranking by recurrences.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.search.frontier.layers import Layers
from engine.search.frontier.steps import build_steps, frontiers
from engine.search.frontier.sweep import BATCH
from engine.search.frontier.table import Counts, Int64s
from engine.search.frontier.transition import expand, workspace

Int32s = NDArray[np.int32]
Integers = NDArray[np.object_]
"""Python integers, of any size."""


class Unranking:
    """Finds cycles by their numbers; `layers` must be finished."""

    def __init__(self, layers: Layers) -> None:
        self._layers, self._order = layers, layers.problem.order
        self._steps = build_steps(layers.problem)
        self._frontiers = frontiers(layers.problem)
        self._work = workspace()
        self._batch = np.empty(BATCH, dtype=np.int64), np.empty(BATCH, dtype=np.int64)

    def neighbours(self, numbers: Sequence[int]) -> Int32s:
        """Return int32 (k, vertices, 2): both neighbours of each vertex, ascending, on the cycles with these numbers.

        numbers: from 0 to the count of cycles - 1. Takes every state through its step once, whatever k is.
        """
        states = self._states(numbers)
        found = np.full((len(numbers), len(self._order), 2), -1, dtype=np.int32)
        everyone = np.arange(len(numbers))
        for first, second in [self._layers.problem.joined] if self._layers.problem.joined else []:
            _join(found, everyone, first, second)
        for number, vertex in enumerate(self._order):
            before, after = self._frontiers[number : number + 2]
            edges = dict(zip(before, _edges(states[number], len(before)), strict=True))
            for other, now in zip(after, _edges(states[number + 1], len(after)), strict=True):
                _join(found, np.flatnonzero(now > edges.get(other, 0)), vertex, other)
        return np.sort(found, axis=2)

    def _states(self, numbers: Sequence[int]) -> list[Int64s]:
        """Return the states that the cycles pass, one array (k,) for each layer."""
        rest: Integers = np.array(numbers, dtype=object)
        found = [np.repeat(self._layers.keys[-1], len(numbers))]
        for step in reversed(range(len(self._order))):
            goals, goal = np.unique(found[-1], return_inverse=True)
            sources, reached = self._predecessors(step, goals)
            ends = np.cumsum(_integers(self._layers.counts[step][sources]))
            begins = np.concatenate([np.array([0], dtype=object), ends[:-1]])
            index = rest + begins[np.searchsorted(reached, np.arange(len(goals)))][goal]
            chosen = np.searchsorted(ends, index, side="right")
            rest = index - begins[chosen]
            found.append(self._layers.keys[step][sources[chosen]])
        return found[::-1]

    def _predecessors(self, step: int, goals: Int64s) -> tuple[Int64s, Int64s]:
        """Return which states before a step (their indices) lead to which of `goals`, in the order of the goals."""
        keys, done, sources, reached = self._layers.keys[step], 0, [], []
        while done < len(keys):
            done, written = expand(keys, done, self._steps[step], self._work, *self._batch)
            index = np.minimum(np.searchsorted(goals, self._batch[0][:written]), len(goals) - 1)
            hit = goals[index] == self._batch[0][:written]
            sources.append(self._batch[1][:written][hit])
            reached.append(index[hit])
        order = np.argsort(np.concatenate(reached), kind="stable")
        return np.concatenate(sources)[order], np.concatenate(reached)[order]


def follow_cycles(neighbours: Int32s, starts: Int32s, previous: Int32s, length: int) -> Int32s:
    """Return int32 (k, length): the vertices from `starts` (k,) on along the cycles, away from `previous` (k,)."""
    rows = np.arange(len(neighbours))
    found, here = np.empty((len(rows), length), dtype=np.int32), starts
    for index in range(length):
        found[:, index] = here
        first, second = neighbours[rows, here].T
        here, previous = np.where(first == previous, second, first), here
    return found


def _edges(states: Int64s, width: int) -> Int64s:
    """Return int64 (width, k): how many edges each square of the frontier has in packed states (see `transition`)."""
    squares = np.arange(width)[:, None]
    ends, high = states >> squares & 1, states >> (width + squares) & 1
    return np.asarray(ends + 2 * (high & ~ends))


def _join(found: Int32s, rows: NDArray[np.intp], first: int, second: int) -> None:
    """Make two vertices neighbours of each other in some rows."""
    for vertex, other in ((first, second), (second, first)):
        found[rows, vertex, np.where(found[rows, vertex, 0] < 0, 0, 1)] = other


def _integers(counts: Counts) -> Integers:
    """Return counts of several words as Python integers."""
    total: Integers = np.zeros(len(counts), dtype=object)
    for index, column in enumerate(counts.T):
        total = total + (column.astype(object) << 64 * index)
    return total
