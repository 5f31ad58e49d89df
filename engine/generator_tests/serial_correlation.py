"""The serial correlation test at any lag (TAOCP 2, 3.3.2 K)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.generator_tests.law import Law, Reals
from engine.generator_tests.sizes import USUAL, Sizes
from engine.generator_tests.statistical_test import Draw


class SerialCorrelation:
    """The circular correlation coefficient between N reals and the same reals `lag` places on."""

    name = "serial-correlation"

    def __init__(self, sizes: Sizes = USUAL) -> None:
        reals = sizes.reals
        self.lag, self.reals = sizes.lag, reals
        mean, variance = -1 / (reals - 1), reals**2 / ((reals - 1) ** 2 * (reals - 2))
        spread = 4 * variance**0.5
        description = f"normal, mean -1/(N-1), variance N^2/((N-1)^2 (N-2)), N = {reals}"

        def cdf(values: Reals) -> Reals:
            from scipy.special import ndtr  # noqa: PLC0415  slow to load, and other kinds of job do without it

            return np.asarray(ndtr((values - mean) / variance**0.5), dtype=np.float64)

        law = Law(description, cdf, mean - spread, mean + spread, mean=mean, variance=variance)
        self.laws: Sequence[tuple[str, Law]] = (("", law),)

    def trial(self, draw: Draw) -> tuple[float, ...]:
        """Take the reals; reals that are all equal correlate perfectly."""
        centred = draw(self.reals) - 0.5
        square_of_sum = float(np.sum(centred)) ** 2
        spread = self.reals * float(centred @ centred) - square_of_sum
        if spread <= 0:
            return (1.0,)
        return ((self.reals * float(centred @ np.roll(centred, -self.lag)) - square_of_sum) / spread,)
