"""Success rates."""

from __future__ import annotations

import pytest

from engine.construction.heuristics.success_rates import SuccessRate, success_rates, wilson_interval


@pytest.mark.parametrize(
    ("successes", "attempts", "expected"),
    [(5, 10, (0.2366, 0.7634)), (0, 20, (0.0, 0.1611)), (20, 20, (0.8389, 1.0)), (81, 263, (0.2553, 0.3662))],
)
def test_wilson_intervals(successes: int, attempts: int, expected: tuple[float, float]) -> None:
    """The last row is Newcombe's example (Statistics in Medicine 17, 1998); the others were worked out by hand."""
    assert wilson_interval(successes, attempts) == pytest.approx(expected, abs=5e-5)


def test_the_interval_holds_the_exact_probability() -> None:
    """From the corner of 8x8 a walk is a tour with probability 0.979578 (exact, from the tree of ties)."""
    (rate,) = success_rates([(8, 8)], "warnsdorff", 3000)
    low, high = rate.interval
    assert low < 0.979578 < high


def test_rates_of_a_board_do_not_depend_on_the_others() -> None:
    """A board has its own random numbers: its rate is the same alone and among others, and differs from its mirror."""
    alone = list(success_rates([(7, 8)], "warnsdorff", 200, tours="closed"))
    among = list(success_rates([(5, 6), (7, 8), (8, 7)], "warnsdorff", 200, tours="closed"))
    assert alone == among[1:2]
    assert (among[1].rows, among[2].rows) == (7, 8)


def test_closed_tours_need_an_even_board() -> None:
    """On an odd board no walk closes."""
    assert list(success_rates([(7, 7)], "pohl", 50, tours="closed")) == [SuccessRate(7, 7, 50, 0)]
