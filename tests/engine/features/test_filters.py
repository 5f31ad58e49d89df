"""Ranges and orders of statistics in their text forms."""

from __future__ import annotations

import pytest

from engine.errors import InvalidProblemError
from engine.features.filters import Order, Range, parse_order, parse_ranges


def test_ranges() -> None:
    """A range is one value, two bounds or either bound alone; several are separated by commas."""
    assert parse_ranges("crossings:52") == (Range("crossings", 52, 52),)
    assert parse_ranges(" crossings:50..60 , turns:..57,magic:1..") == (
        Range("crossings", 50, 60),
        Range("turns", None, 57),
        Range("magic", 1, None),
    )
    assert parse_ranges("") == ()


def test_what_is_in_a_range() -> None:
    """Both bounds are in the range."""
    assert [value for value in range(5) if value in Range("turns", 1, 3)] == [1, 2, 3]
    assert [value for value in range(5) if value in Range("turns", None, 1)] == [0, 1]
    assert [value for value in range(5) if value in Range("turns", 3)] == [3, 4]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("crossings", "is no range"),
        ("crossings:", "is no range"),
        ("crossings:..", "is no range"),
        ("crossings:-1", "is no range"),
        ("crossings:60..50", "is empty"),
        ("corners:5", "there is no statistic 'corners'"),
    ],
)
def test_no_ranges(text: str, said: str) -> None:
    """The error names the invalid part."""
    with pytest.raises(InvalidProblemError, match=said):
        parse_ranges(f"turns:1,{text}")


def test_orders() -> None:
    """A minus puts the greatest first."""
    assert parse_order("crossings") == Order("crossings")
    assert parse_order("-magic") == Order("magic", descending=True)
    with pytest.raises(InvalidProblemError, match="there is no statistic 'corners'"):
        parse_order("-corners")
