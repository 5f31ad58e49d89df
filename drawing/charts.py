"""Charts as SVG and as rows for a CSV file: lines with an error band, bars, and levels to compare with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
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

COLOURS = 4
"""Series take the style classes ch-0, ch-1, ... in turn."""

HEAD = 26
"""Above a chart that stands alone: room for its title."""

RULES = (
    ".ch{font:12px system-ui,sans-serif;fill:#3b372f}.ch-title{font-size:15px}.ch-grid{stroke:#ddd5c6}"
    ".ch-line{fill:none;stroke-width:2}.ch-0{stroke:#1b6fc8}.ch-1{stroke:#e8711a}.ch-2{stroke:#b04a9c}.ch-3{stroke:#2a8f5b}"
    ".ch-band{opacity:.18}.ch-band-0{fill:#1b6fc8}.ch-band-1{fill:#e8711a}.ch-band-2{fill:#b04a9c}.ch-band-3{fill:#2a8f5b}"
    ".ch-bar{fill:#6aa5d2}.ch-dot{fill:#fff}"
    ".ch-level{stroke:#2c7a3f;stroke-width:1.6;stroke-dasharray:7 4}"
    ".ch-level-text{fill:#2c7a3f;stroke:#fff;stroke-width:3;paint-order:stroke}"
    "@media(prefers-color-scheme:dark){.ch{fill:#d3d8de}.ch-grid{stroke:#4a505a}.ch-dot{fill:#2e3238}"
    ".ch-level{stroke:#7fcf95}.ch-level-text{fill:#7fcf95;stroke:#2e3238}}"
)
"""For charts outside the dashboard, whose own sheet has these rules in its colours."""


@dataclass(frozen=True)
class Series:
    """Points (x, y) in order of x, with a band around them.

    errors: half the height of the band at each point. band: or its lower and upper edge there. Marks are dots that
    nothing joins, with their errors as bars.
    """

    name: str
    points: Sequence[tuple[float, float]]
    form: Literal["line", "bars", "marks"] = "line"
    errors: Sequence[float] = ()
    band: Sequence[tuple[float, float]] = ()

    @property
    def edges(self) -> Sequence[tuple[float, float]]:
        """The lower and upper edge of the band at each point, if there is one."""
        return self.band or [(y - error, y + error) for (_, y), error in zip(self.points, self.errors, strict=False)]


@dataclass(frozen=True)
class Chart:
    """Series over common axes. levels: (name, value) of horizontal lines. log: of the vertical axis.

    places: what stands below x = 0, 1, 2, ... where these are no numbers.
    """

    name: str
    title: str
    x: str
    y: str
    series: Sequence[Series]
    levels: Sequence[tuple[str, float]] = field(default=())
    log: bool = False
    places: Sequence[str] = ()

    def svg(self, *, alone: bool = False) -> str:
        """Return the drawing; `alone` brings its own style and shows its title, for a file."""
        across, up = self._scales()
        parts = [self._grid(across, up)]
        for index, series in enumerate(self.series):
            draw = {"bars": _bars, "marks": _marks, "line": _line}[series.form]
            parts.append(draw(_thinned(series), index % COLOURS, across, up))
        parts += [_level(name, value, up, index) for index, (name, value) in enumerate(self.levels)]
        head = f'<style>{RULES}</style><text class="ch-title" x="8" y="-6">{escape(self.title)}</text>'
        box = f"0 {-HEAD} {WIDTH} {HEIGHT + HEAD}" if alone else f"0 0 {WIDTH} {HEIGHT}"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img" class="ch" '
            f'aria-label="{escape(self.title, quote=True)}"><title>{escape(self.title)}</title>'
            f"{head if alone else ''}{''.join(parts)}{self._legend()}</svg>"
        )

    def rows(self) -> list[list[object]]:
        """Return the table behind the chart, its head first."""
        head: list[object] = ["series", self.x, self.y, "error"]
        body: list[list[object]] = [
            [series.name, x, y, series.errors[index] if series.errors else ""]
            for series in self.series
            for index, (x, y) in enumerate(series.points)
        ]
        return [head, *body, *([name, "", value, ""] for name, value in self.levels)]

    def _scales(self) -> tuple[Scale, Scale]:
        xs = [x for series in self.series for x, _ in series.points]
        ys = [value for series in self.series for value in _heights(series)] + [value for _, value in self.levels]
        if any(series.form == "bars" for series in self.series):
            ys.append(0.0)
        if self.places:
            xs = [-0.5, len(self.places) - 0.5]
        return scale_of(xs, LEFT, WIDTH - RIGHT), scale_of(ys, HEIGHT - BOTTOM, TOP, log=self.log)

    def _grid(self, across: Scale, up: Scale) -> str:
        lines = "".join(f"M{LEFT} {number(up.at(y))}H{WIDTH - RIGHT}" for y in up.ticks)
        left = "".join(
            f'<text x="{LEFT - 8}" y="{number(up.at(y) + 4)}" text-anchor="end">{tick_label(y)}</text>'
            for y in up.ticks
        )
        named: list[tuple[float, str]] = [(float(x), name) for x, name in enumerate(self.places)]
        marked = named or [(x, tick_label(x)) for x in across.ticks]
        below = "".join(
            f'<text x="{number(across.at(x))}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{escape(words)}</text>'
            for x, words in marked
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
        for index, series in enumerate(self.series):
            x = WIDTH - RIGHT - 130 * (len(self.series) - index)
            mark = f'<path class="ch-line ch-{index % COLOURS}" d="M{x} 12h20"/>'
            parts.append(f'{mark}<text x="{x + 26}" y="16">{escape(series.name)}</text>')
        return "".join(parts)


def with_rules(svg: str) -> str:
    """Return a drawing that was made for a page as one that stands alone; what is no chart brings its own style."""
    return svg.replace("<title>", f"<style>{RULES}</style><title>", 1) if 'class="ch"' in svg else svg


def _heights(series: Series) -> list[float]:
    return [y for _, y in series.points] + [edge for pair in series.edges for edge in pair]


def _thinned(series: Series) -> Series:
    step = ceil(len(series.points) / MAX_POINTS)
    if step <= 1:
        return series
    return replace(series, points=series.points[::step], errors=series.errors[::step], band=series.band[::step])


def _line(series: Series, colour: int, across: Scale, up: Scale) -> str:
    places = [(number(across.at(x)), number(up.at(y))) for x, y in series.points]
    line = "L".join(f"{x} {y}" for x, y in places)
    band = ""
    if series.edges:
        lows = [f"{x} {number(up.at(low))}" for (x, _), (low, _) in zip(places, series.edges, strict=True)]
        highs = [f"{x} {number(up.at(high))}" for (x, _), (_, high) in zip(places, series.edges, strict=True)]
        band = f'<path class="ch-band ch-band-{colour}" d="M{"L".join(highs + lows[::-1])}z"/>'
    dots = ""
    if len(places) < 40:
        dots = "".join(f'<circle class="ch-dot ch-{colour}" cx="{x}" cy="{y}" r="2"/>' for x, y in places)
    return f'{band}<path class="ch-line ch-{colour}" d="M{line}"/>{dots}' if places else ""


def _marks(series: Series, colour: int, across: Scale, up: Scale) -> str:
    bars = "".join(
        f"M{number(across.at(x))} {number(up.at(low))}V{number(up.at(high))}"
        for (x, _), (low, high) in zip(series.points, series.edges, strict=False)
    )
    dots = "".join(
        f'<circle class="ch-dot ch-line ch-{colour}" cx="{number(across.at(x))}" cy="{number(up.at(y))}" r="4">'
        f"<title>{escape(series.name)}: {tick_label(y)}</title></circle>"
        for x, y in series.points
    )
    return f'<path class="ch-line ch-{colour}" d="{bars}"/>{dots}' if bars else dots


def _bars(series: Series, _colour: int, across: Scale, up: Scale) -> str:
    room = (WIDTH - LEFT - RIGHT) / max(1, len(series.points))
    wide, floor_y = max(1.0, 0.8 * room), up.at(up.low)
    return "".join(
        f'<path class="ch-bar" d="M{number(across.at(x) - wide / 2)} {number(floor_y)}V{number(up.at(y))}'
        f'h{number(wide)}V{number(floor_y)}z"><title>{tick_label(x)}: {tick_label(y)}</title></path>'
        for x, y in series.points
    )


def _level(name: str, value: float, up: Scale, index: int) -> str:
    """Draw the line; names stand above and below their lines in turn, as equal figures share one line."""
    y = number(up.at(value))
    beside = number(up.at(value) + (14 if index % 2 else -5))
    text = f'<text class="ch-level-text" x="{WIDTH - RIGHT}" y="{beside}" text-anchor="end">'
    short = name if len(name) <= MAX_NAME else f"{name[: MAX_NAME - 1]}…"
    line = f'<path class="ch-level" d="M{LEFT} {y}H{WIDTH - RIGHT}"><title>{escape(name)}</title></path>'
    return f"{line}{text}{escape(short)}</text>"
