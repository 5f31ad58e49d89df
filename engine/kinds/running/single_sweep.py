"""Runs one sweep in memory, by one worker."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.errors import KernelLimitError
from engine.kinds.running.shard_runner import NoTours
from engine.search.frontier.bound import share_behind, state_shares
from engine.search.frontier.parity import Edges
from engine.search.frontier.problem import SweepProblem
from engine.search.frontier.sweep import BATCH, MAX_STEP, Sweep


class OneSweep(NoTours):
    """The unit of work is a state taken through a vertex."""

    batch = BATCH
    """Number of successors in a batch."""

    def __init__(
        self, problem: SweepProblem, memory: int, checkpoint: Arrays | None, edges: Edges | None = None
    ) -> None:
        """Begin, or resume from a checkpoint; edges: as of `Sweep`."""
        saved, self._memory = checkpoint or {}, memory
        if saved:  # the order is part of what the states mean
            problem = problem.with_order(saved["order"].tolist())
        self._order = np.array(problem.order, dtype=np.int64)
        self._shares = state_shares(problem)
        self._sweep = Sweep(problem, checkpoint=saved or None, batch=self.batch, edges=edges)

    def step(self, work: int) -> int:
        """Take at least `work` states through a vertex, in whole batches; KernelLimitError for want of memory."""
        done = self._sweep.advance(min(work, MAX_STEP))
        if self._sweep.bytes > self._memory:
            raise KernelLimitError(
                f"the sweep needs more than {self._memory >> 20} MiB at vertex {self._sweep.number}: more than "
                "CAVALIER_SWEEP_MEMORY allows"
            )
        return done

    @property
    def is_finished(self) -> bool:
        """Whether every vertex is settled."""
        return self._sweep.is_finished

    @property
    def progress(self) -> float:
        """The estimated share of the states that lie behind."""
        return share_behind(self._shares, self._sweep.number, self._sweep.share)

    def checkpoint(self) -> Arrays:
        """Return the order of the vertices and the states."""
        return {"order": self._order, **self._sweep.checkpoint()}

    def statistics(self) -> Arrays:
        """Return the states met and, once finished, the number of cycles in 64-bit words, lowest first."""
        statistics: dict[str, NDArray[np.generic]] = {"widths": self._sweep.widths.copy()}
        if self.is_finished:
            statistics["count"] = self._sweep.words
        return statistics
