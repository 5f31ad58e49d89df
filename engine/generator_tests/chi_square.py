"""The chi-square test of equidistribution: N reals into k channels (K. Pearson, 1900; TAOCP 2, 3.3.1)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.generator_tests.law import Law, Reals
from engine.generator_tests.statistical_test import Draw

REALS = 1000
CHANNELS = 100


def chi_square_law(freedom: int, mean: float, variance: float, description: str, step: float = 0.0) -> Law:
    """Return the limit law with these degrees of freedom, plotted over five standard deviations."""
    spread = 5 * (2 * freedom) ** 0.5

    def cdf(values: Reals) -> Reals:
        from scipy.special import chdtr  # noqa: PLC0415  slow to load, and other kinds of job do without it

        return np.asarray(chdtr(freedom, np.maximum(values, 0.0)), dtype=np.float64)

    return Law(description, cdf, max(0.0, freedom - spread), freedom + spread, step, mean, variance)


class ChiSquare:
    """V = sum over the channels of (count - 10)**2 / 10, for 1000 reals in 100 channels."""

    name = "chi-square"
    laws: Sequence[tuple[str, Law]] = (
        (
            "",
            chi_square_law(
                CHANNELS - 1,
                mean=CHANNELS - 1,
                variance=2 * (CHANNELS - 1) * (REALS - 1) / REALS,
                description="chi-square, 99 degrees of freedom (the limit law; mean and variance exact)",
                step=2 * CHANNELS / REALS,  # the sum of the squared counts is always even
            ),
        ),
    )

    def trial(self, draw: Draw) -> tuple[float, ...]:
        """Take 1000 reals."""
        counts = np.bincount((draw(REALS) * CHANNELS).astype(np.int64), minlength=CHANNELS)
        return (float(np.sum(counts * counts)) * CHANNELS / REALS - REALS,)
