"""Phrases that kinds share: squares, tours, and where they start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.boards.labels import parse_board
from engine.boards.squares import square_name
from engine.errors import InvalidProblemError

PLURALS = {"any": "tours", "closed": "closed tours", "open": "open tours"}
"""The specification's `tours`."""

NAMES = {"tours": "directed tours", "open": "directed open tours", "closed": "directed closed tours"}
"""Facts of a board."""


def square_words(board: str, square: Sequence[int]) -> str:
    """Return a square's name on flat boards ("a1"), its coordinates ("1,1") on others."""
    try:
        found = parse_board(board)
        return square_name(found, found.index(list(square))) or ",".join(map(str, square))
    except InvalidProblemError:
        return ",".join(map(str, square))


def starts_words(specification: Mapping[str, Any], board: str, *, by_end: bool = False) -> str:
    """Return which start squares are asked about, as the end of a title."""
    starts = specification.get("starts", "all")
    if starts == "all":
        return ", by both ends" if by_end else ", by start square" if specification.get("tours") != "closed" else ""
    if len(starts) == 1:
        return f" from {square_words(board, starts[0])}"
    return f" from {len(starts)} squares"
