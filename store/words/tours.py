"""Tours, and where they start, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from store.words.squares import square_words

PLURALS = {"any": "tours", "closed": "closed tours", "open": "open tours"}
"""The specification's `tours`."""

NAMES = {"tours": "directed tours", "open": "directed open tours", "closed": "directed closed tours"}
"""Facts of a board."""


def starts_words(specification: Mapping[str, Any], board: str, *, by_end: bool = False) -> str:
    """Return which start squares are asked about, as the end of a title."""
    starts = specification.get("starts", "all")
    if starts == "all":
        return ", by both ends" if by_end else ", by start square" if specification.get("tours") != "closed" else ""
    if len(starts) == 1:
        return f" from {square_words(board, starts[0])}"
    return f" from {len(starts)} squares"
