"""The tables that drive one step of a sweep: which squares a state describes before and after. Never loads numba.

A state describes the *frontier*: the unsettled squares that a settled square could have been joined to (and the ends
of an extra edge), in the order of the sweep. Each is bare (no edge yet), inner (two edges) or the end of a path whose
other end, its mate, is on the frontier too. Settling the first square v means choosing the edges it still needs among
its unsettled neighbours. All tables number squares by *slots*: 0 is v, then the frontier after the step in order.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.search.frontier.problem import SweepProblem

MAX_SLOTS = 20
"""A state of 20 squares fits a non-negative int64: two bits each, and a matching of at most 10! orders."""

FREE = (0, 1 << 40, 3 << 40)
"""Mask bits above all slots that stand for 0, 1, and 2 or more neighbours that nothing has touched yet."""


class Step(NamedTuple):
    """One step as plain arrays, the form kernels take.

    place: int64 (squares before,); the slot of each square of the frontier before the step, increasing.
    later: int64 (neighbours,); the slots of v's unsettled neighbours.
    reach: int64 (slots + outsiders,); for each slot, then each untouched square beside one, a mask of the slots it can
        still be joined to after the step, with the FREE bits for its untouched neighbours.
    watch: int64 (slots, most); the entries of `reach` that lose an exit when the slot becomes inner, then -1.
    folds: int64 (folds, slots - 1); symmetries of the squares left, as permutations of the frontier after the step.
    whole: int64 (1,); the mask of all slots but v if they are all the unsettled squares left, else -1.
    """

    place: NDArray[np.int64]
    later: NDArray[np.int64]
    reach: NDArray[np.int64]
    watch: NDArray[np.int64]
    folds: NDArray[np.int64]
    whole: NDArray[np.int64]


def frontiers(problem: SweepProblem) -> list[list[int]]:
    """Return the frontier before each step, and the empty one after the last, as vertices in sweep order."""
    position = {vertex: number for number, vertex in enumerate(problem.order)}
    touched = set(problem.joined or ())
    found = []
    for vertex in problem.order:
        found.append(sorted(touched, key=position.__getitem__))
        touched.update(w for w in problem.adjacency[vertex] if position[w] > position[vertex])
        touched.discard(vertex)
    return [*found, []]


def build_steps(problem: SweepProblem, symmetries: Sequence[Sequence[int]] = ()) -> list[Step]:
    """Return the tables of every step; `symmetries` are automorphisms of the graph as permutations of its vertices."""
    before = frontiers(problem)
    position = {vertex: number for number, vertex in enumerate(problem.order)}
    steps = []
    for number, vertex in enumerate(problem.order):
        slots = [vertex, *before[number + 1]]
        left = set(problem.order[number + 1 :])
        neighbours = {u: [w for w in problem.adjacency[u] if w in left] for u in (*slots, *left)}
        outsiders = sorted({w for u in slots[1:] for w in neighbours[u]} - set(slots), key=position.__getitem__)
        reach = [_mask(neighbours[u], slots) for u in (*slots, *outsiders)]
        watch = [[k for k in range(1, len(reach)) if reach[k] >> slot & 1] for slot in range(len(slots))]
        steps.append(
            Step(
                place=_int64([slots.index(u) for u in before[number]]),
                later=_int64([slots.index(w) for w in neighbours[vertex]]),
                reach=_int64(reach),
                watch=_padded(watch),
                folds=_folds(slots[1:], left, symmetries),
                whole=_int64([(1 << len(slots)) - 2 if len(left) == len(slots) - 1 else -1]),
            )
        )
    return steps


def _int64(values: Sequence[int]) -> NDArray[np.int64]:
    return np.array(values, dtype=np.int64)


def _mask(neighbours: Sequence[int], slots: Sequence[int]) -> int:
    inside = [w for w in neighbours if w in slots]
    return FREE[min(2, len(neighbours) - len(inside))] | sum(1 << slots.index(w) for w in inside)


def _padded(rows: Sequence[Sequence[int]]) -> NDArray[np.int64]:
    table = np.full((len(rows), max(map(len, rows)) + 1), -1, dtype=np.int64)
    for row, values in zip(table, rows, strict=True):
        row[: len(values)] = values
    return table


def _folds(frontier: list[int], left: set[int], symmetries: Sequence[Sequence[int]]) -> NDArray[np.int64]:
    """Keep the symmetries that map the unsettled squares and the frontier onto themselves, each once, without identity."""
    found = {
        tuple(frontier.index(symmetry[u]) for u in frontier)
        for symmetry in symmetries
        if {symmetry[u] for u in left} == left and {symmetry[u] for u in frontier} == set(frontier)
    }
    found.discard(tuple(range(len(frontier))))
    return _int64(list(chain.from_iterable(sorted(found)))).reshape(len(found), len(frontier))
