"""How long a running job still takes, with a range that says how much is known."""

from __future__ import annotations

from typing import NamedTuple

FEWEST, MOST = 0.5, 2.0
"""Powers of the estimated share done that bound the true one."""

RATE_FACTOR = 1.5
"""A worker gets faster or slower by up to this factor."""

SLICE_SECONDS = 10.0
"""What was done since the last commit is not counted yet."""


class TimeLeft(NamedTuple):
    """Seconds: the estimate, and a range that holds the truth in nine of ten cases."""

    seconds: float
    least: float
    most: float


def find_time_left(work: float, total: float, rate: float, *, budgeted: bool) -> TimeLeft:
    """Return the time left of a job that has done `work` of about `total` units, at `rate` units a second.

    budgeted: whether the total is the job's own. An estimated total is the less certain the less is done. Recorded runs
    set the bounds: tests/store/queries/time_left.json has them.
    """
    share = work / total
    fewest, most = (1.0, 1.0) if budgeted else (FEWEST, MOST)
    least = work * (share**-fewest - 1.0) / rate / RATE_FACTOR - SLICE_SECONDS
    return TimeLeft((total - work) / rate, max(0.0, least), work * (share**-most - 1.0) / rate * RATE_FACTOR)
