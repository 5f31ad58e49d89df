"""The chi-square test of equidistribution: N reals into k channels (K. Pearson, 1900; TAOCP 2, 3.3.1)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.generator_tests.law import Law, Reals
from engine.generator_tests.sizes import USUAL, Sizes
from engine.generator_tests.statistical_test import Draw


def chi_square_law(freedom: int, mean: float, variance: float, description: str, step: float = 0.0) -> Law:
    """Return the limit law with these degrees of freedom, plotted over five standard deviations."""
    spread = 5 * (2 * freedom) ** 0.5

    def cdf(values: Reals) -> Reals:
        from scipy.special import chdtr  # noqa: PLC0415  slow to load, and other kinds of job do without it

        return np.asarray(chdtr(freedom, np.maximum(values, 0.0)), dtype=np.float64)

    return Law(description, cdf, max(0.0, freedom - spread), freedom + spread, step, mean, variance)


class ChiSquare:
    """V = sum over k channels of (count - N / k)**2 / (N / k), for N reals."""

    name = "chi-square"

    def __init__(self, sizes: Sizes = USUAL) -> None:
        self.reals, self.channels = sizes.reals, sizes.channels
        freedom = self.channels - 1
        law = chi_square_law(
            freedom,
            mean=freedom,
            variance=2 * freedom * (self.reals - 1) / self.reals,
            description=f"chi-square, {freedom} degrees of freedom (the limit law; mean and variance exact)",
            step=2 * self.channels / self.reals,  # the sum of the squared counts is as even as N
        )
        self.laws: Sequence[tuple[str, Law]] = (("", law),)

    def trial(self, draw: Draw) -> tuple[float, ...]:
        """Draw the reals; return the chi-square statistic."""
        counts = np.bincount((draw(self.reals) * self.channels).astype(np.int64), minlength=self.channels)
        return (float(np.sum(counts * counts)) * self.channels / self.reals - self.reals,)
