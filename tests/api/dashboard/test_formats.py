"""How figures are written."""

from __future__ import annotations

import pytest

from api.dashboard.formats import duration, grouped, percent, short_count, significant


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (999, "999"), (1728, "1.73k"), (7_894_584, "7.89M"), (10**18, "1e18"), (3 * 10**400, "3e400")],
)
def test_short_count(value: int, text: str) -> None:
    """Five signs at most, for integers of any size."""
    assert short_count(value) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(None, "-"), (0.25, "0.25 s"), (59.9, "59.9 s"), (61, "1 min"), (3660, "1 h 1 min"), (90000, "1 d 1 h")],
)
def test_duration(seconds: float | None, text: str) -> None:
    """The two largest units."""
    assert duration(seconds) == text


def test_percent() -> None:
    """Only what is wholly done is 100 %."""
    assert [percent(0.12345), percent(0.99999), percent(1.0)] == ["12.3 %", "99.9 %", "100 %"]


def test_grouped_and_significant() -> None:
    """Exact figures keep every digit, estimates four."""
    assert grouped("1234567") == "1\u202f234\u202f567"
    assert [significant(1.9612e16), significant(123456.7), significant(0.12341)] == [
        "1.961e+16",
        "123\u202f457",
        "0.1234",
    ]
