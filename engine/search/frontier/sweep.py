"""A frontier sweep in memory: advanced by bounded amounts, saved and resumed at any point."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays, integer_of
from engine.search.frontier.parity import Edges, build_parities, expand_parities, most_alike
from engine.search.frontier.problem import SweepProblem
from engine.search.frontier.steps import build_steps
from engine.search.frontier.table import Counts, Int64s, add, capacity_for, empty_table, entries, table_of, whole
from engine.search.frontier.transition import expand, workspace

BATCH = 1 << 18
"""Successors written before they are added to the table; the states alone determine where batches end."""

MAX_STEP = 1 << 19
"""States of one step at most: a second's work."""


class Sweep:
    """The states before square `number`, of which those from `cursor` on wait, and the states after it found so far.

    Work is done in whole batches: the order of a table's keys depends on where batches end, and equal work must leave
    equal checkpoints, however it is divided into calls.

    most: the sweep halts as soon as there are more states than this before a square; None: never.
    batch: successors of a batch, at least ROOM.
    edges: those of a folded board; the sweep then separates cycles with an even number of odd edges from the others.
    """

    kept = staticmethod(whole)
    """What becomes of the counts of all states after each square."""

    def __init__(
        self,
        problem: SweepProblem,
        symmetries: Sequence[Sequence[int]] = (),
        checkpoint: Arrays | None = None,
        most: int | None = None,
        batch: int = BATCH,
        edges: Edges | None = None,
    ) -> None:
        self._most = math.inf if most is None else most
        self.steps = build_steps(problem, symmetries)
        self._alike = 0 if edges is None else most_alike(edges)
        self._parities = [] if edges is None else build_parities(problem, edges)
        self._batch = np.empty(batch, dtype=np.int64), np.empty(batch, dtype=np.int64)
        self._work = workspace()
        if checkpoint is None:
            checkpoint = beginning(problem, 0 if edges is None else 1)
        self.number = int(checkpoint["number"][0])
        self.cursor = 0
        self.keys = np.asarray(checkpoint["keys"], np.int64)
        self.counts = np.asarray(checkpoint["counts"], np.uint64)
        self._wide = bool(checkpoint["wide"][0])
        self.widths = checkpoint["widths"].astype(np.int64)
        found = np.asarray(checkpoint["found_keys"], np.int64)
        counts = np.asarray(checkpoint["found_counts"], np.uint64)
        self._table = table_of(found, counts, capacity_for(len(found)))

    @property
    def is_finished(self) -> bool:
        """Whether every square is settled."""
        return self.number == len(self.steps)

    @property
    def is_halted(self) -> bool:
        """Whether the sweep is finished or too wide."""
        return self.is_finished or self._wide

    @property
    def current_step(self) -> int:
        """The step before which the states stand."""
        return self.number

    @property
    def unsent(self) -> int:
        """States for other workers that have not been taken yet."""
        return len(self.keys) if self._wide else 0

    @property
    def words(self) -> NDArray[np.uint64]:
        """The number of cycles, once finished, in 64-bit words, lowest first."""
        return self.counts[0] if len(self.counts) else np.zeros(1, dtype=np.uint64)

    @property
    def count(self) -> int:
        """The number of cycles, once finished."""
        return integer_of(self.words)

    @property
    def parities(self) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
        """The words of the cycles of a folded board with an even and with an odd number of odd edges, once finished."""
        none = np.zeros(1, dtype=np.uint64)
        found = dict(zip((self.keys & 1).tolist(), self.counts, strict=True))
        return found.get(0, none), found.get(1, none)

    @property
    def waiting(self) -> int:
        """The number of states not yet through the present square."""
        return len(self.keys) - self.cursor

    @property
    def share(self) -> float:
        """The share of the states that are through the present square."""
        return 1.0 - self.waiting / max(1, int(self.widths[self.number]))

    @property
    def bytes(self) -> int:
        """Memory held by states."""
        return self.keys.nbytes + self.counts.nbytes + self._table.keys.nbytes + self._table.counts.nbytes

    def advance(self, states: int) -> int:
        """Take states one square further, in batches until at least `states` are done; return how many."""
        done = 0
        while done < states and not self.is_halted:
            done += self.take_batch()
        return done

    def take_batch(self) -> int:
        """Take the states of one batch to the table, or the last of them before this square; return how many."""
        begun, self.cursor = self.cursor, self._add_batch()
        done = self.cursor - begun
        if self.cursor == len(self.keys):
            self._turn()
        return done

    def _add_batch(self) -> int:
        """Add the successors of as many states as fill a batch to the table; return which states are through."""
        keys, sources = self._batch
        state, step, work = (self.keys, self.cursor), self.steps[self.number], self._work
        if self._parities:
            parities = self._parities[self.number]
            reached, written = expand_parities(*state, step, parities, self._alike, work, keys, sources)
        else:
            reached, written = expand(*state, step, work, keys, sources)
        self._table, self.counts = add(self._table, keys[:written], sources[:written], self.counts)
        return int(reached)

    def _turn(self) -> None:
        """Make the table the states before the next square, now that all states are through this one."""
        self.keys, counts = entries(self._table)
        self.counts = self.kept(counts)
        self.cursor = 0
        self.number += 1
        self.widths[self.number] = len(self.keys)
        self._wide = len(self.keys) > self._most
        self._table = empty_table(capacity_for(len(self.keys)), self.counts.shape[1])

    def take_sent(self) -> tuple[Int64s, Counts]:
        """Return and forget the states of a sweep that has become too wide; none before."""
        if self._wide:
            sent = self.keys, self.counts
            self.keys, self.counts = self.keys[:0], self.counts[:0]
            return sent
        return self.keys[:0], self.counts[:0]

    def checkpoint(self) -> dict[str, NDArray[np.generic]]:
        """Return the states still to be taken through the present square and those found behind it."""
        found_keys, found_counts = entries(self._table)
        return {
            "number": np.array([self.number], dtype=np.int64),
            "keys": self.keys[self.cursor :],
            "counts": self.counts[self.cursor :],
            "found_keys": found_keys,
            "found_counts": found_counts,
            "widths": self.widths.copy(),
            "wide": np.array([self._wide]),
        }


def beginning(problem: SweepProblem, shift: int = 0) -> dict[str, NDArray[np.generic]]:
    """Return the checkpoint with nothing settled: one state, with a path between the ends of any extra edge."""
    first = (0b1011 if problem.joined else 0) << shift  # two squares, both ends, the second one the second end
    widths = np.zeros(problem.size + 1, dtype=np.int64)
    return checkpoint_before(0, np.array([first], dtype=np.int64), np.ones((1, 1), dtype=np.uint64), widths)


def checkpoint_before(number: int, keys: Int64s, counts: Counts, widths: Int64s) -> dict[str, NDArray[np.generic]]:
    """Return the checkpoint of a sweep that stands before step `number` with these states and these widths so far."""
    widths[number] = len(keys)
    return {
        "number": np.array([number], dtype=np.int64),
        "keys": keys,
        "counts": counts,
        "found_keys": np.empty(0, dtype=np.int64),
        "found_counts": np.empty((0, counts.shape[1]), dtype=np.uint64),
        "widths": widths,
        "wide": np.array([False]),
    }
