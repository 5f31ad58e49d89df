"""Figures side by side."""

from __future__ import annotations

from api.dashboard.comparison import Figure, compare, figures_of, relation, z_score
from engine.specification.result import Count, Estimate, Result


def estimate(value: float, error: float) -> Result:
    """A result with one estimate of the number of tours."""
    return Result(
        estimates=[Estimate(quantity="tours", value=value, standard_error=error, estimator="knuth", samples=9)]
    )


EXACT = Result(counts=[Count(quantity="tours", value="1728", method="backtrack")])


def test_an_estimate_is_measured_in_its_own_errors() -> None:
    """Z = difference / error; within three of them it agrees."""
    (row,) = compare([figures_of(one, finished=True) for one in (EXACT, estimate(1748, 10), estimate(1828, 10))])

    assert row.scores == [None, 2.0, 10.0]
    assert row.words == ["compared with", "agrees, z = +2.00", "disagrees, z = +10.00"]


def test_two_estimates_share_their_errors() -> None:
    """The error of a difference is the root of the sum of squares."""
    assert z_score(Figure(100.0, 3.0), Figure(110.0, 4.0)) == 2.0


def test_exact_figures_are_equal_or_not() -> None:
    """Also those that no float tells apart."""
    assert relation(Figure(10**30, None), Figure(10**30 + 1, None)) == "different"
    assert relation(Figure(5, None), Figure(5, None)) == "equal"


def test_what_cannot_be_compared_is_not() -> None:
    """Counts of a search that has not ended, and estimates that saw no spread."""
    (row,) = compare([figures_of(EXACT, finished=False), figures_of(estimate(1700, 10), finished=True)])

    assert row.scores[1] is None
    assert row.words[1].startswith("not compared")
    assert relation(Figure(0, None), Figure(0.0, 0.0)).startswith("not compared")
