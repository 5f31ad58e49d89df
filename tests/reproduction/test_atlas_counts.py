"""Counts taken from the atlas: whole boards, single squares, and sums over the classes of squares."""

from __future__ import annotations

import pytest

from reproduction.atlas_counts import atlas_count


@pytest.mark.parametrize(
    ("board", "quantity", "square", "count"),
    [
        ("5x5", "tours", None, "1728"),
        ("5x5", "tours", (5, 5), "304"),
        ("5x5", "tours", (2, 1), "0"),
        ("6x6", "cycles", None, "9862"),
        ("8x8", "tours", None, "19591828170979904"),
        ("8x8", "tours", (2, 1), "432849118691988"),
        ("8x8", "tours", (8, 7), "432849118691988"),
        ("9x9", "tours", None, None),
        ("20x20", "cycles", None, None),
    ],
)
def test_counts(board: str, quantity: str, square: tuple[int, ...] | None, count: str | None) -> None:
    """8x8 is the sum over ten squares (OEIS A165134); the estimate for 9x9 is not a count."""
    assert atlas_count(board, quantity, square) == count


def test_a_class_that_is_missing() -> None:
    """If one class has no count, there is no sum."""
    assert atlas_count("8x8", "open", None) is None
