"""A job's values by start square (or distances by square) as heat maps, on every board that can be drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from drawing.numbers import group_digits, in_one_unit, significant
from drawing.square_values import Value, heat_map_svg
from engine.boards.board import Board
from engine.boards.symmetry import square_classes
from engine.specification.result import Result
from language.translate import gettext, translate

NOT_VALUES = {"square", "squares"}
RATE = "completed_walks_percent"
PREFERRED = ("tours", "closed", "success_probability", RATE, "completed_walks", "closed_walks", "distance")
"""The quantities that come first, in this order."""

MAX_INLINE = 400
"""Larger boards are sent as pictures of their own, so that pages stay light."""

Row = Mapping[str, object]


def square_rows(result: Result) -> list[Row]:
    """Return the known values by square: statistics by start square, else distances, else estimates."""
    distances = [part for part in result.distances if part.start is None]
    parts: list[Row] = [_with_rate(part.model_dump(exclude_none=True)) for part in result.squares or distances]
    return (
        parts
        or _eccentricities(result)
        or [
            {
                "square": part.square,
                "squares": part.squares or 1,
                part.quantity: part.value,
                "standard_error": part.standard_error,
            }
            for part in result.estimates
            if part.square is not None
        ]
    )


def _with_rate(row: dict[str, object]) -> Row:
    """Add the percentage of the walks from a square that were tours."""
    walks, tours = (number_of(row, name) for name in ("all_walks", "completed_walks"))
    return row if not walks or tours is None else {**row, RATE: 100 * tours / walks}


def _eccentricities(result: Result) -> list[Row]:
    """Return the distance from each square to the farthest one, if the distances of all pairs are known."""
    farthest: dict[tuple[int, ...], int] = {}
    for row in result.distances:
        if row.start is not None and row.distance is not None:
            start = tuple(row.start)
            farthest[start] = max(farthest.get(start, 0), row.distance)
    return [{"square": list(start), "moves_to_the_farthest_square": moves} for start, moves in farthest.items()]


def quantities(rows: Sequence[Row]) -> list[str]:
    """Return the quantities that have a number for some square, those of PREFERRED first."""
    names = [name for row in rows for name in row if name not in NOT_VALUES and number_of(row, name) is not None]
    found = list(dict.fromkeys(names))
    return sorted(found, key=lambda name: PREFERRED.index(name) if name in PREFERRED else len(PREFERRED))


def differs(rows: Sequence[Row], quantity: str) -> bool:
    """Whether a quantity is not the same for all squares, so that its map shows something."""
    return len({number_of(row, quantity) for row in rows}) > 1


def choose_quantity(names: Sequence[str], requested: str | None) -> str | None:
    """Return the quantity to be shown: the one requested, else the first; None where there is none."""
    return requested if requested in names else next(iter(names), None)


def title(board: Board, quantity: str) -> str:
    """Return the title of a picture of a quantity."""
    name = translate(quantity.replace("_", " "))
    return gettext("%(quantity)s by square of %(board)s", quantity=name, board=board.label)


def number_of(row: Row, quantity: str) -> int | float | None:
    """Return a square's value; exact ones are decimal strings of any length."""
    value = row.get(quantity)
    if isinstance(value, str):
        return int(value) if value.lstrip("-").isdecimal() else None
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def heat_map(board: Board, rows: Sequence[Row], quantity: str, title: str, marked: Sequence[int] = ()) -> str:
    """Return the board shaded by a quantity; squares without it are grey.

    The values are in one unit, which the title names; the pointer shows each in full.
    """
    values = values_of(board, rows, quantity)
    texts, unit = in_one_unit(values)
    labels = [in_full(value) for value in values]
    named = gettext("%(title)s, in units of %(unit)s", title=title, unit=unit) if unit else title
    return heat_map_svg(board, values, named, texts, tips=labels, marked=marked)


def caption(board: Board, rows: Sequence[Row], quantity: str) -> str:
    """Return the unit of the numbers of a heat map in words, "" where they are the values themselves."""
    _, unit = in_one_unit(values_of(board, rows, quantity))
    return gettext("Numbers on the squares in units of %(unit)s.", unit=unit) if unit else ""


def values_of(board: Board, rows: Sequence[Row], quantity: str) -> list[Value]:
    """Return a quantity for every square of the board, None where it is not known."""
    values: list[Value] = [None] * board.size
    for row in rows:
        for square in squares_of(board, row):
            values[square] = number_of(row, quantity)
    return values


def in_full(value: Value) -> str:
    """Return a value with all its digits, an estimate with the significant ones; "" if it is unknown."""
    if value is None:
        return ""
    return group_digits(value) if isinstance(value, int) else significant(value)


def squares_of(board: Board, row: Row) -> list[int]:
    """Return the squares of a row: its own or, if the row is of a symmetry class, the whole class."""
    square = board.index(row["square"])  # type: ignore[arg-type]  # a square is a list of int
    if row.get("squares", 1) == 1:
        return [square]
    classes = square_classes(board).class_of
    return [int(number) for number in np.flatnonzero(classes == classes[square])]
