"""The gap test: how many reals lie between visits to an interval (TAOCP 2, 3.3.2 D)."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, log

import numpy as np

from engine.generator_tests.chi_square import chi_square_law
from engine.generator_tests.law import Law
from engine.generator_tests.sizes import USUAL, Sizes
from engine.generator_tests.statistical_test import Draw

MIN_EXPECTED = 10
"""The least expected number of gaps in every class."""
SPARE = 1.25
"""The reals taken at once, over the number that holds the gaps on average."""
MAX_DRAWS = 20


def longest_counted_gap(sizes: Sizes) -> int:
    """Return how many lengths have a class of their own: every class has an expectation of MIN_EXPECTED or more.

    Below 1 there is no such class, and no test.
    """
    share = sizes.high - sizes.low
    if share <= 0 or share >= 1:
        return 0
    own = (
        1 + floor(log(MIN_EXPECTED / (sizes.gaps * share)) / log(1 - share))
        if sizes.gaps * share >= MIN_EXPECTED
        else 0
    )
    rest = floor(log(MIN_EXPECTED / sizes.gaps) / log(1 - share)) if sizes.gaps > MIN_EXPECTED else 0
    return min(own, rest)


class Gap:
    """Chi-square of the gaps by length, the longer ones in one class; length r has probability p (1 - p)**r."""

    name = "gap"

    def __init__(self, sizes: Sizes = USUAL) -> None:
        share, longest, gaps = sizes.high - sizes.low, longest_counted_gap(sizes), sizes.gaps
        self.gaps, self.longest, self.low, self.high = gaps, longest, sizes.low, sizes.high
        lengths = np.arange(longest)
        self.expected = gaps * np.append(share * (1 - share) ** lengths, (1 - share) ** longest)
        self.at_once = round(SPARE * gaps / share)
        excess = float(np.sum(gaps / self.expected)) - (longest + 1) ** 2 - 2 * longest
        description = f"chi-square, {longest} degrees of freedom (the limit law; mean and variance exact)"
        law = chi_square_law(longest, mean=longest, variance=2 * longest + excess / gaps, description=description)
        self.laws: Sequence[tuple[str, Law]] = (("", law),)

    def trial(self, draw: Draw) -> tuple[float, ...]:
        """Take `at_once` reals at a time until they hold all gaps; after MAX_DRAWS times missing gaps count as long."""
        visits = self._visits(draw)
        for block in range(1, MAX_DRAWS):
            if len(visits) >= self.gaps:
                break
            visits = np.concatenate([visits, self._visits(draw) + block * self.at_once])
        lengths = np.diff(visits[: self.gaps], prepend=-1) - 1
        counts = np.bincount(np.minimum(lengths, self.longest), minlength=self.longest + 1)
        counts[self.longest] += self.gaps - len(lengths)
        return (float(np.sum((counts - self.expected) ** 2 / self.expected)),)

    def _visits(self, draw: Draw) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        reals = draw(self.at_once)
        return np.flatnonzero((reals >= self.low) & (reals < self.high))
