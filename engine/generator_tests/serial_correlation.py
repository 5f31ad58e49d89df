"""The serial correlation test at any lag (TAOCP 2, 3.3.2 K)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.generator_tests.law import Law, Reals
from engine.generator_tests.statistical_test import Draw

REALS = 1000
MEAN = -1 / (REALS - 1)
VARIANCE = REALS**2 / ((REALS - 1) ** 2 * (REALS - 2))


def _cdf(values: Reals) -> Reals:
    from scipy.special import ndtr  # noqa: PLC0415  slow to load, and other kinds of job do without it

    return np.asarray(ndtr((values - MEAN) / VARIANCE**0.5), dtype=np.float64)


class SerialCorrelation:
    """The circular correlation coefficient between N = 1000 reals and the same reals `lag` places on."""

    name = "serial-correlation"

    def __init__(self, lag: int = 1) -> None:
        spread = 4 * VARIANCE**0.5
        description = "normal, mean -1/(N-1), variance N^2/((N-1)^2 (N-2)), N = 1000"
        self.lag = lag
        self.laws: Sequence[tuple[str, Law]] = (
            ("", Law(description, _cdf, MEAN - spread, MEAN + spread, mean=MEAN, variance=VARIANCE)),
        )

    def trial(self, draw: Draw) -> tuple[float, ...]:
        """Take 1000 reals; reals that are all equal correlate perfectly."""
        centred = draw(REALS) - 0.5
        square_of_sum = float(np.sum(centred)) ** 2
        spread = REALS * float(centred @ centred) - square_of_sum
        if spread <= 0:
            return (1.0,)
        return ((REALS * float(centred @ np.roll(centred, -self.lag)) - square_of_sum) / spread,)
