"""Advances one stream of random walks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.boards.move_graph import direction_table
from engine.kinds.running.shard_runner import Shard, ShardRunner
from engine.kinds.running.stream_words import words_of
from engine.kinds.sample.checks import DEFAULT_STRENGTH, draws_ends, tail_of
from engine.kinds.sample.specification import SampleProblem
from engine.kinds.sample.targets import StreamTarget
from engine.kinds.sample.ties.runner import TieRunner
from engine.sampling.importance import Proposal, proposal
from engine.sampling.tallies import WALKERS, Tallies, closes, empty_tallies, tallies_from, walk_board
from engine.sampling.walks import Walker

TOURS_AT_ONCE = 4096


class WalkRunner:
    """Random walks; the unit of work is one walk."""

    def __init__(self, shard: Shard[SampleProblem]) -> None:
        problem, target, checkpoint = shard.problem, StreamTarget.of(shard), shard.checkpoint
        spec = problem.spec
        self.goal = target.units
        slots = direction_table(problem.board, problem.piece, problem.order)
        board = walk_board(problem.graph, slots, problem.starts)
        tallies: Tallies = empty_tallies(board) if checkpoint is None else tallies_from(dict(checkpoint))
        done = 0 if checkpoint is None else int(np.asarray(checkpoint["done"])[0])
        self.stored = 0 if checkpoint is None else int(np.asarray(checkpoint["stored"])[0])
        words = words_of(spec.rng, target.stream, checkpoint)
        self.walker = Walker(board, WALKERS[spec.method], words, tallies, done, _proposal(problem))
        self.keep = 0 if spec.store == "none" else target.keep
        self.tours = spec.tours
        self._found = np.empty((TOURS_AT_ONCE if self._stores_more else 0, problem.board.size), dtype=np.int32)
        self._fresh = self._found[:0]

    @property
    def _stores_more(self) -> bool:
        """Whether more tours are to be stored."""
        return self.keep is None or self.stored < self.keep

    def step(self, work: int) -> int:
        """Make at most `work` walks; fewer where the buffer of tours fills up."""
        before = self.walker.done
        room = self._found if self._stores_more else self._found[:0]
        written = self.walker.walk(min(work, self.goal - before), room)
        fresh = self._select_requested(self._found[:written])
        self._fresh = fresh if self.keep is None else fresh[: self.keep - self.stored]
        self.stored += len(self._fresh)
        return self.walker.done - before

    def _select_requested(self, found: NDArray[np.int32]) -> NDArray[np.int32]:
        required = found if self.tours == "any" else found[closes(self.walker.board, found) == (self.tours == "closed")]
        return np.asarray(required)

    @property
    def is_finished(self) -> bool:
        """Whether all walks of the round are done."""
        return self.walker.done >= self.goal

    @property
    def progress(self) -> float:
        """Share of the round's walks."""
        return self.walker.done / max(1, self.goal)

    def checkpoint(self) -> Arrays:
        """Return the stream, the tallies, the number of walks and of tours stored."""
        done, stored = (np.array([number], dtype=np.int64) for number in (self.walker.done, self.stored))
        return {**self.walker.block.checkpoint(), **self.walker.arrays(), "done": done, "stored": stored}

    def statistics(self) -> Arrays:
        """Return the tallies."""
        return {name: array.copy() for name, array in self.walker.arrays().items()}

    def take_tours(self) -> NDArray[np.int32]:
        """Return the tours of the last step, if the job stores tours."""
        found, self._fresh = self._fresh.copy(), self._found[:0]
        return found


def _proposal(problem: SampleProblem) -> Proposal | None:
    spec = problem.spec
    if spec.method != "importance":
        return None
    return proposal(
        problem.graph,
        problem.starts,
        strength=DEFAULT_STRENGTH if spec.strength is None else spec.strength,
        tail=tail_of(spec, problem.board.size),
        closed=spec.tours == "closed",
        fixed_end=draws_ends(spec, problem.board.size),
    )


def open_walks(shard: Shard[SampleProblem]) -> ShardRunner:
    """Open a shard of walks or, for exact figures, of the tree of all walks."""
    return TieRunner(shard) if shard.problem.spec.exact else WalkRunner(shard)
