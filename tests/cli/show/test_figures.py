"""Numbers as people read them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.show.figures import compact, duration, estimate, grouped


@given(st.integers(min_value=0, max_value=10**300))
def test_grouping_loses_no_digit(value: int) -> None:
    """Exact counts of any size keep all their digits."""
    assert int(grouped(str(value)).replace(",", "")) == value


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (7, "7"), (999, "999"), (999.6, "1k"), (12345.6, "12.3k"), (7.89e6, "7.89M"), (1e21, "1e+06P")],
)
def test_compact(value: float, text: str) -> None:
    """Three digits and a unit; beyond the largest unit a power of ten."""
    assert compact(value) == text


@pytest.mark.parametrize(
    ("value", "error", "text"),
    [
        (1.96e16, 1e14, "(1.960 ± 0.010) x 10^16"),
        (1728.0, 0.0, "(1.73 ± 0.00) x 10^3"),
        (5.25, 0.5, "5.25 ± 0.50"),
        (0.0, 0.25, "0 ± 0.25"),
    ],
)
def test_estimate(value: float, error: float, text: str) -> None:
    """Value and error share a power of ten; the error has two digits."""
    assert estimate(value, error) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.4, "0 s"), (59.6, "1 min 0 s"), (3599, "59 min 59 s"), (3725, "1 h 2 min"), (90000, "1 d 1 h")],
)
def test_duration(seconds: float, text: str) -> None:
    """The two largest units that matter."""
    assert duration(seconds) == text
