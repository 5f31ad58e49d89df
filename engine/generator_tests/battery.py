"""The tests by name."""

from __future__ import annotations

from engine.generator_tests.chi_square import ChiSquare
from engine.generator_tests.gap import Gap
from engine.generator_tests.kolmogorov_smirnov import KolmogorovSmirnov
from engine.generator_tests.serial_correlation import SerialCorrelation
from engine.generator_tests.sizes import USUAL, Sizes
from engine.generator_tests.statistical_test import StatisticalTest

SPECTRAL = "spectral"


def find_test(name: str, sizes: Sizes = USUAL) -> StatisticalTest:
    """Return the repeated test called `name` (the spectral test is not one of them: it looks at no draws)."""
    tests: tuple[StatisticalTest, ...] = (
        ChiSquare(sizes),
        KolmogorovSmirnov(sizes),
        Gap(sizes),
        SerialCorrelation(sizes),
    )
    return {test.name: test for test in tests}[name]
