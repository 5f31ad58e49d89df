"""The rule for the agreement of two figures."""

from __future__ import annotations

import pytest

from findings.comparison.agreement import LIMIT, agreement
from findings.statements.statement import Statement, Subject

SUBJECT = Subject("5x5", (1, 2))


def exact(value: int, **fields: object) -> Statement:
    """Return an exact count of tours."""
    return Statement(SUBJECT, "tours", "directed", True, str(value), None, "exact", **fields)


def estimate(value: float, error: float | None) -> Statement:
    """Return an estimate of tours."""
    return Statement(SUBJECT, "tours", "directed", False, value, None, "estimate", standard_error=error)


def test_z_is_the_first_minus_the_second() -> None:
    """Errors of 3 and 4 add up to 5, and swapping the figures changes the sign of z."""
    assert agreement(estimate(110.0, 3.0), estimate(100.0, 4.0)).z == 2.0
    assert agreement(estimate(100.0, 4.0), estimate(110.0, 3.0)).z == -2.0


@pytest.mark.parametrize(("z", "agrees"), [(LIMIT, True), (-LIMIT, True), (LIMIT + 0.01, False), (-5.0, False)])
def test_the_limit(z: float, agrees: bool) -> None:
    """Estimates agree within the limit and report z."""
    found = agreement(estimate(1000.0 + 10.0 * z, 10.0), exact(1000))

    assert found.agrees is agrees
    assert found.words == f"{'agrees' if agrees else 'disagrees'}, z = {z:+.2f}"


def test_exact_figures_are_equal_or_not() -> None:
    """Exact figures are compared exactly, even beyond the precision and range of floats."""
    assert agreement(exact(10**30), exact(10**30 + 1)).words == "different"
    assert agreement(exact(5), exact(5)).agrees is True
    assert agreement(exact(10**400), exact(10**400 + 1)).agrees is False


def test_what_cannot_be_compared_is_not() -> None:
    """Counts of an unfinished search, and estimates without spread, are not compared."""
    for one, two in ((exact(5, partial=True), exact(6)), (estimate(1.0, 0.0), exact(2))):
        found = agreement(one, two)
        assert found.agrees is None
        assert found.words.startswith("not compared")
