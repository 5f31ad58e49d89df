"""Pictures of a table: what is printed beside what was recomputed, drawn from its comparisons alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drawing.charts import Chart, Series
from drawing.square_values import heat_map_svg
from drawing.tour import tour_svg
from engine.boards.labels import parse_board
from engine.boards.piece import KNIGHT
from language.translate import gettext_noop, translate
from reproduction.table import Draw, Pictures
from reproduction.verdict import Comparison

ASIDE = 0.12
"""Distance of printed and recomputed marks from the middle of their place."""

MAX_TOURS = 8
MAX_TOUR = 12
"""Tours of boards with longer sides are not drawn beside figures."""


def of(comparisons: Sequence[Comparison], quantity: str) -> list[Comparison]:
    """Return the comparisons of one quantity."""
    return [one for one in comparisons if one.figure.quantity == quantity]


def by_number(comparisons: Sequence[Comparison], quantity: str, along: str, title: str, *, log: bool) -> Pictures:
    """Draw recomputed figures as a line over the number `along` that each belongs to, printed ones as marks on it."""
    required = [one for one in of(comparisons, quantity) if along in one.figure.at]
    printed = [(float(one.figure.at[along]), float(one.figure.value)) for one in required]
    ours = [
        (float(one.figure.at[along]), value) for one in required if (value := _number(one)) is not None and value != 0
    ]
    series = [Series("printed", printed, "marks"), Series("recomputed", ours)]
    return {title: Chart(quantity, title, along, quantity.replace("_", " "), series, log=log).svg()} if ours else {}


def by_place(
    comparisons: Sequence[Comparison], title: str, places: Sequence[str], unit: str, *, log: bool = False
) -> Pictures:
    """Draw printed and recomputed figures as marks with their errors, one place for each comparison."""
    ours = [(at, value, one) for at, one in enumerate(comparisons) if (value := _number(one)) is not None]
    if not ours:
        return {}
    series = [
        Series(
            "printed",
            [(at - ASIDE, float(one.figure.value)) for at, one in enumerate(comparisons)],
            "marks",
            errors=[one.figure.error or 0.0 for one in comparisons],
        ),
        Series(
            "recomputed",
            [(at + ASIDE, value) for at, value, _ in ours],
            "marks",
            errors=[(one.computed.error if one.computed else None) or 0.0 for _, _, one in ours],
        ),
    ]
    return {title: Chart("places", title, "", unit, series, log=log, places=places).svg()}


def ratios(comparisons: Sequence[Comparison], title: str) -> Pictures:
    """Draw recomputed over printed figures with the errors of both, by board; the level 1 is agreement."""
    rows = [(one, value) for one in comparisons if (value := _number(one)) is not None]
    points, errors = [], []
    for at, (one, value) in enumerate(rows):
        printed = float(one.figure.value)
        points.append((float(at), value / printed))
        error = one.computed.error if one.computed else None
        errors.append(((error or 0.0) ** 2 + (one.figure.error or 0.0) ** 2) ** 0.5 / printed)
    places = [str(one.figure.board) for one, _ in rows]
    series = [Series("recomputed / printed", points, "marks", errors=errors)]
    chart = Chart("ratios", title, "", "recomputed / printed, ± 1 standard error", series, [("printed", 1.0)])
    return {title: Chart(**vars(chart) | {"places": places}).svg()} if rows else {}


def by_board(comparisons: Sequence[Comparison], title: str, unit: str) -> Pictures:
    """Draw counts of several boards on a logarithmic axis."""
    counted = [one for one in comparisons if float(one.figure.value) > 0]
    return by_place(counted, title, [str(one.figure.board) for one in counted], unit, log=True)


def by_squares(**titles: str) -> Draw:
    """Return the rule that draws each quantity by start square under its title."""

    def draw(comparisons: Sequence[Comparison]) -> Pictures:
        drawn: Pictures = {}
        for quantity, title in titles.items():
            rows = [one for one in of(comparisons, quantity) if "square" in one.figure.at]
            places, unit = [square_name(one) for one in rows], gettext_noop("by start square, ± 1 standard error")
            drawn |= by_place(rows, title, places, unit, log=not quantity.endswith("share"))
        return drawn

    return draw


def square_name(comparison: Comparison) -> str:
    """Return the square that a figure belongs to, as the source writes it."""
    return ",".join(map(str, comparison.figure.at["square"]))


def class_map(comparisons: Sequence[Comparison], quantity: str, title: str) -> Pictures:
    """Draw recomputed figures of the ten classes of squares of 8x8 on all 64."""
    values = {
        tuple(one.figure.at["square"]): value
        for one in of(comparisons, quantity)
        if "square" in one.figure.at and (value := _number(one)) is not None
    }
    board = parse_board("8x8")
    squares: list[float | None] = [values.get(class_of(board.square(number))) for number in range(board.size)]
    whole = [None if value is None else f"{value:,.0f}" for value in squares]
    return {title: heat_map_svg(board, squares, translate(title), [text or "" for text in whole])} if values else {}


def class_of(square: Sequence[int]) -> tuple[int, ...]:
    """Return the one of the ten class squares of 8x8 that represents this square."""
    return tuple(sorted((min(part, 9 - part) for part in square), reverse=True))


def grids(comparisons: Sequence[Comparison], label: str, words: str) -> Pictures:
    """Draw recomputed grids under `words`; `label`: of the board, if the figures do not name one."""
    return dict(_grids(comparisons, label, words))


def _grids(comparisons: Sequence[Comparison], label: str, words: str) -> Iterator[tuple[str, str]]:
    for one in comparisons:
        if one.computed is not None and isinstance(one.computed.value, list):
            board = parse_board(label or str(one.figure.board))
            values = [one.computed.value[row - 1][column - 1] for row, column in board.coordinates.tolist()]
            title = words % {"board": board.label}
            yield title, heat_map_svg(board, values, translate(title))


def draw_numbered(grid: Sequence[Sequence[int]], title: str) -> Pictures:
    """Draw a tour that is printed as a numbered board."""
    board = parse_board(f"{len(grid)}x{len(grid[0])}")
    return {title: tour_svg(board, KNIGHT, order_of(grid), closed=False, title=translate(title))}


def order_of(grid: Sequence[Sequence[int]]) -> NDArray[np.intp]:
    """Return the numbers of the squares in the order of a numbered board."""
    return np.argsort(np.array(grid).ravel())


def found_tours(comparisons: Sequence[Comparison], what: str) -> Pictures:
    """Draw the tours that the jobs of the figures found, on small boards; what: a title with a place for the board."""
    drawn: Pictures = {}
    for one in comparisons:
        squares = (one.computed.detail or {}).get("tour") if one.computed else None
        if squares and len(squares) > 1 and len(drawn) < MAX_TOURS:
            board = parse_board(str(one.figure.board))
            title = what % {"board": board.label}
            path = np.array([board.index(square) for square in squares])
            drawn[title] = tour_svg(board, KNIGHT, path, closed=False, title=translate(title))
    return drawn


def tour_detail(result: Mapping[str, Any]) -> dict[str, object] | None:
    """Return what `found_tours` draws: the first tour of a job on a small flat board."""
    tours = result.get("tours") or []
    sides = [int(side) for side in str(result["job"]["spec"]["board"]).split("x")]
    small = len(sides) == 2 and max(sides) <= MAX_TOUR
    return {"tour": tours[0]["squares"]} if tours and small else None


def _number(comparison: Comparison) -> float | None:
    """Return the recomputed value where it is a number."""
    value = None if comparison.computed is None else comparison.computed.value
    if isinstance(value, str):
        return float(value) if value.isdecimal() else None
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
