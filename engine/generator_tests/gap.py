"""The gap test for [0, 0.5): how many reals lie between visits (TAOCP 2, 3.3.2 D)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.generator_tests.chi_square import chi_square_law
from engine.generator_tests.law import Law
from engine.generator_tests.statistical_test import Draw

UPPER = 0.5
GAPS = 1000
LONGEST = 6
REALS_AT_ONCE = 2500  # 1000 gaps take 2000 reals on average, with standard deviation 45
MOST_DRAWS = 20
EXPECTED = GAPS * np.array([2.0 ** -(length + 1) for length in range(LONGEST)] + [2.0**-LONGEST])


class Gap:
    """Chi-square of 1000 gaps in 7 classes: lengths 0 to 5, and longer; length r has probability 2**-(r+1)."""

    name = "gap"
    laws: Sequence[tuple[str, Law]] = (
        (
            "",
            chi_square_law(
                LONGEST,
                mean=LONGEST,
                variance=2 * LONGEST + (float(np.sum(GAPS / EXPECTED)) - (LONGEST + 1) ** 2 - 2 * LONGEST) / GAPS,
                description="chi-square, 6 degrees of freedom (the limit law; mean and variance exact)",
            ),
        ),
    )

    def trial(self, draw: Draw) -> tuple[float, ...]:
        """Take 2500 reals, and again until they hold 1000 gaps; where 50 000 do not, the missing gaps are long."""
        visits = np.flatnonzero(draw(REALS_AT_ONCE) < UPPER)
        for block in range(1, MOST_DRAWS):
            if len(visits) >= GAPS:
                break
            more = np.flatnonzero(draw(REALS_AT_ONCE) < UPPER) + block * REALS_AT_ONCE
            visits = np.concatenate([visits, more])
        lengths = np.diff(visits[:GAPS], prepend=-1) - 1
        counts = np.bincount(np.minimum(lengths, LONGEST), minlength=LONGEST + 1)
        counts[LONGEST] += GAPS - len(lengths)
        return (float(np.sum((counts - EXPECTED) ** 2 / EXPECTED)),)
