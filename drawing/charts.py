"""Charts as SVG and as rows for a CSV file: lines with an error band, bars, and levels to compare with."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from itertools import pairwise
from math import ceil
from typing import Literal

from drawing.numbers import plain, plus_minus, significant
from drawing.scales import Scale, scale_of, tick_labels
from drawing.style import number
from language.translate import gettext, translate

WIDTH, PLOT_HEIGHT = 440, 190
LEFT, RIGHT, TOP, BOTTOM = 68, 30, 34, 48
"""Small, with large letters: a chart that is 330 pixels wide, as on a phone, can still be read."""

ROW = 20
"""Height of one line of the legend."""

TICKS_ACROSS = 4
MAX_POINTS = 400
"""More points than pixels can show are thinned out before drawing; the CSV file has them all."""

LETTER, LINE = 8, 15
"""Width of a letter and height of a line, about."""

MAX_NAME = 48
"""Longer names in the legend are cut in the drawing, not in the file: as many letters fit into its width."""

COLOURS = 4
"""Series take the style classes ch-0, ch-1, ... in turn."""

HEAD = 26
"""Above a chart that stands alone: room for its title."""

TITLE_LETTERS = 48
"""A longer title is drawn narrower, so that it fits the picture."""

RULES = (
    ".ch{font:15px system-ui,sans-serif;fill:#3b372f}.ch-title{font-size:16px;font-weight:600}.ch-grid{stroke:#ddd5c6}"
    ".ch-line{fill:none;stroke-width:2}.ch-0{stroke:#1b6fc8}.ch-1{stroke:#e8711a}.ch-2{stroke:#b04a9c}.ch-3{stroke:#2a8f5b}"
    ".ch-band{opacity:.18}.ch-band-0{fill:#1b6fc8}.ch-band-1{fill:#e8711a}.ch-band-2{fill:#b04a9c}.ch-band-3{fill:#2a8f5b}"
    ".ch-bar{fill:#6aa5d2}.ch-dot{fill:#fff}"
    ".ch-level{stroke:#2c7a3f;stroke-width:1.6;stroke-dasharray:7 4}"
    "@media(prefers-color-scheme:dark){.ch{fill:#d3d8de}.ch-grid{stroke:#4a505a}.ch-dot{fill:#2e3238}"
    ".ch-level{stroke:#7fcf95}}"
)
"""For charts outside the dashboard, whose own sheet has these rules in its colours."""


@dataclass(frozen=True)
class Series:
    """Points (x, y) in order of x, with a band around them.

    errors: half the height of the band at each point. band: alternatively, its lower and upper edges. Marks are
    unconnected dots with their errors as bars.
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
    """Series over common axes. levels: (name, value) of horizontal lines. log: whether the y axis is logarithmic.

    places: the labels of x = 0, 1, 2, ... where these are not numbers.
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
        """Return the drawing; `alone` brings its own style and shows its title, for a file.

        Inside a page it has the values instead, to be shown under the pointer: `data-points`, a list of [x, y, text] in
        units of the drawing. Words and numbers are in the current language.
        """
        return self._translate._draw(alone=alone)  # noqa: SLF001  the same chart

    def _draw(self, *, alone: bool) -> str:
        legend = self._legend()
        floor = TOP + ROW * len(legend) + PLOT_HEIGHT
        across, up = self._scales(floor)
        parts = [self._grid(across, up, floor), *legend]
        for index, series in enumerate(self.series):
            draw = {"bars": _bars, "marks": _marks, "line": _line}[series.form]
            parts.append(draw(_thin(series), index % COLOURS, across, up))
        parts += [_level(value, up) for _, value in self.levels]
        fit = f' textLength="{WIDTH - 16}" lengthAdjust="spacingAndGlyphs"' if len(self.title) > TITLE_LETTERS else ""
        head = f'<style>{RULES}</style><text class="ch-title" x="8" y="-6"{fit}>{escape(self.title)}</text>'
        height = floor + BOTTOM + self._upright
        box = f"0 {-HEAD} {WIDTH} {height + HEAD}" if alone else f"0 0 {WIDTH} {height}"
        points = "" if alone else f" data-points='{escape(json.dumps(self._label_points(across, up)), quote=True)}'"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img" class="ch" '
            f'aria-label="{escape(self.title, quote=True)}"{points}><title>{escape(self.title)}</title>'
            f"{head if alone else ''}{''.join(parts)}</svg>"
        )

    @property
    def last(self) -> str:
        """Return the last value in words, "" where there is none."""
        labels = self._translate._label_points(*self._scales(TOP + PLOT_HEIGHT))  # noqa: SLF001  the same chart
        return str(labels[-1][2]) if labels else ""

    @property
    def count(self) -> int:
        """Return the number of places along the axis with values."""
        return len(self._label_points(*self._scales(TOP + PLOT_HEIGHT)))

    @property
    def _translate(self) -> Chart:
        """The chart with its words in the current language."""
        return replace(
            self,
            title=translate(self.title),
            x=translate(self.x),
            y=translate(self.y),
            series=[replace(one, name=translate(one.name)) for one in self.series],
            levels=[(translate(name), value) for name, value in self.levels],
            places=[translate(place) for place in self.places],
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

    def _scales(self, floor: float) -> tuple[Scale, Scale]:
        xs = [x for series in self.series for x, _ in series.points]
        ys = [value for series in self.series for value in _heights(series)] + [value for _, value in self.levels]
        bars = [series for series in self.series if series.form == "bars"]
        if bars:
            ys.append(0.0)
        if self.places:
            xs = [-0.5, len(self.places) - 0.5]
        elif bars:
            half = (max(xs) - min(xs)) / (2 * max(1, max(len(series.points) for series in bars) - 1))
            xs += [min(xs) - half, max(xs) + half]
        top = floor - PLOT_HEIGHT
        return scale_of(xs, LEFT, WIDTH - RIGHT, ticks=TICKS_ACROSS), scale_of(ys, floor, top, log=self.log)

    def _grid(self, across: Scale, up: Scale, floor: float) -> str:
        lines = "".join(f"M{LEFT} {number(up.at(y))}H{WIDTH - RIGHT}" for y in up.ticks)
        (lefts, unit), (belows, unit_across) = tick_labels(up), tick_labels(across)
        left = "".join(
            f'<text x="{LEFT - 8}" y="{number(up.at(y) + 5)}" text-anchor="end">{words}</text>'
            for y, words in zip(up.ticks, lefts, strict=True)
        )
        step = ceil(len(self.places) * LINE / (WIDTH - LEFT - RIGHT)) if self._upright else 1
        named: list[tuple[float, str]] = [(float(x), name) for x, name in enumerate(self.places)][::step]
        marked = named or list(zip(across.ticks, belows, strict=True))
        below = "".join(self._mark(across.at(x), floor, words) for x, words in marked)
        logarithmic = gettext(", logarithmic") if self.log else ""
        names = (
            f'<text x="{(LEFT + WIDTH - RIGHT) / 2:.0f}" y="{floor + 40 + self._upright}" text-anchor="middle">'
            f"{escape(_in_units(self.x, '' if named else unit_across))}</text>"
            f'<text x="8" y="16">{escape(_in_units(self.y, unit))}{escape(logarithmic)}</text>'
        )
        return f'<path class="ch-grid" d="{lines}"/>{left}{below}{names}'

    @property
    def _upright(self) -> int:
        """Further room below the axis for names of places that stand upright, 0 where they fit beside each other."""
        longest = max(map(len, self.places), default=0)
        fits = (longest + 1) * len(self.places) * LETTER <= WIDTH - LEFT - RIGHT
        return 0 if fits else max(0, longest - 1) * LETTER

    def _mark(self, x: float, floor: float, words: str) -> str:
        if self._upright:
            place = f'transform="translate({number(x + 5)} {floor + 8}) rotate(-90)" text-anchor="end"'
        else:
            place = f'x="{number(x)}" y="{floor + 19}" text-anchor="middle"'
        return f"<text {place}>{escape(words)}</text>"

    def _legend(self) -> list[str]:
        """Return a line for each level and, where there are several, for each series: names are never cut short."""
        several = len(self.series) > 1
        entries = [
            (
                '<path class="ch-bar" d="M8 {}h20v10h-20z"/>'
                if series.form == "bars"
                else f'<path class="ch-line ch-{index % COLOURS}" d="M8 {{}}m0 5h20"/>',
                series.name,
            )
            for index, series in enumerate(self.series if several else ())
        ]
        levels = [f"{name}{gettext(': ')}{plain(value)}" for name, value in self.levels]
        entries += [('<path class="ch-level" d="M8 {}m0 5h20"/>', level) for level in levels]
        return [
            f'{mark.format(24 + ROW * row)}<text x="36" y="{34 + ROW * row}">{escape(_short(name))}</text>'
            for row, (mark, name) in enumerate(entries)
        ]

    def _place(self, x: float) -> str:
        """Return what stands at a place of the axis, in words."""
        if self.places and x == int(x) and 0 <= x < len(self.places):
            return self.places[int(x)]
        return f"{self.x} {plain(x) if x == int(x) else significant(x)}"

    def _label_points(self, across: Scale, up: Scale) -> list[tuple[float, float, str]]:
        """Return the place and label of each value, in order of x; series with a common x share a label."""
        found: dict[float, tuple[float, list[str]]] = {}
        for series in map(_thin, self.series):
            for (x, y), words in zip(series.points, _words(series), strict=True):
                text = f"{series.name} {words}" if len(self.series) > 1 else words
                found.setdefault(x, (y, []))[1].append(text)
        return [
            (
                round(across.at(x), 1),
                round(up.at(y), 1),
                f"{self._place(x)}{gettext(': ')}{', '.join(texts)}",
            )
            for x, (y, texts) in sorted(found.items())
        ]


def _words(series: Series) -> Iterator[str]:
    """Yield each value in words, with its error or the edges of its band."""
    for index, (_, y) in enumerate(series.points):
        if series.errors:
            yield plus_minus(y, series.errors[index])
        elif series.band:
            low, high = series.band[index]
            edges = gettext("%(low)s to %(high)s", low=plain(low), high=plain(high))
            yield f"{plain(y)} ({edges})"
        else:
            yield plain(y)


def _in_units(name: str, unit: str) -> str:
    return gettext("%(name)s, in %(unit)s", name=name, unit=unit) if unit else name


def _short(name: str) -> str:
    return name if len(name) <= MAX_NAME else f"{name[: MAX_NAME - 1]}…"


def with_rules(svg: str) -> str:
    """Return a page's drawing as one that stands alone; anything but a chart has a style of its own already."""
    return svg.replace("<title>", f"<style>{RULES}</style><title>", 1) if 'class="ch"' in svg else svg


def _heights(series: Series) -> list[float]:
    return [y for _, y in series.points] + [edge for pair in series.edges for edge in pair]


def _thin(series: Series) -> Series:
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
        f"<title>{escape(series.name + gettext(': ') + plain(y))}</title></circle>"
        for x, y in series.points
    )
    return f'<path class="ch-line ch-{colour}" d="{bars}"/>{dots}' if bars else dots


def _bars(series: Series, _colour: int, across: Scale, up: Scale) -> str:
    gaps = [across.at(b) - across.at(a) for (a, _), (b, _) in pairwise(series.points)]
    wide, floor_y = max(1.0, 0.8 * min(gaps, default=WIDTH / 4)), up.at(up.low)
    return "".join(
        f'<path class="ch-bar" d="M{number(across.at(x) - wide / 2)} {number(floor_y)}V{number(up.at(y))}'
        f'h{number(wide)}V{number(floor_y)}z"/>'
        for x, y in series.points
    )


def _level(value: float, up: Scale) -> str:
    y = number(up.at(value))
    return f'<path class="ch-level" d="M{LEFT} {y}H{WIDTH - RIGHT}"/>'
