"""Per-square figures laid out as the board they belong to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich import box
from rich.table import Table

from cli.output import phrase_quantity
from drawing.numbers import group_digits, in_one_unit
from language.translate import gettext, gettext_noop, translate

QUANTITIES = {
    "tours": gettext_noop("tours by start square"),
    "closed": gettext_noop("closed tours by start square"),
    "dead_ends": gettext_noop("dead ends by start square"),
    "nodes": gettext_noop("squares entered by start square"),
}
PADDING = 2
MAX_COLUMNS = 26
"""Boards with more columns are listed square by square: they would not fit a screen."""

Squares = Sequence[Mapping[str, Any]]


def square_tables(
    squares: Squares, quantities: Sequence[str] = tuple(QUANTITIES), width: int | None = None
) -> list[Table]:
    """Return one table for each of `quantities` that the squares have: board-shaped where the board is flat.

    width: of the screen, None without one. A board that is wider has its figures in one power of ten, to three digits.
    """
    present = [name for name in quantities if any(square.get(name) is not None for square in squares)]
    flat = all(len(square["square"]) == 2 for square in squares)
    if flat and max((square["square"][1] for square in squares), default=0) <= MAX_COLUMNS:
        return [_board(squares, name, width) for name in present]
    return [_list(squares, present)] if present else []


def _board(squares: Squares, quantity: str, width: int | None) -> Table:
    figures = [square.get(quantity) for square in squares]
    texts, unit = [_cell(figure) for figure in figures], ""
    columns = max(square["square"][1] for square in squares)
    if width is not None and (columns + 1) * (max(map(len, texts)) + PADDING) > width:
        texts, unit = in_one_unit([None if figure is None else int(figure) for figure in figures])
    values = {tuple(square["square"]): text for square, text in zip(squares, texts, strict=True)}
    rows = max(place[0] for place in values)
    in_unit = gettext(", in %(unit)s; --json has every digit", unit=unit) if unit else ""
    title = translate(QUANTITIES[quantity]) + in_unit
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, min_width=len(title))
    table.add_column("", style="dim", justify="right")
    for column in range(1, columns + 1):
        table.add_column(str(column), justify="right")
    for row in range(1, rows + 1):
        table.add_row(str(row), *(values.get((row, column), "") for column in range(1, columns + 1)))
    return table


def _list(squares: Squares, quantities: Sequence[str]) -> Table:
    table = Table(title=gettext("by start square"), title_justify="left", box=box.SIMPLE_HEAD)
    table.add_column(gettext("square"))
    for quantity in quantities:
        table.add_column(phrase_quantity(quantity), justify="right")
    for square in squares:
        figures = (_cell(square.get(quantity)) for quantity in quantities)
        table.add_row(",".join(map(str, square["square"])), *figures)
    return table


def _cell(value: str | None) -> str:
    return "" if value is None else group_digits(value)
