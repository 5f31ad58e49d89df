"""A stream: a generator, a seed and a position that can be saved, moved and resumed. No numba here."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.streams.generator import Generator, State


@dataclass
class Stream:
    """One reproducible sequence of raw draws.

    index, count: which of how many streams of the seed this is; the catalogue says what keeps them apart.
    position: raw draws taken since the stream's start (negative after going back beyond it).
    """

    generator: Generator
    seed: int
    index: int
    count: int
    position: int
    state: State

    @classmethod
    def begin(cls, generator: Generator, seed: int, index: int = 0, count: int = 1) -> Stream:
        """Return stream `index` of `count`, at its start."""
        if not 0 <= index < count:
            raise ValueError(f"stream {index} of {count} does not exist")
        return cls(generator, seed, index, count, 0, generator.split(seed, index, count))

    def raw(self, draws: int) -> NDArray[np.uint64]:
        """Take raw draws: uint64 below `generator.values`."""
        out = np.empty(draws, dtype=np.uint64)
        self.generator.fill(self.state, out)
        self.position += draws
        return out

    def words(self, draws: int) -> NDArray[np.uint32]:
        """Take raw draws (a multiple of `generator.draws_per_group`) and return the 32-bit words they make."""
        if draws % self.generator.draws_per_group:
            raise ValueError(f"words take raw draws in groups of {self.generator.draws_per_group}")
        return self.generator.words(self.raw(draws))

    def reals(self, draws: int) -> NDArray[np.float64]:
        """Take raw draws and return them divided by `generator.values`: [0, 1), 53 bits where there are more."""
        raw = self.raw(draws)
        if self.generator.values == 2**64:
            return (raw >> np.uint64(11)).astype(np.float64) * 2.0**-53
        return raw.astype(np.float64) / self.generator.values

    def jump(self, draws: int) -> None:
        """Move by `draws` raw draws as if they had been taken; negative goes back."""
        self.state = self.generator.jump(self.state, draws)
        self.position += draws

    def back(self, draws: int) -> None:
        """Undo `draws` raw draws."""
        self.jump(-draws)

    def split(self, count: int) -> list[Stream]:
        """Return the `count` streams of this seed, each at its start."""
        return [Stream.begin(self.generator, self.seed, index, count) for index in range(count)]

    def checkpoint(self) -> dict[str, NDArray[np.generic]]:
        """Return the stream as plain arrays; `name` as ASCII bytes, `position` as decimal digits of any size."""
        return {
            "name": np.frombuffer(self.generator.name.encode(), dtype=np.uint8).copy(),
            "seed": np.array([self.seed], dtype=np.uint64),
            "stream": np.array([self.index, self.count], dtype=np.int64),
            "position": np.frombuffer(str(self.position).encode(), dtype=np.uint8).copy(),
            "state": self.state.copy(),
        }
