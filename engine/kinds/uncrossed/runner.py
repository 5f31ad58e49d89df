"""Runs the shard of a search for longest uncrossed paths: a sweep over the moves of the board."""

from __future__ import annotations

import numpy as np

from engine.arrays import Arrays
from engine.errors import KernelLimitError
from engine.kinds.running.checkpoint_files import load_or_begin, spill
from engine.kinds.running.shard_runner import NoTours, Shard
from engine.kinds.uncrossed.specification import UncrossedProblem
from engine.uncrossed.crossings import moves_in, segments_of
from engine.uncrossed.path import path_of
from engine.uncrossed.sweep import Sweep


class UncrossedRunner(NoTours):
    """The unit of work is a state taken through a move."""

    def __init__(self, shard: Shard[UncrossedProblem]) -> None:
        """Open the shard at its last checkpoint; without one, before the first move."""
        spec = shard.problem.spec
        self._segments = segments_of(shard.problem.graph)
        self._files, self._memory = None if shard.files is None else shard.files.own, shard.memory
        saved, self._before = load_or_begin(shard.checkpoint, shard.files)
        self._sweep = Sweep(self._segments, closed=spec.tours == "closed", width=spec.width, saved=saved)

    def step(self, work: int) -> int:
        """Take at most this many states through a move; KernelLimitError for want of memory."""
        done = self._sweep.step(work)
        if self._sweep.bytes > self._memory:
            raise KernelLimitError(
                f"the sweep needs more than {self._memory >> 20} MiB at {self._sweep.place}: more than "
                "CAVALIER_SWEEP_MEMORY allows; ask for a width to keep fewer states"
            )
        return done

    @property
    def is_finished(self) -> bool:
        """Whether all moves are decided."""
        return self._sweep.is_finished

    @property
    def progress(self) -> float:
        """The share of the moves that are decided."""
        return self._sweep.share

    def checkpoint(self) -> Arrays:
        """Return the states, and what was found."""
        return spill(self._sweep.checkpoint(), self._files, self._before)

    def statistics(self) -> Arrays:
        """Return the longest path found as square numbers, its length, how many there are, and what bounds the rest.

        A cycle's first square is repeated at the end; where none was found there is no path.
        """
        found = self._sweep.result_arrays()
        moves = self._segments.squares[self._segments.ends[moves_in(found["longest"])]]
        path = path_of(moves) if found["length"][0] else np.zeros(1, dtype=np.int32)
        return {"path": path, "length": found["length"], "number": found["number"], "left_out": found["left_out"]}
