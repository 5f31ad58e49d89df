"""The last layers of a board, square by square: how many tours it has, or how many each of its beginnings has."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.search.strip.family import Tables
from engine.search.strip.steps import Int64s, backwards, forwards, pack_steps, take_step, unpack_steps

ENDING = "ending_step"


class BoardEnding(ABC):
    """The states before each square of a board's last layers. Saved and resumed between any two squares.

    tables: of the squares. keys: the states before the first of them. values: int64 (states, primes), the tours so far.
    saved: a checkpoint.
    """

    def __init__(self, tables: Tables, keys: Int64s, values: Int64s, saved: Arrays | None = None) -> None:
        """Begin before the first square, or at a checkpoint."""
        self._tables = tables
        self._keys, self._values, self._place = keys, values, 0
        if saved is not None:
            self._place = int(saved["ending_place"][0])
            self._keys = np.asarray(saved["ending_keys"], np.int64)
            self._values = np.asarray(saved["ending_values"], np.int64)

    @property
    @abstractmethod
    def is_finished(self) -> bool:
        """Whether `total` is known."""

    @property
    @abstractmethod
    def total(self) -> Int64s:
        """What is counted, once finished."""

    @property
    def bytes(self) -> int:
        """Memory that states and values take."""
        return self._keys.nbytes + 2 * self._values.nbytes

    @abstractmethod
    def advance(self, moduli: Int64s) -> int:
        """Take the states through one more square; return how many. moduli: the primes."""

    def checkpoint(self) -> dict[str, NDArray[np.generic]]:
        """Return all that is needed to resume, besides what it began with."""
        return {
            "ending_place": np.array([self._place], dtype=np.int64),
            "ending_keys": self._keys,
            "ending_values": self._values,
        }


class Count(BoardEnding):
    """The tours of the board: values go forwards with the states."""

    @property
    def is_finished(self) -> bool:
        """Whether the last square is settled."""
        return self._place == len(self._tables)

    @property
    def total(self) -> Int64s:
        """int64 (primes,): the tours."""
        return self._values[0].copy() if len(self._keys) else np.zeros(self._values.shape[1], dtype=np.int64)

    def advance(self, moduli: Int64s) -> int:
        """Go through one more square."""
        went = len(self._keys)
        self._keys, step = take_step(self._keys, self._tables[self._place])
        self._values = forwards(step, self._values, moduli)
        self._place += 1
        return went


class Completions(BoardEnding):
    """The ways to end a board from each state: states go forwards through all squares, then values go back."""

    def __init__(self, tables: Tables, keys: Int64s, values: Int64s, saved: Arrays | None = None) -> None:
        """Begin before the first square, or at a checkpoint."""
        super().__init__(tables, keys, values[:0], saved)
        self._first, self._steps = len(keys), [] if saved is None else unpack_steps(saved, ENDING)

    @property
    def is_finished(self) -> bool:
        """Whether values are back at the first square."""
        return self._place == 2 * len(self._tables)

    @property
    def total(self) -> Int64s:
        """int64 (states, primes): the ways of each state before the first square."""
        return self._values

    @property
    def bytes(self) -> int:
        """Memory that states, values and steps take."""
        return super().bytes + sum(step.ends.nbytes + step.sources.nbytes for step in self._steps)

    def advance(self, moduli: Int64s) -> int:
        """Go through one more square, onwards or back."""
        if self._place < len(self._tables):
            went = len(self._keys)
            self._keys, step = take_step(self._keys, self._tables[self._place])
            self._steps.append(step)
            if len(self._steps) == len(self._tables):
                self._values = np.ones((len(self._keys), len(moduli)), dtype=np.int64)
                self._keys = self._keys[:0]
        else:
            step = self._steps.pop()
            went = len(self._steps[-1].ends) if self._steps else self._first
            self._values = backwards(step, self._values, moduli, went)
        self._place += 1
        return went

    def checkpoint(self) -> dict[str, NDArray[np.generic]]:
        """Return all that is needed to resume, besides what it began with."""
        return {**super().checkpoint(), **pack_steps(self._steps, ENDING)}
