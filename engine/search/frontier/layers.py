"""A frontier sweep that keeps what it passes: the states before every step and the ways that lead to each.

Without folding, so that every Hamiltonian cycle is one way through the states and every way one cycle.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.search.frontier.problem import SweepProblem
from engine.search.frontier.sweep import Sweep
from engine.search.frontier.table import Counts, Int64s

KEYS, COUNTS = "layer_keys", "layer_counts"


class Layers:
    """The layers of one sweep, found by bounded amounts of work; saved and resumed at any point.

    keys: for each step so far its states, ascending. counts: as many rows of 64-bit words, lowest first.
    """

    def __init__(self, problem: SweepProblem, checkpoint: Arrays | None = None) -> None:
        self.problem, self.sweep = problem, Sweep(problem, checkpoint=checkpoint)
        self.keys: list[Int64s] = []
        self.counts: list[Counts] = []
        if checkpoint is None:
            self._keep()
        else:
            ends = np.cumsum(self.sweep.widths[: self.sweep.number])
            self.keys = np.split(checkpoint[KEYS], ends)
            self.counts = np.split(checkpoint[COUNTS], ends)

    @property
    def is_finished(self) -> bool:
        """Whether every layer is known."""
        return self.sweep.is_finished

    @property
    def cycles(self) -> int:
        """The number of cycles, once finished."""
        return self.sweep.count

    def advance(self, states: int) -> int:
        """Take about `states` states one step further; return how many were taken."""
        done = 0
        while done < states and not self.is_finished:
            number = self.sweep.number
            done += self.sweep.take_batch()
            if self.sweep.number > number:
                self._keep()
        return done

    def _keep(self) -> None:
        """Keep the states before the present step, in an order that does not depend on how the work was cut."""
        order = np.argsort(self.sweep.keys)
        self.keys.append(self.sweep.keys[order])
        self.counts.append(self.sweep.counts[order])

    def forget(self) -> None:
        """Discard the layers once all requested results have been found; the count stays known."""
        self.keys = [keys[:0] for keys in self.keys]
        self.counts = [counts[:0] for counts in self.counts]

    def checkpoint(self) -> dict[str, NDArray[np.generic]]:
        """Return the layers and where the sweep stands."""
        words = max(counts.shape[1] for counts in self.counts)
        wide = [np.pad(counts, ((0, 0), (0, words - counts.shape[1]))) for counts in self.counts]
        return {**self.sweep.checkpoint(), KEYS: np.concatenate(self.keys), COUNTS: np.concatenate(wide)}
