"""Ids of rows as addresses have them."""

from __future__ import annotations

MAX_DIGITS = 18
"""All numbers of so many digits are below 2^63, the databases' largest."""


def read_row_id(text: str) -> int | None:
    """Return the id that a part of an address says, None where no row can have it."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS else None
