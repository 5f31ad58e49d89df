"""A value on every square as columns on the board, seen from any side: a histogram in three dimensions."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import cos, radians, sin

import numpy as np
from numpy.typing import NDArray

from drawing.style import heat_style_sheet, number, shade, style_sheet

MAX_COLUMNS = 2500
SIDE = 0.82
"""Width of a column, in squares."""
TALLEST = 0.9
"""The highest column, as a share of the board's longer side."""
SCALE = 100

Corner = tuple[float, float]


def columns_svg(
    values: NDArray[np.float64],
    title: str,
    labels: Sequence[str],
    *,
    turn: float = 30,
    tilt: float = 35,
    through: bool = False,
) -> str:
    """Return columns over a grid of values, float64 (rows, columns), NaN where there is none.

    turn, tilt: degrees by which the board is turned to the right and its far side raised towards the reader: 0 looks
    along the board, 90 from above. through: whether columns are translucent. labels: what each column shows when
    pointed at, row by row.
    """
    rows, across = values.shape
    known = values[~np.isnan(values)]
    high = float(known.max()) if known.size else 0.0
    low = min(0.0, float(known.min())) if known.size else 0.0
    view = _View((rows, across), turn, tilt)
    cells = [(row, column) for row in range(rows) for column in range(across) if not np.isnan(values[row, column])]
    cells.sort(key=lambda cell: view.nearness(cell[0] + 0.5, cell[1] + 0.5))
    board = view.outline([(0, 0), (0, across), (rows, across), (rows, 0)], 0)
    parts = [f'<path class="cv-light" d="{board}"/><path class="cv-edge" d="{board}"/>']
    tallest = TALLEST * max(rows, across)
    for row, column in cells:
        share = (float(values[row, column]) - low) / (high - low) if high > low else 0.0
        fill, _ = shade(share)
        faces = view.column(row, column, share * tallest)
        tip = f"<title>{escape(labels[row * across + column])}</title>"
        shapes = "".join(f'<path class="{fill}" d="{d}" fill-opacity="{_solid(dark, through)}"/>' for d, dark in faces)
        parts.append(f'<g stroke="#33373e" stroke-width=".6" stroke-linejoin="round">{tip}{shapes}</g>')
    reach = SCALE * 0.78 * max(rows, across)
    box = " ".join(map(number, (-reach, -1.6 * reach, 2 * reach, 2.5 * reach)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img" '
        f'class="cv-text" aria-label="{escape(title, quote=True)}"><title>{escape(title)}</title>'
        f"{style_sheet()}{heat_style_sheet()}{''.join(parts)}</svg>\n"
    )


def _solid(shading: float, through: bool) -> str:
    """Return a face's opacity: low if columns are translucent; else faces differ a little, as in the light."""
    return number(0.35 * shading if through else shading)


class _View:
    """The projection of places on the board (down, across, up; in squares) to the plane."""

    def __init__(self, shape: tuple[int, int], turn: float, tilt: float) -> None:
        self.middle = shape[0] / 2, shape[1] / 2
        self.turn, self.tilt = radians(turn), radians(tilt)

    def at(self, down: float, across: float, up: float) -> Corner:
        x, y = across - self.middle[1], down - self.middle[0]
        right = x * cos(self.turn) - y * sin(self.turn)
        return SCALE * right, SCALE * (self.nearness(down, across) * sin(self.tilt) - up * cos(self.tilt))

    def nearness(self, down: float, across: float) -> float:
        """Return how near to the reader a place is: the farthest columns are drawn first."""
        return (across - self.middle[1]) * sin(self.turn) + (down - self.middle[0]) * cos(self.turn)

    def outline(self, corners: Sequence[Corner], up: float) -> str:
        return _path([self.at(down, across, up) for down, across in corners])

    def column(self, row: int, column: int, up: float) -> list[tuple[str, float]]:
        """Return the visible faces of a column, each with its lightness, the top last."""
        edge = (1 - SIDE) / 2
        top, bottom, left, right = row + edge, row + 1 - edge, column + edge, column + 1 - edge
        ring = [(top, left), (top, right), (bottom, right), (bottom, left)]
        faces = []
        for index, light in enumerate((0.7, 0.8, 0.9, 0.75)):
            first, second = ring[index], ring[(index + 1) % 4]
            outward = (first[0] + second[0]) / 2 - row - 0.5, (first[1] + second[1]) / 2 - column - 0.5
            if outward[1] * sin(self.turn) + outward[0] * cos(self.turn) > 0:
                corners = [self.at(*first, 0), self.at(*second, 0), self.at(*second, up), self.at(*first, up)]
                faces.append((_path(corners), light))
        return [*faces, (self.outline(ring, up), 1.0)]


def _path(corners: Sequence[Corner]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in corners) + "z"
