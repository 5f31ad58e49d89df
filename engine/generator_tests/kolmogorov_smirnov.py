"""The Kolmogorov-Smirnov test of uniformity: K+ and K- of p reals (TAOCP 2, 3.3.1)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.special import smirnov

from engine.generator_tests.law import Law, Reals
from engine.generator_tests.statistical_test import Draw

REALS = 1000


def _cdf(values: Reals) -> Reals:
    """Return P(K <= x) for one-sided K of REALS uniform reals: exact (Z. Birnbaum and F. Tingey, 1951)."""
    distances = np.clip(values / REALS**0.5, 0.0, 1.0)
    return np.asarray(1.0 - smirnov(REALS, distances), dtype=np.float64)


LAW = Law("one-sided Kolmogorov-Smirnov, p = 1000, exact (limit: 1 - exp(-2 x^2))", _cdf, 0.0, 2.0)


class KolmogorovSmirnov:
    """K+ = sqrt(p) max(F_p - F) and K- = sqrt(p) max(F - F_p) with F_p the empirical law of p = 1000 reals."""

    name = "kolmogorov-smirnov"
    laws: Sequence[tuple[str, Law]] = (("K+", LAW), ("K-", LAW))

    def trial(self, draw: Draw) -> tuple[float, ...]:
        """Take 1000 reals."""
        ordered = np.sort(draw(REALS))
        ranks = np.arange(REALS + 1) / REALS
        above, below = np.max(ranks[1:] - ordered), np.max(ordered - ranks[:-1])
        return float(above * REALS**0.5), float(below * REALS**0.5)
