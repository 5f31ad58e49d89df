"""Sweeps that carry weights: a polynomial by moves that count, or the uses of classes of moves (see `weights`)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.arrays import Arrays
from engine.jit import inline_kernel, kernel
from engine.search.frontier.problem import SweepProblem
from engine.search.frontier.sweep import Sweep
from engine.search.frontier.table import Counts, Int64s, add, widen_counts
from engine.search.frontier.table_part import Part, Receive
from engine.search.frontier.transition import ROOM, SECOND, successors, workspace
from engine.search.frontier.weights import Weights

BATCH = 1 << 16
"""Successors of a batch: each has a number of twenty words or more."""


def trim(counts: Counts) -> Counts:
    """Return the counts without words that are zero in all of them and in all higher words; one at least is left."""
    filled = np.flatnonzero(counts.any(axis=0))
    words = int(filled[-1]) + 1 if len(filled) else 1
    return counts if words == counts.shape[1] else np.ascontiguousarray(counts[:, :words])


class Carrier:
    """Takes the numbers of states through one step after the other."""

    def __init__(self, problem: SweepProblem, weights: Weights, batch: int) -> None:
        self._weights, self._tables = weights, weights.tables(problem)
        self._keys, self._sources, self._joined = (np.empty(batch, dtype=np.int64) for _ in range(3))
        self._work = workspace()

    def expand(self, number: int, step: Int64s, keys: Int64s, counts: Counts, begin: int) -> tuple[int, Int64s, Counts]:
        """Take keys[begin:] with their counts through step `number` until all are done or the batch is full.

        Returns the states done up to, and the successors' keys, which the next call overwrites, with their counts.
        """
        done, written = _expand(keys, begin, step, self._work, self._keys, self._sources, self._joined)
        return done, self._keys[:written], self._carry(counts, self._tables[number], written)

    def _carry(self, counts: Counts, table: Int64s, written: int) -> Counts:
        """Return the counts of the successors of the present batch."""
        stride, most = self._weights.stride, int(table.max())
        digits = -(-counts.shape[1] // stride)
        words = stride * max(digits, 1 + most) if self._weights.uses else counts.shape[1] + 2 * most * stride
        carried = np.zeros((written, words), dtype=np.uint64)
        carry = _add_uses if self._weights.uses else _shift
        carry(counts, self._sources[:written], self._joined[:written], table, stride, carried)
        return trim(carried)


class WeightedSweep(Sweep):
    """A sweep in memory."""

    kept = staticmethod(trim)

    def __init__(
        self,
        problem: SweepProblem,
        weights: Weights,
        symmetries: Sequence[Sequence[int]] = (),
        checkpoint: Arrays | None = None,
        most: int | None = None,
        batch: int = BATCH,
    ) -> None:
        """Begin or resume, as a plain sweep; symmetries: those that keep the weights."""
        super().__init__(problem, symmetries, checkpoint, most, ROOM)
        self._carrier = Carrier(problem, weights, batch)

    def _add_batch(self) -> int:
        """Add the successors of as many states as fill a batch to the table; return which states are through."""
        step = self.steps[self.number]
        reached, keys, counts = self._carrier.expand(self.number, step, self.keys, self.counts, self.cursor)
        words = max(counts.shape[1], self._table.counts.shape[1])
        table = self._table._replace(counts=widen_counts(self._table.counts, words))
        self._table, _ = add(table, keys, np.arange(len(keys)), widen_counts(counts, words))
        return reached


class WeightedPart(Part):
    """One part of a weighted sweep's table before one step."""

    def __init__(
        self,
        problem: SweepProblem,
        weights: Weights,
        symmetries: Sequence[Sequence[int]],
        number: int,
        buckets: tuple[int, int],
        receive: Receive,
        saved: tuple[Int64s, Int64s],
        batch: int = BATCH,
    ) -> None:
        """Begin or resume, as a part of a plain sweep."""
        super().__init__(problem, symmetries, number, buckets, receive, saved, ROOM)
        self._carrier = Carrier(problem, weights, batch)

    def _send_batch(self, held: Int64s, counts: Counts) -> int:
        """Send the successors of as many states as fill a batch; return which states are through."""
        reached, keys, carried = self._carrier.expand(self.number, self._step, held, counts, self._cursor)
        self._sent.append((keys.copy(), carried))
        return reached


@kernel
def _expand(
    keys: Int64s, begin: int, step: Int64s, work: Int64s, out_keys: Int64s, sources: Int64s, joined: Int64s
) -> tuple[int, int]:
    """Write the successors of keys[begin:], their sources as `transition.expand` does, and the slots they join."""
    at, index = 0, begin
    while index < len(keys) and at + ROOM <= len(out_keys):
        written = successors(keys[index], step, work, (out_keys, joined), at)
        while at < written:
            sources[at] = index
            at += 1
        index += 1
    return index, at


@kernel
def _shift(counts: Counts, sources: Int64s, joined: Int64s, weights: Int64s, stride: int, out: Counts) -> None:
    """Write the counts of the sources, shifted by the weights of the moves to the slots joined; `out` is zero."""
    for index in range(len(sources)):
        weight = weights[joined[index] & ((1 << SECOND) - 1)] + weights[joined[index] >> SECOND]
        for word in range(counts.shape[1]):
            if counts[sources[index], word]:
                out[index, word + weight * stride] = counts[sources[index], word]


@kernel
def _add_uses(counts: Counts, sources: Int64s, joined: Int64s, classes: Int64s, stride: int, out: Counts) -> None:
    """Write the counts of the sources, with the first digit added to the digits of the joined moves' classes."""
    for index in range(len(sources)):
        source = sources[index]
        for word in range(counts.shape[1]):
            out[index, word] = counts[source, word]
        for digit in (classes[joined[index] & ((1 << SECOND) - 1)], classes[joined[index] >> SECOND]):
            if digit:
                _add_digit(counts, source, digit * stride, stride, out, index)


@inline_kernel
def _add_digit(counts: Counts, source: int, place: int, stride: int, out: Counts, index: int) -> None:
    """Add the first digit of counts[source] to the number out[index] from word `place` on."""
    carry, word = np.uint64(0), 0
    while (word < stride and word < counts.shape[1]) or carry:
        held = out[index, place + word] + carry
        carry = np.uint64(held < carry)
        added = counts[source, word] if word < stride and word < counts.shape[1] else np.uint64(0)
        total = held + added
        carry += np.uint64(total < held)
        out[index, place + word] = total
        word += 1
