"""Rounds of a sampling job: boundaries at which every stream has done a fixed amount, however fast it was.

Stopping rules look only at such boundaries, so that a result does not depend on speed or on who worked when. The
one exception is the time budget, which cannot but depend on speed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from engine.kinds.common.kind import ShardRecord, Spent
from engine.kinds.sample.specification import Budget
from engine.kinds.sample.targets import StreamTarget
from engine.specification.result import Result

HISTORY = 6
"""A budget of walks is spent in rounds of 1/2**HISTORY, ..., 1/4, 1/2 and all of it."""
MAX_UNITS = 1 << 60
MAX_EXCESS = 1e9
"""Beyond this an error is out of reach in any case."""

MARGIN = 1.1
"""The factor by which a round goes further than seems necessary, so that the next one is rarely needed."""


def first_round(units: int | None, smallest: int) -> int:
    """Return how many units all streams together do in the first round; `units`: the whole budget, or None."""
    return smallest if units is None else min(units, max(smallest, units >> HISTORY))


def next_round(budget: Budget, units: int | None, done: int, error: float | None, cpu_seconds: float) -> int | None:
    """Return the total of units at the end of the next round, None where the budget's rule says stop.

    units: the budget of walks in units. done: the total so far. error: of the job's main estimate, as
    a share of it; infinite where nothing was found, None where nothing is estimated. cpu_seconds: spent.
    """
    if units is not None:
        return min(units, 2 * done) if done < units else None
    if budget.cpu_seconds is not None:
        affordable = int(done * (budget.cpu_seconds / max(cpu_seconds, 1e-9)))
        return min(2 * done, affordable) if affordable > done * 1.05 else None
    if error is None or budget.relative_error is None or done >= MAX_UNITS:
        return None
    return _until(budget.relative_error, done, error)


def relative_error(result: Result) -> float | None:
    """Return the standard error of the main estimate as a share of it, as `next_round` takes it."""
    if result.large_estimates:
        return result.large_estimates[0].relative_error
    if not result.estimates:
        return None
    best = result.estimates[0]
    return best.standard_error / best.value if best.value > 0 else math.inf


def _until(required: float, done: int, error: float) -> int | None:
    """Return the total at which the error should be small enough, as far as this round can tell; at most 2 * done."""
    excess = _excess(error, required)
    return None if excess <= 1.0 else min(2 * done, math.ceil(done * excess**2 * MARGIN))


def _excess(error: float, required: float) -> float:
    """Return how many times too large an error is, at most MAX_EXCESS: its square must be a number."""
    return min(error / required, MAX_EXCESS)


def expected_units(budget: Budget, units: int | None, spent: Spent) -> float | None:
    """Return how many units the budget stands for; None while that is not known.

    units: the budget of walks in units. A relative error falls with the square root of the work.
    """
    if units is not None:
        return float(units)
    if budget.cpu_seconds is not None:
        return spent.work * max(1.0, budget.cpu_seconds / spent.cpu_seconds) if spent.cpu_seconds else None
    error = spent.error()
    if error is None or budget.relative_error is None:
        return None
    return spent.work * max(1.0, _excess(error, budget.relative_error) ** 2)


def share(total: int, stream: int, streams: int) -> int:
    """Return the units of one stream out of a total that is dealt out evenly."""
    return total // streams + (stream < total % streams)


def total_units(shards: Sequence[ShardRecord]) -> int:
    """Return the total of units in the shards' targets."""
    return sum(StreamTarget.of(shard).units for shard in shards)
