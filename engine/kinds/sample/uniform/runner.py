"""Draws exactly uniform tours of one frontier sweep: counts first, then finds tours by their numbers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.boards.symmetry import symmetries
from engine.errors import KernelLimitError
from engine.kinds.running.checkpoint_files import load_or_begin, spill
from engine.kinds.running.shard_runner import Shard
from engine.kinds.running.stream_words import words_of
from engine.kinds.sample.specification import SampleProblem
from engine.kinds.sample.targets import DrawTarget
from engine.kinds.sample.uniform.planner import MAX_STATES, ends_of, sweeps
from engine.search.frontier.layers import Layers
from engine.search.frontier.order import well_ordered
from engine.search.frontier.problem import SweepProblem, adjacency_of, problem_of
from engine.search.frontier.sweep import MAX_STEP
from engine.search.frontier.unranking import Unranking, follow_cycles
from engine.streams.bounded import large_integers

BATCH = 8192
"""Tours drawn at a time: each batch passes all states once."""


class UniformTourRunner:
    """The unit of work is a state taken through a step of the sweep; a batch of tours takes all of them once more."""

    def __init__(self, shard: Shard[SampleProblem]) -> None:
        """Open the shard at its last checkpoint; without one, with nothing counted, in an order chosen now and kept."""
        target, checkpoint = DrawTarget.of(shard), shard.checkpoint
        self._problem = shard.problem
        self._sweep = sweeps(self._problem)[target.sweep]
        self._first, self._total = target.first, target.total or 0
        self._draws = target.draws
        self._files = None if shard.files is None else shard.files.own
        layers, self._written = load_or_begin(checkpoint, shard.files)  # what was drawn is in the row in any case
        drawn, stored = (0, 0) if checkpoint is None else np.asarray(checkpoint["drawn"]).tolist()
        self._drawn, self._stored = int(drawn), int(stored)
        self._block = words_of(self._problem.spec.rng, 0, checkpoint)  # every shard draws the same numbers
        self._layers = Layers(self._sweep_problem(checkpoint), layers)
        self._unranking: Unranking | None = None
        self._tours = np.empty((0, self._problem.board.size), dtype=np.int32)

    def _sweep_problem(self, checkpoint: Arrays | None) -> SweepProblem:
        graph, start = self._problem.graph, self._sweep.start
        squares = () if start is None else (start,)
        ends = None if start is None else ends_of(self._problem, start)
        order = well_ordered(graph, squares).order if checkpoint is None else checkpoint["order"].tolist()
        return problem_of(adjacency_of(graph), squares, ends).with_order(order)

    def step(self, work: int) -> int:
        """Take about `work` states further or, once all are counted, draw a batch of tours."""
        if not self._layers.is_finished:
            return self._count(min(work, MAX_STEP))
        count = min(BATCH, self._draws - self._drawn)
        numbers = [number - self._first for number in large_integers(self._block, self._total, count)]
        own = self._layers.cycles * self._sweep.variants
        found = self._unrank_tours([number for number in numbers if 0 <= number < own])
        self._tours = np.concatenate([self._tours, found])
        self._drawn, self._stored = self._drawn + count, self._stored + len(found)
        if self.is_finished:
            self._layers.forget()
        return int(self._layers.sweep.widths.sum())

    def _count(self, work: int) -> int:
        done = self._layers.advance(work)
        if self._layers.sweep.widths.sum() > 2 * MAX_STATES:
            raise KernelLimitError(f"the sweep has far more than the {MAX_STATES} states foreseen")
        return done

    def _unrank_tours(self, numbers: Sequence[int]) -> NDArray[np.int32]:
        """Return the tours with these numbers: the lowest part of a number gives the start and the direction."""
        if not numbers:
            return self._tours[:0]
        self._unranking = self._unranking or Unranking(self._layers)
        parts = [divmod(number, self._sweep.variants) for number in numbers]
        neighbours = self._unranking.neighbours([cycle for cycle, _ in parts])
        variants = np.array([variant for _, variant in parts])
        starts = np.array(self._sweep.starts, dtype=np.int32)
        size = self._problem.board.size
        if self._sweep.start is None:
            begins = starts[variants // 2]
            return follow_cycles(neighbours, begins, neighbours[np.arange(len(parts)), begins, variants % 2], size)
        table = symmetries(self._problem.board)
        images = np.array([table[np.argmax(table[:, self._sweep.start] == start)] for start in starts])
        here = np.full(len(parts), self._sweep.start, dtype=np.int32)
        paths = follow_cycles(neighbours, here, np.full_like(here, size), size)  # away from the apex, the last vertex
        return np.take_along_axis(images[variants], paths, axis=1)

    @property
    def is_finished(self) -> bool:
        """Whether all states are counted and all requested tours are drawn."""
        return self._layers.is_finished and self._drawn == self._draws

    @property
    def progress(self) -> float:
        """The share of the tours drawn; before that, of the squares settled."""
        if self._draws:
            return self._drawn / self._draws
        return self._layers.sweep.number / self._layers.problem.size

    def checkpoint(self) -> Arrays:
        """Return the layers, until all tours are drawn, the place in the stream, and how many were drawn and found."""
        order = np.array(self._layers.problem.order, dtype=np.int64)
        drawn = np.array([self._drawn, self._stored], dtype=np.int64)
        arrays = {**self._layers.checkpoint(), **self._block.checkpoint(), "order": order, "drawn": drawn}
        return spill(arrays, self._files, self._written)

    def statistics(self) -> Arrays:
        """Return how many tours were found and, once known, the number of cycles in 64-bit words, lowest first."""
        stored = np.array([self._stored], dtype=np.int64)
        return {"stored": stored, "count": self._layers.sweep.words} if self._layers.is_finished else {"stored": stored}

    def take_tours(self) -> NDArray[np.int32]:
        """Return the tours drawn since the last call."""
        found, self._tours = self._tours, self._tours[:0]
        return found
