"""A tour over its board: lines from blue over purple to orange, start and end marked, squares numbered."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from drawing.canvas import Canvas, text
from drawing.layout import Layout
from drawing.path_lines import Stretch, stretches
from drawing.style import BLUE, CELL, LINE, ORANGE, PURPLE, hexadecimal, mix, number
from engine.boards.board import Board
from language.translate import gettext, gettext_noop

MAX_NUMBERED = 1024
"""Boards of more squares are drawn without numbers unless asked for."""

BANDS = 24
"""Steps of colour from the first move to the last."""


def tour_svg(
    board: Board,
    piece: tuple[int, ...],
    tour: NDArray[np.integer],
    *,
    closed: bool,
    numbered: bool | None = None,
    title: str | None = None,
) -> str:
    """Return the drawing of a sound tour; `closed` draws the last move home as well.

    Any path of moves can be drawn so, under a `title` of its own.
    """
    canvas = Canvas(board, title or tour_title(board, closed=closed))
    if board.surface == "flat":
        points = canvas.layout.centres[np.append(tour, tour[:1]) if closed else tour]
        elements = _unbroken_bands(points, canvas.weight, closed=closed)
    else:
        lines = lines_of(board, piece, canvas.layout, tour, closed=closed)
        elements = _bands(lines, canvas.weight, closed=closed)
    for element in elements:
        canvas.add(element)
    if numbered if numbered is not None else board.size <= MAX_NUMBERED:
        add_numbers(canvas, tour)
    add_ends(canvas, tour, closed=closed)
    return canvas.svg()


def tour_title(board: Board, *, closed: bool) -> str:
    """Return the title of a tour's drawing."""
    sort = gettext_noop("A closed tour of %(board)s") if closed else gettext_noop("An open tour of %(board)s")
    return gettext(sort, board=board.label)


def add_ends(canvas: Canvas, tour: NDArray[np.integer], *, closed: bool) -> None:
    """Mark where a tour begins and, unless it is closed, where it ends."""
    add_marker(canvas, int(tour[0]), hexadecimal(BLUE))
    if not closed:
        add_marker(canvas, int(tour[-1]), hexadecimal(ORANGE))


def lines_of(
    board: Board, piece: tuple[int, ...], layout: Layout, tour: NDArray[np.integer], *, closed: bool
) -> list[list[Stretch]]:
    """Return the lines of every move, the last one leading home if the tour is closed."""
    path = np.append(tour, tour[:1]) if closed else tour
    return stretches(board, piece, layout, path)


def colour_of(place: float, *, closed: bool) -> str:
    """Return the colour at a share (0 to 1) of the way; a closed tour returns to its first colour."""
    share = 1 - abs(2 * place - 1) if closed else place
    return mix(BLUE, PURPLE, 2 * share) if share < 0.5 else mix(PURPLE, ORANGE, 2 * share - 1)


def _colour_bands(moves: int, *, closed: bool) -> Iterator[tuple[slice, str]]:
    """Yield the bands of one colour: the moves of each, and its colour."""
    count = min(BANDS, moves)
    for band in range(count):
        moves_of_band = slice(band * moves // count, (band + 1) * moves // count)
        yield moves_of_band, colour_of(band / max(1, count - 1), closed=closed)


def _bold(weight: float) -> str:
    return f' style="stroke-width:{number(LINE * weight)}"' if weight > 1 else ""


def _unbroken_bands(points: NDArray[np.float64], weight: float, *, closed: bool) -> Iterator[str]:
    """Yield a line for each band of a path on a flat board, through float64 (moves + 1, 2) points; made for many."""
    for moves, colour in _colour_bands(len(points) - 1, closed=closed):
        steps = np.diff(points[moves.start : moves.stop + 1], axis=0)
        data = (
            "M"
            + _numbers(*points[moves.start].tolist())
            + "".join("l" + _numbers(across, down) for across, down in steps.tolist())
        )
        yield f'<path class="cv-path"{_bold(weight)} stroke="{colour}" d="{data}"/>'


def _bands(lines: list[list[Stretch]], weight: float, *, closed: bool) -> Iterator[str]:
    """Yield the moves in bands of one colour: the whole moves of a band as one line, then each halved move."""
    for moves, colour in _colour_bands(len(lines), closed=closed):
        part = lines[moves]
        plain = [move[0] for move in part if len(move) == 1]
        if plain:
            yield f'<path class="cv-path"{_bold(weight)} stroke="{colour}" d="{polyline(plain)}"/>'
        yield from (move_element(move, colour) for move in part if len(move) > 1)


def move_element(move: list[Stretch], colour: str, inside: str = "") -> str:
    """Return one move as an element: a line, or two dashed halves over a glued edge or between layers."""
    dashes = ' stroke-dasharray="5 6"' if is_broken(move) else ""
    return f'<path class="cv-path" stroke="{colour}"{dashes} d="{polyline(move)}">{inside}</path>'


def is_broken(move: list[Stretch]) -> bool:
    """Whether the line of a move is in two parts: over a glued edge or between layers."""
    return any(first[1] != second[0] for first, second in pairwise(move))


def polyline(lines: list[Stretch]) -> str:
    """Return path data, in relative steps, through the stretches.

    The pen is lifted only where a stretch does not begin at the end of the one before.
    """
    data, here = [], None
    for start, end in lines:
        if start != here:
            data.append("M" + _numbers(*start))
        data.append("l" + _numbers(end[0] - start[0], end[1] - start[1]))
        here = end
    return "".join(data)


@lru_cache(maxsize=1024)
def _numbers(x: float, y: float) -> str:
    return f"{number(x * CELL)} {number(y * CELL)}"


def add_numbers(canvas: Canvas, tour: NDArray[np.integer]) -> None:
    """Write the squares' numbers in tour order, in their upper left corners."""
    size = 11.0 if len(tour) < 1000 else 9.0
    for order, square in enumerate(tour.tolist(), start=1):
        x, y = canvas.at(square)
        shift = 0.5 - 0.3 * len(str(order)) * size / CELL - 0.05
        canvas.add(text(x / CELL - shift, y / CELL - 0.33, str(order), size, "cv-number"))


def add_marker(canvas: Canvas, square: int, colour: str) -> None:
    """Mark a square with a dot."""
    x, y = canvas.at(square)
    radius = number(7 * canvas.weight**1.5)
    canvas.add(f'<circle class="cv-ring" cx="{number(x)}" cy="{number(y)}" r="{radius}" fill="{colour}"/>')
