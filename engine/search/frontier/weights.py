"""What a weighted sweep carries for each state: a polynomial by moves that count, or the uses of classes of moves.

Both are one large number, so that the tables of any sweep add them up. Its digits have `stride` words.

- A *polynomial* has a term for each value of a statistic: how many ways have it. It stands at the point
  2^(64 stride), so that its coefficients are the digits; a move that counts shifts them by one.
- *Uses* are one digit for the ways, and one for each class of moves: its uses on all these ways. A move adds
  the first digit to that of its class.

Sums and shifts are those of whole numbers, so nothing is lost where a digit overflows: the last number is exact, and
its digits are the figures if none of these reaches 2^(64 stride). Never loads numba.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.features.move_sums import Move
from engine.search.frontier.problem import SweepProblem
from engine.search.frontier.steps import MAX_SLOTS, frontiers

WORD = 64
"""Bits of a word."""


def move_between(one: int, other: int) -> Move:
    """Return the move that joins two squares."""
    return (one, other) if one < other else (other, one)


@dataclass(frozen=True)
class Weights:
    """What is carried.

    of: by move, what it adds to the statistic or, for uses, its class from 1 on; moves that are not named have 0.
    uses: whether uses are carried, else a polynomial. stride: words of a digit.
    """

    of: Mapping[Move, int]
    uses: bool = False
    stride: int = 1

    def keeps(self, image: Sequence[int]) -> bool:
        """Whether a symmetry, which takes square u to image[u], takes every move to one of equal weight."""
        return all(self.of.get(move_between(image[u], image[w]), 0) == weight for (u, w), weight in self.of.items())

    def tables(self, problem: SweepProblem) -> list[NDArray[np.int64]]:
        """Return for every step int64 (slots,): the weights of the moves from the square to be settled to each slot."""
        found = []
        for vertex, frontier in zip(problem.order, frontiers(problem)[1:], strict=True):
            table = np.zeros(MAX_SLOTS + 1, dtype=np.int64)
            for slot, other in enumerate(frontier, start=1):
                table[slot] = self.of.get(move_between(vertex, other), 0)
            found.append(table)
        return found

    def digits(self, words: NDArray[np.generic]) -> list[int]:
        """Return the digits of a number of 64-bit words, lowest first."""
        whole = np.pad(words, (0, -len(words) % self.stride)).reshape(-1, self.stride).tolist()
        return [sum(word << WORD * place for place, word in enumerate(digit)) for digit in whole]
