"""The time that a running job still takes, with a range that shows how certain it is."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

MIN_SHARE = 0.02
"""Smaller shares done are treated as this one, so that the range stays bounded."""

RATE_FACTOR = 1.75
"""A worker gets faster or slower by up to this factor."""

SLICE_SECONDS = 10.0
"""Seconds subtracted from the lower bound, as work since the last commit is not counted yet."""


class TimeLeft(NamedTuple):
    """Seconds: the estimate, and a range that contains the true time in nine of ten cases."""

    seconds: float
    least: float
    most: float


def find_time_left(work: float, total: float, rate: float, *, budgeted: bool) -> TimeLeft:
    """Return the time left of a job that has done `work` of about `total` units, at `rate` units a second.

    budgeted: whether the total comes from the job's budget. Otherwise the share done is an estimate: the true one lies
    between its square and its square root. The bounds come from recorded runs (tests/store/jobs/time_left.json).
    """
    seconds, share = (total - work) / rate, max(MIN_SHARE, work / total)
    fewer, more = (1.0, 1.0) if budgeted else (1.0 + 1.0 / sqrt(share), 1.0 + 1.0 / share)
    least = max(0.0, seconds / fewer / RATE_FACTOR - SLICE_SECONDS)
    return TimeLeft(seconds, least, seconds * more * RATE_FACTOR)
