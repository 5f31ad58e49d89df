"""Makes a puzzle: draws a tour or takes the given one, and removes numbers while it stays the only one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.boards.move_graph import direction_table
from engine.kinds.puzzle.planner import PuzzleTarget, hidden_tour
from engine.kinds.puzzle.specification import PuzzleProblem
from engine.kinds.running.shard_runner import NoTours, Shard
from engine.kinds.running.stream_words import words_of
from engine.sampling.tallies import WALKERS, closes, empty_tallies, walk_board
from engine.sampling.walks import Walker
from engine.search.completion.reduction import TRIED, Reduction

MAX_WALKS = 1 << 22
"""After this many walks without a tour a stream gives up: on 8x8 one of six or so is a tour, one of fifty closes."""


class PuzzleRunner(NoTours):
    """One puzzle; the unit of work is a walk while a tour is looked for, then a node of a search.

    The walks follow Warnsdorff's rule with random ties, from all squares in turn.
    """

    def __init__(self, shard: Shard[PuzzleProblem]) -> None:
        problem, stream, checkpoint = shard.problem, PuzzleTarget.of(shard).stream, shard.checkpoint
        self._problem, self._spec = problem, problem.spec
        slots = direction_table(problem.board, problem.piece, problem.order)
        board = walk_board(problem.graph, slots, problem.starts)
        words = words_of(problem.spec.rng, stream, checkpoint)
        done = 0 if checkpoint is None else int(checkpoint["done"][0])
        self._walker = Walker(board, WALKERS["warnsdorff"], words, empty_tallies(board), done)
        given = hidden_tour(problem)
        tour = np.array([] if given is None else given, np.int32)
        if checkpoint is not None:
            tour = np.asarray(checkpoint["tour"], np.int32)
        self._tour = tour
        self._reduction = self._begin(tour) if len(tour) else None
        if self._reduction is not None and checkpoint is not None:
            self._reduction.restore(checkpoint)

    def step(self, work: int) -> int:
        """Make at most `work` walks until one is a tour that is requested; then enter at most `work` nodes."""
        if self._reduction is not None:
            return self._reduction.advance(work)
        before, found = self._walker.done, np.empty((1, self._problem.board.size), np.int32)
        goal = min(before + work, MAX_WALKS)
        while self._walker.done < goal:
            if self._walker.walk(goal - self._walker.done, found) and self._is_requested(found):
                self._reduction = self._begin(found[0])
                break
        return self._walker.done - before

    def _is_requested(self, found: NDArray[np.int32]) -> bool:
        return self._spec.tours == "any" or bool(closes(self._walker.board, found)[0]) == (self._spec.tours == "closed")

    def _begin(self, tour: NDArray[np.int32]) -> Reduction:
        """Begin to remove the numbers of a tour, in an order given by the next words of the stream."""
        self._tour, words, size = tour.copy(), self._walker.block, len(tour)
        while len(words.words) - words.cursor < size:
            words.refill()
        order = np.argsort(words.words[words.cursor : words.cursor + size], kind="stable")
        return Reduction(self._problem.graph, tour.tolist(), order.tolist(), self._spec.guesses, self._spec.tours)

    @property
    def is_finished(self) -> bool:
        """Whether every number was tried, or no tour was found."""
        return self._walker.done >= MAX_WALKS if self._reduction is None else self._reduction.is_finished

    @property
    def progress(self) -> float:
        """The share of the numbers tried; 0 while a tour is looked for."""
        if self._reduction is None:
            return float(self.is_finished)
        return float(self._reduction.figures[TRIED]) / self._problem.board.size

    def checkpoint(self) -> Arrays:
        """Return the stream, the tour, and the state of the removals."""
        taken = {} if self._reduction is None else self._reduction.checkpoint()
        done = np.array([self._walker.done], np.int64)
        return {**self._walker.block.checkpoint(), "done": done, "tour": self._tour.copy(), **taken}

    def statistics(self) -> Arrays:
        """Return the tour, what is kept of it, and the figures of `Reduction`; nothing before a tour was found."""
        if self._reduction is None:
            return {}
        return {
            "tour": self._tour.copy(),
            "kept": self._reduction.kept.copy(),
            "figures": self._reduction.figures.copy(),
        }
