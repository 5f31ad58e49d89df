"""Decimal texts of integers of any length."""

from __future__ import annotations

import pytest

from engine.number_theory.decimal_text import decimal_text, integer_of


@pytest.mark.parametrize(
    "value",
    [0, 7, -7, 10**30 + 1, 10**5000 + 3, -(10**5000) - 3],
    ids=["zero", "seven", "minus", "word", "long", "long minus"],
)
def test_there_and_back(value: int) -> None:
    """All digits stand, also of numbers that `str` refuses."""
    text = decimal_text(value)

    assert integer_of(text) == value
    assert text.lstrip("-").isdigit()
    assert len(text.lstrip("-")) == (5001 if abs(value) > 10**4300 else len(str(abs(value))))
