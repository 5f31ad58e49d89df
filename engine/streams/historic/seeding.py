"""The common part of generators that are seeded by numpy's SeedSequence and split by their period."""

from __future__ import annotations

from abc import ABC, abstractmethod

from numpy.random import SeedSequence

from engine.streams.generator import State


class SeededGenerator(ABC):
    """Half of a `Generator`: where its streams start. period: in raw draws; None where it is not known."""

    period: int | None

    def start(self, seed: int) -> State:
        """Return the state that numpy's SeedSequence of this seed stands for."""
        return self._seed_state(SeedSequence(seed))

    def split(self, seed: int, index: int, count: int) -> State:
        """Return starts spaced evenly over the period; where it is not known, starts seeded independently."""
        if self.period is not None:
            return self.jump(self.start(seed), index * (self.period // count))
        return self.start(seed) if count == 1 else self._seed_state(SeedSequence(seed, spawn_key=(index,)))

    @abstractmethod
    def _seed_state(self, sequence: SeedSequence) -> State:
        """Return a state made of the sequence's words."""

    @abstractmethod
    def jump(self, state: State, draws: int) -> State:
        """Return the state `draws` raw draws later, or earlier where negative."""
