"""The tables that drive one step of a sweep: which squares a state describes before and after. Never loads numba.

A state describes the *frontier*: the unsettled squares that a settled square could have been joined to (and the ends
of an extra edge), in the order of the sweep. Each is bare (no edge yet), inner (two edges) or the end of a path whose
other end, its mate, is on the frontier too. Settling the first square v means choosing the edges it still needs among
its unsettled neighbours. All tables number squares by *slots*: 0 is v, then the frontier after the step in order.

The tables of a step are the rows of one int64 array, the form that kernels take fastest. A mask has a bit for each
slot, and above those one for each untouched square beside a slot: these squares are *watched*, whether they keep exits
enough.

    SIZES  counts: BEFORE (squares before the step), SLOTS, FOLDS. Masks: WHOLE (all slots but v if they are all the
           unsettled squares there are, else -1), PLACES (the slots of the frontier before the step), LATER (the slots
           of v's unsettled neighbours), ONE and TWO (watched squares with one or more, two or more neighbours that
           nothing has touched yet)
    EXITS  for each slot a mask of the watched squares that it is an exit of
    FOLD   from here on the symmetries of the squares left, FOLDS rows: the slot that each slot goes to
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import factorial

import numpy as np
from numpy.typing import NDArray

from engine.search.frontier.problem import SweepProblem

Rows = list[list[int]]

SIZES, EXITS, FOLD = range(3)
BEFORE, SLOTS, FOLDS, WHOLE, PLACES, LATER, ONE, TWO = range(8)
"""Columns of the row SIZES."""

MAX_SLOTS = 20
"""A state of 20 squares fits a non-negative int64: two bits each, and a matching of at most 10! orders."""

MAX_WATCHED = 62
"""Bits of a mask: slots and untouched squares."""


def key_bits(frontier: int) -> int:
    """Return the bits of a state of this many squares: two for each, and the matching of as many ends at most."""
    return 2 * frontier + (factorial(frontier // 2) - 1).bit_length()


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
    watched = [*after, *(u for u in left if u in beside)][: MAX_WATCHED - 1]
    folds = _folds(slots, unsettled, symmetries)
    untouched = [len([w for w in neighbours[u] if w not in slots]) for u in watched]
    sizes = [
        len(before),
        len(slots),
        len(folds),
        (1 << len(slots)) - 2 if len(left) == len(after) else -1,
        _mask(u in before for u in slots),
        _mask(u in neighbours[vertex] for u in slots),
        _mask([False, *(number >= 1 for number in untouched)]),
        _mask([False, *(number >= 2 for number in untouched)]),
    ]
    exits = [_mask([False, *(slot in neighbours[u] for u in watched)]) for slot in slots]
    return _table([sizes, exits, *folds])


def _mask(bits: Iterable[bool]) -> int:
    return sum(1 << index for index, bit in enumerate(bits) if bit)


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
