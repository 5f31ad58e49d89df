"""Figures in units of a power of two: numbers where floats can represent them, else their logarithms."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Arrays
from engine.specification.result import Estimate, LargeEstimate

POWERS = {"sums": 1, "largest": 1, "squares": 2, "pair_sums": 1, "pair_squares": 2}
"""The statistics that have a unit, and its power: squares of figures have its square."""


def with_unit(statistics: Arrays) -> Arrays:
    """Return the statistics with their unit, which earlier versions did not write: it was 1, and pairs one array."""
    if "exponent" in statistics:
        return statistics
    pair_sums, pair_squares = np.asarray(statistics["pairs"])
    unit = np.zeros(1, dtype=np.int64)
    return {**statistics, "exponent": unit, "pair_sums": pair_sums, "pair_squares": pair_squares}


def in_unit(statistics: Arrays, exponent: int) -> dict[str, NDArray[np.float64]]:
    """Return the statistics with units as float64 arrays in units of 2**exponent, or of its square."""
    change = int(np.asarray(statistics["exponent"])[0]) - exponent
    return {name: np.ldexp(np.asarray(statistics[name], np.float64), power * change) for name, power in POWERS.items()}


def common_exponent(parts: Sequence[Arrays]) -> int:
    """Return the unit of all parts together: the largest of those that found anything."""
    found = [int(np.asarray(part["exponent"])[0]) for part in parts if np.asarray(part["largest"])[0] > 0]
    return max(found, default=0)


def rescale(estimate: Estimate, exponent: int) -> Estimate | LargeEstimate:
    """Return an estimate, given in units of 2**exponent, in units of 1."""
    try:
        figures = {
            "value": math.ldexp(estimate.value, exponent),
            "standard_error": math.ldexp(estimate.standard_error, exponent),
            "interval_95": [math.ldexp(end, exponent) for end in estimate.interval_95 or ()] or None,
        }
    except OverflowError:
        rest = estimate.model_dump(exclude={"value", "standard_error", "interval_95"})
        return LargeEstimate(
            **rest,
            log10=math.log10(estimate.value) + exponent * math.log10(2.0),
            relative_error=estimate.standard_error / estimate.value,
        )
    return estimate.model_copy(update=figures)
