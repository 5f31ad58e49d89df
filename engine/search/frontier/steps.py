"""The tables that drive one step of a sweep: which squares a state describes before and after. Never loads numba.

A state describes the *frontier*: the unsettled squares that a settled square could have been joined to (and the ends
of an extra edge), in the order of the sweep. Each is bare (no edge yet), inner (two edges) or the end of a path whose
other end, its mate, is on the frontier too. Settling the first square v means choosing the edges it still needs among
its unsettled neighbours. All tables number squares by *slots*: 0 is v, then the frontier after the step in order.

The tables of a step are the rows of one int64 array, the form that kernels take fastest:

    SIZES      the counts BEFORE (squares before the step), SLOTS, LATER, FOLDS, then WHOLE: the mask of all slots but
               v if they are all the unsettled squares there are, else -1
    PLACE      the slot of each square of the frontier before the step, increasing
    LATER      the slots of v's unsettled neighbours
    REACH      for each slot, then for each untouched square beside one, a mask of the slots it can still be joined to
               after the step, with the FREE bits for its untouched neighbours
    WATCH + s  the entries of REACH that lose an exit when slot s becomes inner, then -1
    then       the symmetries of the squares left, FOLDS rows: the slot that each slot goes to
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.search.frontier.problem import SweepProblem

Rows = list[list[int]]

SIZES, PLACE, LATER, REACH, WATCH = range(5)
BEFORE, SLOTS, FOLDS, WHOLE = 0, 1, 3, 4
"""Columns of the row SIZES; its column LATER counts the row of that name."""

MAX_SLOTS = 20
"""A state of 20 squares fits a non-negative int64: two bits each, and a matching of at most 10! orders."""

MAX_REACH = 62
"""Squares that are watched for starving: masks have a bit for each."""

FREE = (0, 1 << 40, 3 << 40)
"""Mask bits above all slots that stand for 0, 1, and 2 or more neighbours that nothing has touched yet."""


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


def build_steps(problem: SweepProblem, symmetries: Sequence[Sequence[int]] = ()) -> list[NDArray[np.int64]]:
    """Return the tables of every step.

    symmetries: permutations of the squares; those that are automorphisms of the problem's graph serve for folding.
    """
    before, kept = frontiers(problem), _automorphisms(problem, symmetries)
    return [_step(problem, number, before[number], before[number + 1], kept) for number in range(problem.size)]


def _automorphisms(problem: SweepProblem, symmetries: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """Keep the symmetries that map edges to edges, an apex to itself: its edges lead to one colour perhaps."""
    apex = () if problem.apex is None else (problem.apex,)
    edges = {(u, w) for u, row in enumerate(problem.adjacency) for w in row}
    images = ((*symmetry, *apex) for symmetry in symmetries)
    return [image for image in images if all((image[u], image[w]) in edges for u, w in edges)]


def _step(
    problem: SweepProblem, number: int, before: list[int], after: list[int], symmetries: Sequence[Sequence[int]]
) -> NDArray[np.int64]:
    vertex, left = problem.order[number], problem.order[number + 1 :]
    slots = [vertex, *after]
    unsettled = set(left)
    neighbours = {u: [w for w in problem.adjacency[u] if w in unsettled] for u in (vertex, *left)}
    beside = {w for u in after for w in neighbours[u]} - set(slots)
    outsiders = [u for u in left if u in beside][: MAX_REACH - len(slots)]
    reach = [_mask(neighbours[u], slots) for u in (*slots, *outsiders)]
    watch = [[k for k in range(1, len(reach)) if reach[k] >> slot & 1] for slot in range(len(slots))]
    folds = _folds(slots, unsettled, symmetries)
    later = [slots.index(w) for w in neighbours[vertex]]
    whole = (1 << len(slots)) - 2 if len(left) == len(after) else -1
    sizes = [len(before), len(slots), len(later), len(folds), whole]
    return _table([sizes, [slots.index(u) for u in before], later, reach, *watch, *folds])


def _mask(neighbours: Sequence[int], slots: Sequence[int]) -> int:
    inside = [w for w in neighbours if w in slots]
    return FREE[min(2, len(neighbours) - len(inside))] | sum(1 << slots.index(w) for w in inside)


def _folds(slots: list[int], left: set[int], symmetries: Sequence[Sequence[int]]) -> Rows:
    """Keep the symmetries that map the unsettled squares and the frontier onto themselves, once each, but identity."""
    frontier = set(slots[1:])
    found = {
        (0, *(slots.index(symmetry[u]) for u in slots[1:]))
        for symmetry in symmetries
        if {symmetry[u] for u in left} == left and {symmetry[u] for u in frontier} == frontier
    }
    found.discard(tuple(range(len(slots))))
    return [list(fold) for fold in sorted(found)]


def _table(rows: Rows) -> NDArray[np.int64]:
    table = np.full((len(rows), max(map(len, rows)) + 1), -1, dtype=np.int64)
    for row, values in zip(table, rows, strict=True):
        row[: len(values)] = values
    return table
