"""Confidence intervals of shares."""

from __future__ import annotations

from math import sqrt

Z_95 = 1.959963984540054
"""The normal deviate of a two-sided 95 % interval."""


def wilson_interval(successes: int, attempts: int) -> tuple[float, float]:
    """Return the score interval for a probability (E. B. Wilson, 1927); sound for rates near 0 and 1 too."""
    rate = successes / attempts
    weight = Z_95 * Z_95 / attempts
    middle = (rate + weight / 2) / (1 + weight)
    half = sqrt(rate * (1 - rate) * weight + weight * weight / 4) / (1 + weight)
    return (max(0.0, middle - half), min(1.0, middle + half))
