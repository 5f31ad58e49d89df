"""The Kolmogorov-Smirnov test of uniformity: K+ and K- of p reals (TAOCP 2, 3.3.1)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.generator_tests.law import Law, Reals
from engine.generator_tests.statistical_test import Draw

REALS = 1000


def _cdf(values: Reals) -> Reals:
    """Return P(K <= x) for one-sided K of REALS uniform reals.

    The limit law moved by 1 / (6 sqrt(p)), which takes in Smirnov's next term (TAOCP 2, 3.3.1, table 2); for
    p = 1000 it is within 0.0001 of the exact law, which takes about a millisecond to evaluate.
    """
    moved = np.maximum(values, 0.0) + 1 / (6 * REALS**0.5)
    return np.asarray(1.0 - np.exp(-2 * moved * moved), dtype=np.float64)


LAW = Law("1 - exp(-2 (x + 1/(6 sqrt(p)))^2), p = 1000 (within 0.0001 of the exact law)", _cdf, 0.0, 2.0)


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
