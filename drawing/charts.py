"""Charts as SVG and as rows for a CSV file: lines with an error band, bars, and levels to compare with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from math import ceil
from typing import Literal

from drawing.scales import Scale, scale_of, tick_label
from drawing.style import number

WIDTH, HEIGHT = 720, 300
LEFT, RIGHT, TOP, BOTTOM = 74, 32, 30, 44
MAX_POINTS = 400
"""More points than pixels can show are thinned out before drawing; the CSV file has them all."""

MAX_NAME = 64
"""Longer names of levels are cut in the drawing, not in the file."""

COLOURS = 3
"""Series take the style classes ch-0, ch-1, ... in turn."""

STYLE = (
    "<style>.ch{font:12px system-ui,sans-serif;fill:#3b372f}.ch-grid{stroke:#ddd5c6}.ch-line{fill:none;stroke-width:2}"
    ".ch-0{stroke:#1b6fc8}.ch-1{stroke:#e8711a}.ch-2{stroke:#b04a9c}.ch-band{fill:#1b6fc8;opacity:.18}"
    ".ch-bar{fill:#6aa5d2}.ch-level{stroke:#2c7a3f;stroke-width:1.6;stroke-dasharray:7 4}"
    ".ch-level-text{fill:#2c7a3f;stroke:#fff;stroke-width:3;paint-order:stroke}"
    "</style>"
)
"""For a chart that leaves the page; inside the page the page's own sheet has these rules."""


@dataclass(frozen=True)
class Series:
    """Points (x, y) in order of x. errors: half the height of the band around each point."""

    name: str
    points: Sequence[tuple[float, float]]
    form: Literal["line", "bars"] = "line"
    errors: Sequence[float] = ()


@dataclass(frozen=True)
class Chart:
    """Series over common axes. levels: (name, value) of horizontal lines. log: of the vertical axis."""

    name: str
    title: str
    x: str
    y: str
    series: Sequence[Series]
    levels: Sequence[tuple[str, float]] = field(default=())
    log: bool = False

    def svg(self, *, alone: bool = False) -> str:
        """Return the drawing; `alone` brings its own style, for a file."""
        across, up = self._scales()
        parts = [self._grid(across, up)]
        for place, series in enumerate(self.series):
            draw = _bars if series.form == "bars" else _line
            parts.append(draw(_thinned(series), place % COLOURS, across, up))
        parts += [_level(name, value, up, place) for place, (name, value) in enumerate(self.levels)]
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" class="ch" '
            f'aria-label="{escape(self.title, quote=True)}"><title>{escape(self.title)}</title>'
            f"{STYLE if alone else ''}{''.join(parts)}{self._legend()}</svg>"
        )

    def rows(self) -> list[list[object]]:
        """Return the table behind the chart, its head first."""
        head: list[object] = ["series", self.x, self.y, "error"]
        body: list[list[object]] = [
            [series.name, x, y, series.errors[place] if series.errors else ""]
            for series in self.series
            for place, (x, y) in enumerate(series.points)
        ]
        return [head, *body, *([name, "", value, ""] for name, value in self.levels)]

    def _scales(self) -> tuple[Scale, Scale]:
        xs = [x for series in self.series for x, _ in series.points]
        ys = [value for series in self.series for value in _heights(series)] + [value for _, value in self.levels]
        if any(series.form == "bars" for series in self.series):
            ys.append(0.0)
        return scale_of(xs, LEFT, WIDTH - RIGHT), scale_of(ys, HEIGHT - BOTTOM, TOP, log=self.log)

    def _grid(self, across: Scale, up: Scale) -> str:
        lines = "".join(f"M{LEFT} {number(up.at(y))}H{WIDTH - RIGHT}" for y in up.ticks)
        left = "".join(
            f'<text x="{LEFT - 8}" y="{number(up.at(y) + 4)}" text-anchor="end">{tick_label(y)}</text>'
            for y in up.ticks
        )
        below = "".join(
            f'<text x="{number(across.at(x))}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{tick_label(x)}</text>'
            for x in across.ticks
        )
        names = (
            f'<text x="{(LEFT + WIDTH - RIGHT) / 2:.0f}" y="{HEIGHT - 6}" text-anchor="middle">{escape(self.x)}</text>'
            f'<text x="8" y="16">{escape(self.y)}{" (logarithmic)" if self.log else ""}</text>'
        )
        return f'<path class="ch-grid" d="{lines}"/>{left}{below}{names}'

    def _legend(self) -> str:
        if len(self.series) < 2:
            return ""
        parts = []
        for place, series in enumerate(self.series):
            x = WIDTH - RIGHT - 130 * (len(self.series) - place)
            mark = f'<path class="ch-line ch-{place % COLOURS}" d="M{x} 12h20"/>'
            parts.append(f'{mark}<text x="{x + 26}" y="16">{escape(series.name)}</text>')
        return "".join(parts)


def _heights(series: Series) -> list[float]:
    values = [y for _, y in series.points]
    bands = [y + sign * error for y, error in zip(values, series.errors, strict=False) for sign in (-1, 1)]
    return values + bands


def _thinned(series: Series) -> Series:
    step = ceil(len(series.points) / MAX_POINTS)
    if step <= 1:
        return series
    return Series(series.name, series.points[::step], series.form, series.errors[::step])


def _line(series: Series, colour: int, across: Scale, up: Scale) -> str:
    places = [(number(across.at(x)), y) for x, y in series.points]
    line = "L".join(f"{x} {number(up.at(y))}" for x, y in places)
    band = ""
    if series.errors:
        above = [f"{x} {number(up.at(y + e))}" for (x, y), e in zip(places, series.errors, strict=True)]
        below = [f"{x} {number(up.at(y - e))}" for (x, y), e in zip(places, series.errors, strict=True)]
        band = f'<path class="ch-band" d="M{"L".join(above + below[::-1])}z"/>'
    dots = ""
    if len(places) < 40:
        dots = "".join(
            f'<circle class="ch-dot ch-{colour}" cx="{x}" cy="{number(up.at(y))}" r="2"/>' for x, y in places
        )
    return f'{band}<path class="ch-line ch-{colour}" d="M{line}"/>{dots}' if places else ""


def _bars(series: Series, _colour: int, across: Scale, up: Scale) -> str:
    room = (WIDTH - LEFT - RIGHT) / max(1, len(series.points))
    wide, floor_y = max(1.0, 0.8 * room), up.at(up.low)
    return "".join(
        f'<path class="ch-bar" d="M{number(across.at(x) - wide / 2)} {number(floor_y)}V{number(up.at(y))}'
        f'h{number(wide)}V{number(floor_y)}z"><title>{tick_label(x)}: {tick_label(y)}</title></path>'
        for x, y in series.points
    )


def _level(name: str, value: float, up: Scale, place: int) -> str:
    """Draw the line; names stand above and below their lines in turn, as equal figures share one line."""
    y = number(up.at(value))
    beside = number(up.at(value) + (14 if place % 2 else -5))
    text = f'<text class="ch-level-text" x="{WIDTH - RIGHT}" y="{beside}" text-anchor="end">'
    short = name if len(name) <= MAX_NAME else f"{name[: MAX_NAME - 1]}…"
    line = f'<path class="ch-level" d="M{LEFT} {y}H{WIDTH - RIGHT}"><title>{escape(name)}</title></path>'
    return f"{line}{text}{escape(short)}</text>"
