"""Hamiltonian paths of strip graphs, exactly, by sweeping the columns.

A strip has the same few squares ("slots") in every column and edges only between columns one or two apart. After a
column has been swept, all that matters is what the squares of the last two columns still need and which of
them are the two ends of one piece of path: a state. The sets of states that can be reached become periodic away from
the ends, so that the sweep costs a bounded amount of work, and the way back one step per column. An empty set
is a proof that there is no path.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

INNER, BARE, ENDED = -3, -2, -1
"""A slot with both neighbours, with none, and one whose piece of path has its other loose end at a true end."""

State = tuple[int, ...]
"""One entry a slot of the last two columns: INNER, BARE, ENDED, or the slot at the other end of its piece."""

StripSquare = tuple[int, int]
"""Slot and column, both from 0."""

Layer = dict[State, tuple[State, int]]
"""A reachable state to one predecessor and the edges (a bit set over the strip's moves) chosen on the way."""


@dataclass(frozen=True)
class Strip:
    """slots: squares a column. moves: (slot, span, slot) joins a column to the one `span` (1 or 2) columns on."""

    slots: int
    moves: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True, eq=False)
class StripPath:
    """The edges of a path.

    used: bool (columns, moves), whether the edge of each kind that ends in that column is in the path.
    """

    strip: Strip
    used: NDArray[np.bool_]

    def edges(self) -> NDArray[np.int64]:
        """Return int64 (edges, 4): slot and column of the left and of the right square."""
        columns, kinds = np.nonzero(self.used)
        moves = np.array(self.strip.moves, dtype=np.int64)[kinds]
        return np.stack((moves[:, 0], columns - moves[:, 1], moves[:, 2], columns), axis=1)


def strip_path(strip: Strip, columns: int, ends: tuple[StripSquare, StripSquare]) -> StripPath | None:
    """Return a Hamiltonian path between two squares; None proves that there is none."""
    marks: dict[int, tuple[int, ...]] = {}
    for slot, column in sorted(ends):
        marks[column] = (*marks.get(column, ()), slot)
    is_finished = (INNER,) * (2 * strip.slots)
    layers: list[Layer] = []
    states = frozenset((is_finished,))
    known: dict[tuple[frozenset[State], tuple[int, ...], bool], tuple[Layer, frozenset[State]]] = {}
    for column in range(columns):
        key = (states, marks.get(column, ()), column == columns - 1)
        if key not in known:
            layer = _sweep(strip, *key)
            known[key] = (layer, frozenset(layer))
        layer, states = known[key]
        layers.append(layer)
    return _trace(strip, layers, is_finished) if states else None


def _sweep(strip: Strip, states: frozenset[State], ends: tuple[int, ...], last: bool) -> Layer:
    """Add one column to every state. All squares may be INNER only after the last one, and must be then."""
    layer: Layer = {}
    for state in sorted(states):
        for following, edges in _successors(strip, state, ends):
            if (max(following) == INNER) == last:
                layer.setdefault(following, (state, edges))
    return layer


def _trace(strip: Strip, layers: list[Layer], state: State) -> StripPath:
    """Go back from the last state and note the edges chosen for each column."""
    chosen = np.empty(len(layers), dtype=np.int64)
    for column in range(len(layers) - 1, -1, -1):
        state, chosen[column] = layers[column][state]
    return StripPath(strip, (chosen[:, None] >> np.arange(len(strip.moves)) & 1).astype(np.bool_))


@lru_cache(maxsize=1 << 17)
def _successors(strip: Strip, state: State, ends: tuple[int, ...]) -> tuple[tuple[State, int], ...]:
    """Return every state that a new column with true ends in the slots `ends` can lead to, with the edges chosen."""
    slots = strip.slots
    column = tuple(ENDED if slot in ends else BARE for slot in range(slots))
    partial: list[tuple[State, int]] = [(state + column, 0)]
    for kind, (left, span, right) in enumerate(strip.moves):
        near = (2 - span) * slots + left
        joined = ((_join(squares, near, 2 * slots + right), edges | 1 << kind) for squares, edges in partial)
        partial += [(squares, edges) for squares, edges in joined if squares is not None]
    return tuple(
        (tuple(mate - slots if mate >= 0 else mate for mate in squares[slots:]), edges)
        for squares, edges in partial
        if all(mate == INNER for mate in squares[:slots])
    )


def _join(squares: State, one: int, other: int) -> State | None:
    """Return the slots after an edge between two of them; None where it would give a third neighbour or a cycle."""
    if INNER in (squares[one], squares[other]) or squares[one] == other:
        return None
    after = list(squares)
    loose = []
    for slot in (one, other):
        loose.append(slot if squares[slot] == BARE else squares[slot])
        after[slot] = INNER
    for end, far in (loose, loose[::-1]):
        if end >= 0:
            after[end] = far
    return tuple(after)
