"""Runs one shard of a census: a search or a sample whose tours are measured, not kept."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.arrays import Arrays
from engine.features.measure_kernel import measure_lines
from engine.features.table import LINE
from engine.kinds.census.planner import DRAWING, sample_problem, search_problem, total
from engine.kinds.census.specification import CensusProblem
from engine.kinds.enumerate.search.runner import SearchRunner
from engine.kinds.running.shard_runner import NoTours, Shard, ShardRunner
from engine.kinds.sample.indexed.planner import METHOD as INDEX
from engine.kinds.sample.indexed.runner import IndexedTourRunner
from engine.kinds.sample.uniform.runner import UniformTourRunner


class CensusRunner(NoTours):
    """The unit of work is that of the runner that finds the tours: a node entered, a state of a sweep, or a draw."""

    def __init__(self, shard: Shard[CensusProblem]) -> None:
        """Open the shard at its last checkpoint; without one, with nothing tallied."""
        problem = shard.problem
        self._board, self._closed = problem.board, problem.spec.tours == "closed"
        self._backwards_too = problem.spec.method not in DRAWING and not self._closed
        self._tours = _finder(shard)
        self._tallies = np.zeros((len(LINE), 0), np.int64)
        if shard.checkpoint is not None:
            self._tallies = np.asarray(shard.checkpoint["tallies"], np.int64)

    def step(self, work: int) -> int:
        """Continue finding tours, and tally those found."""
        done = self._tours.step(work)
        tours = self._tours.take_tours()
        if self._backwards_too:
            tours = tours[tours[:, 0] < tours[:, -1]]
        found = measure_lines(self._board, tours, np.full(len(tours), self._closed))
        if len(found):
            width = int(found.max()) + 1
            places = found + np.arange(len(LINE)) * width
            counts = np.bincount(places.reshape(-1), minlength=len(LINE) * width).reshape(len(LINE), width)
            self._tallies = total([self._tallies, counts])
        return done

    @property
    def is_finished(self) -> bool:
        """Whether all tours are found, or it is time to pause."""
        return self._tours.is_finished

    @property
    def progress(self) -> float:
        """The progress of the tours' runner."""
        return self._tours.progress

    def checkpoint(self) -> Arrays:
        """Return the checkpoint of the tours' runner, and the tallies."""
        return {**self._tours.checkpoint(), "tallies": self._tallies}

    def statistics(self) -> Arrays:
        """Return the statistics of the tours' runner, and the tallies: int64 (statistics, values 0, 1, ...)."""
        return {**self._tours.statistics(), "tallies": self._tallies}


def _finder(shard: Shard[CensusProblem]) -> ShardRunner:
    """Return the runner that finds the tours; a search hands over all it finds."""
    problem = shard.problem
    if problem.spec.method in DRAWING:
        sample = Shard(sample_problem(problem), shard.target, shard.checkpoint, shard.files, shard.memory)
        return IndexedTourRunner(sample) if problem.spec.method == INDEX else UniformTourRunner(sample)
    search = search_problem(problem)
    listed = replace(search, spec=search.spec.model_copy(update={"store": "all"}))
    return SearchRunner(Shard(listed, shard.target, shard.checkpoint, shard.files, shard.memory))
