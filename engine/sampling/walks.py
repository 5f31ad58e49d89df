"""Self-avoiding random walks until stuck or complete, by every walker, on masks, grids or arrays, as the board is.

Every walk knows the probability with which it was drawn, so that a completed one carries the weight
1 / probability: the mean weight over all walks (zero for those that got stuck) is Knuth's unbiased estimate of the
number of tours the walker can find. Source: D. E. Knuth, "Estimating the efficiency of backtrack programs", 1975.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from engine.sampling.array_walks import Scratch, array_walks, walking_room
from engine.sampling.grid_walks import GridScratch, grid_room, grid_walks
from engine.sampling.importance import Proposal, importance_walks
from engine.sampling.importance_arrays import ImportanceScratch, importance_array_walks, importance_room
from engine.sampling.mask_walks import mask_walks
from engine.sampling.tallies import ROTATING, WORDS_OVER, Tallies, WalkBoard
from engine.streams.word_block import WordBlock


@dataclass
class Walker:
    """Walks of one stream: walk i starts on start square i mod starts and counts for batch (i // starts) mod 16.

    draw: how an importance walker draws; the others do without.
    """

    board: WalkBoard
    mode: int
    block: WordBlock
    tallies: Tallies
    done: int = 0
    draw: Proposal | None = None

    @cached_property
    def _room(self) -> Scratch:
        return walking_room(self.board)

    @cached_property
    def _grid_room(self) -> GridScratch:
        return grid_room(self.board.grid)

    @cached_property
    def _importance_room(self) -> ImportanceScratch:
        return importance_room(self.board)

    def walk(self, count: int, found: NDArray[np.int32]) -> int:
        """Make `count` walks; completed ones are written to `found` (k, size) while it has room.

        Returns how many were written; stops early when `found` (unless it has no rows) is full.
        """
        goal = self.done + count
        written = 0
        while self.done < goal:
            if len(self.block.words) - self.block.cursor < len(self.board.degrees) + WORDS_OVER:
                self.block.refill()
            self.block.cursor, self.done, written = self._some(goal, found, written)
            if len(found) and written == len(found):
                break
        return written

    def _some(self, goal: int, found: NDArray[np.int32], written: int) -> tuple[int, int, int]:
        """Make walks while the block's words last; return cursor, walks done and rows written."""
        words, cursor, span = self.block.words, self.block.cursor, (self.done, goal)
        if self.draw is not None:
            wide = self._importance_room
            if len(self.board.masks):
                scratch = wide.path, wide.stack
                return importance_walks(
                    self.board, self.draw, words, cursor, span, self.tallies, scratch, (found, written)
                )
            return importance_array_walks(
                self.board, self.draw, words, cursor, span, self.tallies, wide, (found, written)
            )
        if len(self.board.grid.cells):
            room = self._grid_room
            return grid_walks(self.board, self.mode, words, cursor, span, self.tallies, room, (found, written))
        if len(self.board.masks) and (self.mode != ROTATING or len(self.board.onward)):
            path = self._room.path
            return mask_walks(self.board, self.mode, words, cursor, span, self.tallies, path, (found, written))
        return array_walks(self.board, self.mode, words, cursor, span, self.tallies, self._room, (found, written))

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """Return the tallies by name."""
        return dict(zip(Tallies._fields, self.tallies, strict=True))
