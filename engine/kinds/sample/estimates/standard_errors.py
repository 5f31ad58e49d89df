"""Estimates with their errors, and the signs that an error should not be believed."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.sampling.units import unit_of
from engine.specification.result import Estimate

HEAVY_SHARE = 0.05
FAIR_SHARES = 4.0
"""One part of many may carry this many times its share of the weight before an error is called doubtful."""
MIN_SAMPLES = 400.0
FAR_APART = 2.0
NOTHING_FOUND = "no tour was found: the error is not known"


def mean_and_error(values: NDArray[np.float64]) -> tuple[float, float]:
    """Return the mean of independent values and its standard error; one value alone is its own error."""
    mean = float(values.mean())
    return mean, _spread(values, 1) / math.sqrt(len(values)) if len(values) > 1 else abs(mean)


def interval_95(value: float, error: float, batches: int) -> list[float]:
    """Return the ends of a 95 % interval: Student's, as the error itself comes from this many batches (at least 2)."""
    from scipy.special import stdtrit  # noqa: PLC0415  slow to load, and other kinds of job do without it

    width = float(stdtrit(max(1, batches - 1), 0.975)) * error
    return [value - width, value + width]


def jackknife_error(left_out: Sequence[float]) -> float | None:
    """Return the standard error of an estimate from its values with one part left out at a time; None below two."""
    if len(left_out) < 2:
        return None
    return math.sqrt(len(left_out) - 1) * _spread(np.array(left_out), 0)


def _spread(values: NDArray[np.float64], lost: int) -> float:
    """Return the standard deviation with this many degrees of freedom lost, of numbers of any size."""
    unit = unit_of(float(np.abs(values).max()))
    return unit * float((values / unit).std(ddof=lost))


def warnings_of(largest_share: float, effective: float, error: float, naive: float) -> list[str]:
    """Return what makes an error doubtful: few walks that carry the weight, or two kinds of error far apart."""
    found = []
    if largest_share > HEAVY_SHARE:
        found.append(f"one sample carries {largest_share:.0%} of the weight: the error is likely too small")
    found += [NOTHING_FOUND] if effective == 0 else few_samples(effective)
    if naive > 0 and not 1 / FAR_APART < error / naive < FAR_APART:
        found.append("the errors from batches and from single walks are far apart")
    return found


def few_samples(effective: float) -> list[str]:
    """Return a warning where the effective number of equally weighted samples is small."""
    return [f"as good as {effective:.0f} equally weighted samples only"] if effective < MIN_SAMPLES else []


def share_and_error(part: int, whole: int) -> tuple[float, float]:
    """Return a share of independent cases and its standard error, which is above 0 even for none or all of them.

    The error is that of a share with one more of either kind (Laplace).
    """
    likely = (part + 1) / (whole + 2)
    return part / whole, math.sqrt(likely * (1 - likely) / (whole + 2))


def cases_for_each(cases: int, found: int) -> tuple[float, float]:
    """Return how many independent cases there were for each that was found (at least one), and the standard error."""
    return cases / found, cases / found * math.sqrt(max(1 - found / cases, 1 / cases) / found)


def batch_warnings(values: NDArray[np.float64]) -> list[str]:
    """Return what makes an error from these batches doubtful: nothing was found, or one batch found most of it."""
    if not values.any():
        return [NOTHING_FOUND]
    share = float(values.max() / values.sum())
    if share <= max(HEAVY_SHARE, FAIR_SHARES / len(values)):
        return []
    return [f"one of {len(values)} batches carries {share:.0%} of the weight: the error is likely too small"]


def cycles_of(directed: Estimate, starts: int) -> Estimate:
    """Return the estimate of undirected cycles from one of directed closed tours, two per cycle and start."""
    factor = 1.0 / (2 * starts)
    changes = {
        "quantity": "cycles",
        "convention": "undirected",
        "value": directed.value * factor,
        "standard_error": directed.standard_error * factor,
        "interval_95": directed.interval_95 and [end * factor for end in directed.interval_95],
        "naive_error": directed.naive_error and directed.naive_error * factor,
    }
    return directed.model_copy(update=changes)
