"""Rounds: their ends depend on the budget and the results so far, never on speed."""

from __future__ import annotations

import math

import pytest

from engine.kinds.common.kind import Spent
from engine.kinds.sample.rounds import MARGIN, expected_units, first_round, next_round, relative_error, share
from engine.kinds.sample.specification import Budget
from engine.specification.result import Estimate, Result


def estimate(value: float, error: float) -> Estimate:
    """Return an estimate of something."""
    return Estimate(quantity="tours", value=value, standard_error=error, estimator="any", samples=1)


@pytest.mark.parametrize(
    ("value", "error", "total"),
    [
        (100.0, 1.0, None),
        (100.0, 1.1, int(1000 * 1.21 * MARGIN) + 1),
        (100.0, 5.0, 2000),
        (0.0, 0.0, 2000),
    ],
)
def test_a_relative_error_is_approached(value: float, error: float, total: int | None) -> None:
    """After 1000 units an error of 1 % is met, is expected after a computed number of units, or far off."""
    assert (
        next_round(
            Budget(relative_error=0.01), None, 1000, relative_error(Result(estimates=[estimate(value, error)])), 0.0
        )
        == total
    )


def test_walks_are_spent_in_doubling_rounds() -> None:
    """Rounds double from a 64th of the budget, or the least round, to the whole budget."""
    budget, done, rounds = Budget(walks=10_000), first_round(10_000, 16), []
    while True:
        rounds.append(done)
        following = next_round(budget, 10_000, done, None, 0.0)
        if following is None:
            break
        done = following

    assert rounds == [156, 312, 624, 1248, 2496, 4992, 9984, 10_000]
    assert first_round(10, 16) == 10


def test_seconds_are_not_exceeded_by_far() -> None:
    """A round goes no further than the rate so far affords, and is left out where it would add next to nothing."""
    budget = Budget(cpu_seconds=10.0)

    assert next_round(budget, None, 1000, None, 1.0) == 2000
    assert next_round(budget, None, 1000, None, 8.0) == 1250
    assert next_round(budget, None, 1000, None, 9.9) is None


def test_shares_add_up() -> None:
    """The units of two streams differ by one at most."""
    assert [share(14, stream, 4) for stream in range(4)] == [4, 4, 3, 3]


def test_an_error_out_of_reach_overflows_nothing() -> None:
    """A required error whose square underflows doubles the rounds, and the expected work stays a number."""
    asked = Budget(relative_error=1e-300)
    assert next_round(asked, None, 1000, 0.1, 1.0) == 2000
    expected = expected_units(asked, None, Spent(1000, 1.0, lambda: 0.1))
    assert expected is not None
    assert math.isfinite(expected)
