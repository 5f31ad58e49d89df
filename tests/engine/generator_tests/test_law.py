"""Laws, second-level p-values and histograms."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import special, stats

from engine.generator_tests.battery import find_test
from engine.generator_tests.law import Law, SecondLevel, histogram, second_level

UNIFORM = Law("uniform", lambda values: np.clip(values, 0, 1), 0.0, 1.0, mean=0.5, variance=1 / 12)
TESTS = ["chi-square", "kolmogorov-smirnov", "gap", "serial-correlation"]


def test_the_second_level_is_scipys() -> None:
    """For a continuous law, distance and p-value are those of scipy's two-sided test."""
    sample = np.random.Generator(np.random.Philox(3)).random(80) ** 1.2
    expected = stats.kstest(sample, "uniform", mode="exact")
    found = second_level(sample, UNIFORM)
    assert found.distance == pytest.approx(expected.statistic)
    assert found.p_value == pytest.approx(expected.pvalue)


def test_steps_are_allowed_for() -> None:
    """A discrete statistic that follows its law exactly has no distance from it."""
    law = Law("uniform on 0.05, 0.15, ...", UNIFORM.cdf, 0.0, 1.0, step=0.1)
    assert second_level(np.arange(0.05, 1, 0.1), law).distance == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize(
    ("p_value", "verdict"), [(0.5, "pass"), (5e-4, "suspect"), (0.9995, "suspect"), (1e-7, "fail"), (1.0, "fail")]
)
def test_verdicts(p_value: float, verdict: str) -> None:
    """Both tails count against a generator."""
    assert SecondLevel(0.1, p_value).verdict == verdict


@pytest.mark.parametrize("name", TESTS)
def test_laws_hold_for_random_reals(name: str) -> None:
    """3000 trials of reals from numpy follow the stated law, mean and variance (4 standard errors)."""
    source = np.random.Generator(np.random.Philox(2026))
    test = find_test(name)
    trials = np.array([test.trial(source.random) for _ in range(3000)])
    for column, (_, law) in enumerate(test.laws):
        assert second_level(trials[:, column], law).verdict == "pass"
        if law.mean is not None and law.variance is not None:
            assert abs(trials[:, column].mean() - law.mean) < 4 * (law.variance / 3000) ** 0.5
            assert trials[:, column].var() == pytest.approx(law.variance, rel=0.2)


@pytest.mark.parametrize("name", TESTS)
def test_laws_are_laws(name: str) -> None:
    """Distribution functions rise from about 0 to about 1 over the range that is plotted."""
    for _, law in find_test(name).laws:
        values = law.cdf(np.linspace(law.low, law.high, 200))
        assert np.all(np.diff(values) >= 0)
        assert values[0] < 0.01
        assert values[-1] > 0.999


def test_the_kolmogorov_smirnov_law() -> None:
    """The law is within 0.0001 of the exact one (Birnbaum and Tingey 1951, by scipy) and 0.01 of its limit."""
    law = find_test("kolmogorov-smirnov").laws[0][1]
    values = np.linspace(0.01, 2, 40)
    assert np.abs(law.cdf(values) - (1 - special.smirnov(1000, values / 1000**0.5))).max() < 1e-4
    assert np.abs(law.cdf(values) - (1 - np.exp(-2 * values**2))).max() < 0.01


def test_histograms_put_the_tails_at_the_ends() -> None:
    """Values outside the range fall into the outermost bins."""
    found = histogram(np.array([-1.0, 0.1, 0.9, 7.0]), UNIFORM, bins=2)
    assert found.observed == [2, 2]
    assert found.expected == pytest.approx([2, 2])
    assert found.edges == [0.0, 0.5, 1.0]
