"""Decimal texts of integers of any length: Python's own conversions refuse more than 4,300 digits."""

from __future__ import annotations

from decimal import Decimal


def decimal_text(value: int) -> str:
    """Return the decimal digits of an integer, with a minus sign where it is negative."""
    return str(Decimal(value))


def integer_of(text: str) -> int:
    """Return the integer that a decimal text writes."""
    return int(Decimal(text))
