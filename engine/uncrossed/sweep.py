"""The sweep over the moves of a board that finds its longest uncrossed path or cycle, in bounded steps."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.uncrossed.crossings import Segments
from engine.uncrossed.states import EMPTY, Longest, Moves, States, advance, bounds, index_rows

MIN_ROWS = 1 << 10
GROWTH = 1.4
MAX_STEP = 1 << 16
"""States taken through a move by one call of the kernel."""

NONE = -1
"""The length where nothing is found, and the bound where nothing was left out."""

ROWS = ("free", "mates", "used", "lengths", "ways")
"""The arrays of a table that have a row for each state."""


class Sweep:
    """Takes all states through move after move.

    width: after each move only this many states are kept: those that may lead to most moves, ties by the most moves
    already, then by the order in which they were met; None: all. A bound is kept for the states left out.
    """

    def __init__(self, segments: Segments, *, closed: bool, width: int | None, saved: Arrays | None = None) -> None:
        """Begin before the first move, or at a checkpoint."""
        self._width, self._moves = width, Moves(segments.ends, segments.crossed, segments.touching, closed)
        self._span = segments.span
        state = saved or self._first_state()
        self._move = int(state["move"][0])
        self._row = 0
        self._source, self._target = self._table(state, "source"), self._table(state, "target")
        used, length, ways = (np.array(state[name]) for name in ("longest", "length", "number"))
        self._longest = Longest(used.astype(np.uint64), length.astype(np.int64), ways.astype(np.uint64))
        self._left_out = int(state["left_out"][0])

    def _first_state(self) -> Arrays:
        """Return the checkpoint before the first move: all moves are free, and paths have none yet."""
        squares, words = self._moves.touching.shape
        bits = np.zeros((1, words), dtype=np.uint64)
        mates, lengths, ways = np.zeros((1, self._span), np.uint8), np.zeros(1, np.int16), np.ones(1, np.uint64)
        free = np.bitwise_or.reduce(self._moves.touching, axis=0)[None, :]
        rows = dict(zip(ROWS, (free, mates, bits, lengths, ways), strict=True))
        return {
            **{f"source_{name}": array for name, array in rows.items()},
            **{f"target_{name}": array[:0] for name, array in rows.items()},
            "longest": bits[0],
            "length": np.array([NONE if self._moves.closed else 0]),
            "number": np.array([0 if self._moves.closed else squares], dtype=np.uint64),
            "move": np.zeros(1, np.int64),
            "left_out": np.full(1, NONE),
        }

    @staticmethod
    def _table(state: Arrays, prefix: str) -> States:
        return table_of(*(state[f"{prefix}_{name}"] for name in ROWS))

    @property
    def is_finished(self) -> bool:
        """Whether all moves are decided."""
        return self._move == len(self._moves.ends)

    @property
    def share(self) -> float:
        """The share of the moves that are decided."""
        part = self._row / max(1, int(self._source.held[0]))
        return 1.0 if self.is_finished else (self._move + part) / len(self._moves.ends)

    @property
    def bytes(self) -> int:
        """Bytes of the tables."""
        return sum(array.nbytes for table in (self._source, self._target) for array in table)

    @property
    def place(self) -> str:
        """The progress, in words."""
        return f"move {self._move} of {len(self._moves.ends)}"

    def step(self, work: int) -> int:
        """Take at most this many states through a move; return how many."""
        if self.is_finished:
            return 0
        first = self._row
        last = min(int(self._source.held[0]), first + min(work, MAX_STEP))
        while self._row < last:
            if self._target.held[0] + 2 > len(self._target.lengths):
                self._target = grow(self._target)
            self._row = advance(self._move, self._row, last, self._moves, self._source, self._target, self._longest)
        if last == self._source.held[0]:
            self._next_move()
        return last - first

    def _next_move(self) -> None:
        """Continue with the states that were met, if there are any."""
        self._move, self._row = self._move + 1 if self._target.held[0] else len(self._moves.ends), 0
        self._source = self._target if self.is_finished else self._trim()
        none = [array[:0] for array in _arrays_of(self._source)]
        self._target = table_of(*none, least=1 if self.is_finished else MIN_ROWS)
        # What is only read needs no slots.
        self._source = self._target if self.is_finished else self._source._replace(slots=self._source.slots[:0].copy())

    def _trim(self) -> States:
        """Return the states to continue with, and note the bound of the others."""
        rows = _arrays_of(self._target)
        if self._width is None or len(rows[0]) <= self._width:
            return self._target
        most = np.zeros(len(rows[0]), dtype=np.int64)
        bounds(int(self._moves.ends[self._move, 0]), self._moves, self._target, most)
        order = np.lexsort((-self._target.lengths[: len(most)], -most))
        self._left_out = max(self._left_out, int(most[order[self._width]]))
        chosen = np.sort(order[: self._width])
        return table_of(*(array[chosen] for array in rows))

    def checkpoint(self) -> Arrays:
        """Return the states before and after the move that is being decided, and the results so far."""
        tables = {
            "source": [array[self._row :] for array in _arrays_of(self._source)],
            "target": _arrays_of(self._target),
        }
        states = {
            f"{prefix}_{name}": array.copy()
            for prefix, rows in tables.items()
            for name, array in zip(ROWS, rows, strict=True)
        }
        return {**states, **self.result_arrays(), "move": np.array([self._move])}

    def result_arrays(self) -> Arrays:
        """Return the results so far.

        longest: the moves of a longest path or cycle as bits; length: how many these are, NONE where there is none
        yet; number: how many are of this length; left_out: a bound on the moves that states left out can lead to,
        NONE where none were left out.

        """
        names = ("longest", "length", "number")
        result_arrays = {name: array.copy() for name, array in zip(names, self._longest, strict=True)}
        return {**result_arrays, "left_out": np.array([self._left_out])}


def table_of(*rows: NDArray[Any], least: int = MIN_ROWS) -> States:
    """Return a table that holds these different states, with room for as many as `least`; rows: as in `ROWS`."""
    held = len(rows[0])
    capacity, slots = max(least, held), 1
    while slots < 1.5 * capacity:
        slots *= 2
    arrays = []
    for array in rows:
        roomy = np.zeros((capacity, *array.shape[1:]), dtype=array.dtype)
        roomy[:held] = array
        arrays.append(roomy)
    free, mates, used, lengths, ways = arrays
    table = States(free, mates, used, lengths, ways, np.full(slots, EMPTY, np.int32), np.array([held], np.int64))
    index_rows(table)
    return table


def grow(table: States) -> States:
    """Return the table with room for more states."""
    return table_of(*_arrays_of(table), least=2 + int(GROWTH * len(table.lengths)))


def _arrays_of(table: States) -> list[NDArray[np.generic]]:
    held = int(table.held[0])
    return [getattr(table, name)[:held] for name in ROWS]
