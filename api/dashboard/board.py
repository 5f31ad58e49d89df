"""A job's per-square counts as a drawing: which square holds what, and how strongly it is shaded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from api.dashboard.formats import short_count
from engine.specification.result import SquareStatistics

Quantity = Literal["tours", "closed", "dead_ends", "nodes"]
QUANTITIES: tuple[Quantity, ...] = get_args(Quantity)
MOST_SQUARES = 2500
"""Larger boards are shown as a table only: their squares would be too small to read."""

FAINTEST = 0.08


@dataclass(frozen=True)
class Cell:
    """One square, placed by its column and row counted from 0."""

    column: int
    row: int
    value: str
    label: str
    shade: float


@dataclass(frozen=True)
class Drawing:
    """A flat board with one quantity on its squares."""

    columns: int
    rows: int
    cells: Sequence[Cell]


def quantities(squares: Sequence[SquareStatistics]) -> list[Quantity]:
    """Return the quantities that any of the squares has."""
    return [name for name in QUANTITIES if any(getattr(square, name) is not None for square in squares)]


def draw(squares: Sequence[SquareStatistics], quantity: Quantity) -> Drawing | None:
    """Return the drawing; None for boards that are not flat or too large to read."""
    flat = all(len(square.square) == 2 for square in squares)
    if not squares or not flat or len(squares) > MOST_SQUARES:
        return None
    counts = {(square.square[0], square.square[1]): int(getattr(square, quantity) or 0) for square in squares}
    largest = max(counts.values())
    cells = [
        Cell(column - 1, row - 1, str(count), short_count(count), _shade(count, largest))
        for (row, column), count in sorted(counts.items())
    ]
    return Drawing(max(column for _, column in counts), max(row for row, _ in counts), cells)


def _shade(count: int, largest: int) -> float:
    """Shade in proportion to the count: integer division first, counts may exceed any float."""
    if count == 0:
        return 0.0
    return FAINTEST + (1 - FAINTEST) * (count * 1000 // largest) / 1000
