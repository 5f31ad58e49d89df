"""Ids of rows as addresses have them."""

from __future__ import annotations

MAX_DIGITS = 18
"""Longer numbers may exceed the largest id of a database, 2^63 - 1."""


def read_row_id(text: str) -> int | None:
    """Return the id in a part of an address; None if no row can have it."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS else None
