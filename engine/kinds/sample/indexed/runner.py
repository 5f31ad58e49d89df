"""Draws exactly uniform closed tours by their number from the index of a board."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays, words_of_integer
from engine.cycles.index import CycleIndex
from engine.errors import KernelLimitError
from engine.files import ShardFiles
from engine.kinds.running.shard_runner import Shard
from engine.kinds.running.stream_words import words_of
from engine.kinds.sample.indexed.planner import index_kept
from engine.kinds.sample.specification import SampleProblem
from engine.kinds.sample.targets import StreamTarget
from engine.streams.bounded import large_integers

AT_ONCE = 16
"""Tours of one step at most: of a wide board each is read from a disk, in up to 50 ms."""


class IndexedTourRunner:
    """The unit of work is a tour drawn."""

    def __init__(self, shard: Shard[SampleProblem]) -> None:
        """Open the shard at its last checkpoint, None: with nothing drawn. InvalidProblemError without an index."""
        self._problem, target = shard.problem, StreamTarget.of(shard)
        self._index = _open_index(self._problem, shard.files)
        saved = shard.checkpoint
        if saved is not None and str(saved["index"][0]) != self._index.digest:
            raise KernelLimitError("since the job began the index was made anew, with other numbers: begin anew, too")
        self._draws, self._drawn = target.units, 0 if saved is None else int(saved["drawn"][0])
        self._words = words_of(self._problem.spec.rng, target.stream, saved)
        self._starts: list[int] = self._problem.starts.tolist()
        self._tours: list[NDArray[np.int32]] = []

    def step(self, work: int) -> int:
        """Draw about `work` tours."""
        variants = 2 * len(self._starts)
        count = min(max(1, work), AT_ONCE, self._draws - self._drawn)
        for number in large_integers(self._words, self._index.cycles * variants, count):
            cycle, variant = divmod(number, variants)
            tour = self._index.tour(cycle + 1)
            begun = np.roll(tour, -int(np.flatnonzero(tour == self._starts[variant // 2])[0]))
            self._tours.append(np.roll(begun[::-1], 1) if variant % 2 else begun)
        self._drawn += count
        return count

    @property
    def is_finished(self) -> bool:
        """Whether all tours requested of this stream are drawn."""
        return self._drawn == self._draws

    @property
    def progress(self) -> float:
        """The share of the tours drawn."""
        return self._drawn / self._draws if self._draws else 1.0

    def checkpoint(self) -> Arrays:
        """Return the place in the stream, how many tours were drawn, and from which index."""
        drawn = np.array([self._drawn], dtype=np.int64)
        return {**self._words.checkpoint(), "drawn": drawn, "index": np.array([self._index.digest], dtype=np.str_)}

    def statistics(self) -> Arrays:
        """Return how many tours were drawn, the cycles in 64-bit words, lowest first, and what the index is."""
        return {
            "stored": np.array([self._drawn], dtype=np.int64),
            "count": words_of_integer(self._index.cycles),
            "kept": np.array([self._index.states, self._index.bytes], dtype=np.int64),
            "index": np.array([self._index.digest], dtype=np.str_),
        }

    def take_tours(self) -> NDArray[np.int32]:
        """Return the tours drawn since the last call."""
        found, self._tours = self._tours, []
        return np.array(found, dtype=np.int32).reshape(-1, self._problem.board.size)


def _open_index(problem: SampleProblem, files: ShardFiles | None) -> CycleIndex:
    """Return the index of the board."""
    if files is None:
        raise KernelLimitError("an index is read from files: CAVALIER_SPILL_FOLDER must name the folder for them")
    return CycleIndex(files.kept, index_kept(problem.board, problem.piece, files.kept))
