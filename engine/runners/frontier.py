"""Runs one frontier sweep."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import KernelLimitError
from engine.kinds.base import Arrays
from engine.runners.spill import gathered, spill_folder, spilled
from engine.search.frontier.bound import state_bounds
from engine.search.frontier.estimate import MOST_BYTES
from engine.search.frontier.order import symmetries_of, well_ordered
from engine.search.frontier.problem import adjacency_of, problem_of
from engine.search.frontier.sweep import Sweep
from engine.specification.kinds import EnumerateSpecification
from engine.specification.problem import resolve

LARGEST_STEP = 1 << 19
"""States of one step at most: a second's work."""


class FrontierRunner:
    """One sweep; the unit of work is a state taken through a square."""

    def __init__(
        self, spec: EnumerateSpecification, target: Mapping[str, Any], checkpoint: Arrays | None = None
    ) -> None:
        """Open the sweep at its last checkpoint, None: with nothing settled, in an order chosen now and kept."""
        graph = resolve(spec).graph
        squares = tuple(target["sweep"])
        self._folder, self._files = spill_folder(), b""
        if checkpoint is None:
            problem = well_ordered(graph, squares)
        else:
            checkpoint, self._files = gathered(checkpoint, self._folder)
            problem = problem_of(adjacency_of(graph), squares).with_order(checkpoint["order"].tolist())
        self._size = graph.size
        self._order = np.array(problem.order, dtype=np.int64)
        self._sweep = Sweep(problem, symmetries_of(graph), checkpoint)
        self._weights = state_bounds(problem)[:-1]

    def step(self, work: int) -> int:
        """Take up to `work` states through a square; KernelLimitError where memory would not suffice."""
        done = self._sweep.advance(min(work, LARGEST_STEP))
        if self._sweep.bytes > MOST_BYTES:
            raise KernelLimitError(f"the sweep needs more than {MOST_BYTES >> 30} GiB at square {self._sweep.number}")
        return done

    @property
    def finished(self) -> bool:
        """Whether every square is settled."""
        return self._sweep.finished

    @property
    def progress(self) -> float:
        """The share of the patterns of all steps that lie behind."""
        if self.finished:
            return 1.0
        number = self._sweep.number
        behind = self._weights[:number].sum() + self._sweep.share * self._weights[number]
        return float(behind / self._weights.sum())

    def checkpoint(self) -> Arrays:
        """Return the order of the squares and the states on both sides of the present one; many of them go to files."""
        return spilled({"order": self._order, **self._sweep.checkpoint()}, self._folder, self._files)

    def statistics(self) -> Arrays:
        """Return the states met before each square and, once finished, the count in 64-bit words, lowest first."""
        statistics: dict[str, NDArray[np.generic]] = {"widths": self._sweep.widths.copy()}
        if self.finished:
            statistics["count"] = self._sweep.words
        return statistics

    def take_tours(self) -> NDArray[np.int32]:
        """Return nothing: a sweep meets no single tour."""
        return np.empty((0, self._size), dtype=np.int32)
