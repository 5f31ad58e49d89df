"""Per-square figures laid out as the board they belong to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich import box
from rich.table import Table

from drawing.numbers import grouped

QUANTITIES = {
    "tours": "tours by start square",
    "closed": "closed tours by start square",
    "dead_ends": "dead ends by start square",
    "nodes": "squares entered by start square",
}
WIDEST = 26
"""Boards with more columns are listed square by square: they would not fit a screen."""

Squares = Sequence[Mapping[str, Any]]


def square_tables(squares: Squares, quantities: Sequence[str] = tuple(QUANTITIES)) -> list[Table]:
    """Return one table for each of `quantities` that the squares have: board-shaped where the board is flat."""
    present = [name for name in quantities if any(square.get(name) is not None for square in squares)]
    flat = all(len(square["square"]) == 2 for square in squares)
    if flat and max((square["square"][1] for square in squares), default=0) <= WIDEST:
        return [_board(squares, name) for name in present]
    return [_list(squares, present)] if present else []


def _board(squares: Squares, quantity: str) -> Table:
    values = {tuple(square["square"]): square.get(quantity) for square in squares}
    rows, columns = (max(place[axis] for place in values) for axis in (0, 1))
    title = QUANTITIES[quantity]
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, min_width=len(title))
    table.add_column("", style="dim", justify="right")
    for column in range(1, columns + 1):
        table.add_column(str(column), justify="right")
    for row in range(1, rows + 1):
        table.add_row(str(row), *(_cell(values.get((row, column))) for column in range(1, columns + 1)))
    return table


def _list(squares: Squares, quantities: Sequence[str]) -> Table:
    table = Table(title="by start square", title_justify="left", box=box.SIMPLE_HEAD)
    table.add_column("square")
    for quantity in quantities:
        table.add_column(quantity, justify="right")
    for square in squares:
        figures = (_cell(square.get(quantity)) for quantity in quantities)
        table.add_row(",".join(map(str, square["square"])), *figures)
    return table


def _cell(value: str | None) -> str:
    return "" if value is None else grouped(value)
