"""The range of the time left, compared with recorded runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from store.jobs.time_left import find_time_left

A_MOMENT = 8.0
"""In seconds; anything shorter is shown as "a few seconds"."""

RUNS = json.loads(Path(__file__).with_name("time_left.json").read_text(encoding="utf-8"))


def _holds(run: dict[str, Any], second: float, work: float, total: float, rate: float) -> bool:
    found = find_time_left(work, total, rate, budgeted=False)
    return found.least <= run["ended"] - second <= max(found.most, A_MOMENT)


def test_the_range_holds_the_truth_in_nine_of_ten_runs() -> None:
    """At every recorded moment of ten runs: jobs that searched and swept, timed from submission to end.

    Each moment: seconds since then, units of work done, units estimated, units a second.
    """
    assert len(RUNS) == 11
    assert min(len(run["moments"]) for run in RUNS) >= 8
    held = [run["title"] for run in RUNS if all(_holds(run, *moment) for moment in run["moments"])]
    assert len(held) >= 10, held


def test_the_range_narrows_as_more_is_done() -> None:
    """As shares of the estimate, the ends of the range approach each other and enclose it."""
    early, late = (find_time_left(work, 1e6, 1e3, budgeted=False) for work in (1e5, 9e5))
    for found in (early, late):
        assert found.least < found.seconds < found.most
    assert early.most / early.seconds > 2 * late.most / late.seconds


def test_a_budget_leaves_the_rate_alone_in_doubt() -> None:
    """With a budget the total is known, and only the rate is uncertain."""
    found = find_time_left(1e5, 1e6, 1e3, budgeted=True)
    assert found == pytest.approx((900.0, 900 / 1.75 - 10, 1575.0))


def test_a_search_beyond_all_hope_has_a_range_too() -> None:
    """However large the estimate, its ends are finite and of its size."""
    found = find_time_left(1.0, 1e300, 1e3, budgeted=False)
    assert found.least > found.seconds / 20
    assert found.most < found.seconds * 100
