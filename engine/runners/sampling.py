"""Advances one stream of a sampling job: populations, or walks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.boards.move_graph import MoveGraph, direction_table
from engine.kinds.base import Arrays
from engine.runners.base import ShardRunner
from engine.sampling import sequential_monte_carlo as smc
from engine.sampling.tallies import Tallies, empty_tallies, tallies_from, walk_board
from engine.sampling.walks import WALKERS, Walker
from engine.specification.kinds import SampleSpecification
from engine.specification.problem import resolve
from engine.streams.registry import open_stream, resume_words
from engine.streams.word_block import WordBlock

TOURS_AT_ONCE = 4096
CLOSED_POTENTIAL = (-20.0, -20.0, -0.8, -0.3)
"""A square of a closed tour needs two exits; one is as good as none."""


def _block(spec: SampleSpecification, target: Mapping[str, Any], checkpoint: Arrays | None) -> WordBlock:
    if checkpoint is not None:
        return resume_words(checkpoint)
    rng = spec.rng
    return WordBlock(open_stream(rng.generator, rng.seed, int(target["stream"]), rng.streams))


class PopulationRunner:
    """Independent populations of sequential Monte Carlo; the unit of work is one population."""

    def __init__(self, spec: SampleSpecification, target: Mapping[str, Any], checkpoint: Arrays | None) -> None:
        problem = resolve(spec)
        self.spec, self.graph, self.goal = spec, problem.graph, int(target["units"])
        self.closed = spec.tours == "closed"
        # Every closed tour passes every square: a start with few moves tells as much as all starts together.
        self.starts = _quietest(problem.graph) if self.closed else problem.starts
        self.scale = len(problem.starts) if self.closed else 1
        usual = CLOSED_POTENTIAL if self.closed else smc.DEFAULT_POTENTIAL
        logarithms = usual if spec.potential is None else tuple(spec.potential)
        self.shape = smc.potential(logarithms, int(self.graph.degrees.max()))
        self.block = _block(spec, target, checkpoint)
        fresh = {
            "runs": np.zeros(1, dtype=np.int64),
            "sums": np.zeros(1 + len(self.starts)),
            "squares": np.zeros(1 + len(self.starts)),
            "largest": np.zeros(1),
        }
        self.state = fresh if checkpoint is None else {name: np.array(checkpoint[name]) for name in fresh}

    def step(self, work: int) -> int:
        """Run at most `work` populations."""
        todo = min(work, self.goal - int(self.state["runs"][0]))
        for _ in range(todo):
            total, parts = smc.run(
                self.graph, self.starts, self.spec.particles, self.shape, self.block, tours=self.spec.tours
            )
            found = np.concatenate([[total], parts]) * self.scale
            self.state["runs"][0] += 1
            self.state["sums"] += found
            self.state["squares"] += found**2
            self.state["largest"][0] = max(float(self.state["largest"][0]), found[0])
        return todo

    @property
    def finished(self) -> bool:
        """Whether all populations of the round are done."""
        return int(self.state["runs"][0]) >= self.goal

    @property
    def progress(self) -> float:
        """Share of the round's populations."""
        return int(self.state["runs"][0]) / max(1, self.goal)

    def checkpoint(self) -> Arrays:
        """Return the stream and the sums."""
        return {**self.block.checkpoint(), **self.statistics()}

    def statistics(self) -> Arrays:
        """Return runs; sums and sums of squares of the estimates, total first, then by start; the largest."""
        return {name: array.copy() for name, array in self.state.items()}

    def take_tours(self) -> NDArray[np.int32]:
        """Return none: populations do not keep their paths."""
        return np.empty((0, self.graph.size), dtype=np.int32)


class WalkRunner:
    """Random walks; the unit of work is one walk."""

    def __init__(self, spec: SampleSpecification, target: Mapping[str, Any], checkpoint: Arrays | None) -> None:
        problem = resolve(spec)
        self.goal = int(target["units"])
        slots = direction_table(problem.board, problem.piece, problem.order)
        board = walk_board(problem.graph, slots, problem.starts)
        tallies: Tallies = empty_tallies(board) if checkpoint is None else tallies_from(dict(checkpoint))
        done = 0 if checkpoint is None else int(np.asarray(checkpoint["done"])[0])
        self.walker = Walker(board, WALKERS[spec.method], _block(spec, target, checkpoint), tallies, done)
        rows = 0 if spec.store == "none" else TOURS_AT_ONCE
        self._found = np.empty((rows, problem.board.size), dtype=np.int32)
        self._fresh = 0

    def step(self, work: int) -> int:
        """Make at most `work` walks; fewer where the buffer of tours fills up."""
        before = self.walker.done
        self._fresh = self.walker.walk(min(work, self.goal - before), self._found)
        return self.walker.done - before

    @property
    def finished(self) -> bool:
        """Whether all walks of the round are done."""
        return self.walker.done >= self.goal

    @property
    def progress(self) -> float:
        """Share of the round's walks."""
        return self.walker.done / max(1, self.goal)

    def checkpoint(self) -> Arrays:
        """Return the stream, the tallies and the number of walks."""
        done = np.array([self.walker.done], dtype=np.int64)
        return {**self.walker.block.checkpoint(), **self.walker.arrays(), "done": done}

    def statistics(self) -> Arrays:
        """Return the tallies."""
        return self.walker.arrays()

    def take_tours(self) -> NDArray[np.int32]:
        """Return the tours of the last step, if the job stores tours."""
        found, self._fresh = self._found[: self._fresh].copy(), 0
        return found


def open_sampling(spec: SampleSpecification, target: Mapping[str, Any], checkpoint: Arrays | None) -> ShardRunner:
    """Open a shard of the kind "sample"."""
    runner = PopulationRunner if spec.method == "smc" else WalkRunner
    return runner(spec, target, checkpoint)


def _quietest(graph: MoveGraph) -> NDArray[np.int32]:
    """Return the square with the fewest moves, the lowest-numbered of them."""
    return np.array([int(np.argmin(graph.degrees))], dtype=np.int32)
