"""The law a statistic should follow, and how well a sample of it does: the second level of a repeated test."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Reals = NDArray[np.float64]
Verdict = Literal["pass", "suspect", "fail"]

SUSPECT_BELOW = 1e-3
FAIL_BELOW = 1e-6


@dataclass(frozen=True)
class Law:
    """The distribution of a statistic when the generator is ideal.

    cdf: vectorised. low, high: the range of a plot; what lies outside counts in the outermost bins.
    step: the spacing of the values of a discrete statistic whose law is a continuous limit; 0 where there is none.
    mean, variance: exact where stated, None where there is no simple form.
    """

    description: str
    cdf: Callable[[Reals], Reals]
    low: float
    high: float
    step: float = 0.0
    mean: float | None = None
    variance: float | None = None


@dataclass(frozen=True)
class SecondLevel:
    """How the statistics of all trials compare with their law.

    distance: the two-sided Kolmogorov-Smirnov distance between the sample and the law.
    p_value: the probability of a distance at least as great from an ideal generator.
    """

    distance: float
    p_value: float

    @property
    def verdict(self) -> Verdict:
        """A p-value near 0 (too far from the law) or near 1 (suspiciously close) is held against the generator."""
        tail = min(self.p_value, 1 - self.p_value)
        if tail < FAIL_BELOW:
            return "fail"
        return "suspect" if tail < SUSPECT_BELOW else "pass"


def second_level(statistics: Reals, law: Law) -> SecondLevel:
    """Compare at least one statistic with its law by the exact two-sided Kolmogorov-Smirnov test."""
    from scipy.stats import kstwo  # noqa: PLC0415  half a second to load, and only finished tests need it

    ordered = np.sort(statistics)
    ranks = np.arange(len(statistics) + 1) / len(statistics)
    above = np.max(ranks[1:] - law.cdf(ordered + law.step / 2))
    below = np.max(law.cdf(ordered - law.step / 2) - ranks[:-1])
    distance = max(float(above), float(below), 0.0)
    return SecondLevel(distance, float(kstwo.sf(distance, len(statistics))))


@dataclass(frozen=True)
class Histogram:
    """Trials per bin of a statistic, observed and expected; the outermost bins hold the tails."""

    edges: list[float]
    observed: list[int]
    expected: list[float]


def histogram(statistics: Reals, law: Law, bins: int = 30) -> Histogram:
    """Count the statistics in bins of equal width over the law's range."""
    edges = np.linspace(law.low, law.high, bins + 1)
    observed = np.histogram(np.clip(statistics, law.low, law.high), edges)[0]
    inner = law.cdf(edges[1:-1])
    expected = np.diff(np.concatenate([[0.0], inner, [1.0]])) * len(statistics)
    return Histogram(edges.tolist(), observed.tolist(), expected.tolist())
