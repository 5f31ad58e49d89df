"""Charts of the report: curves, and bars on a board seen at an angle. Plain SVG."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape

WIDTH, HEIGHT, MARGIN = 720, 380, 56
COLOURS = ("#1b6fc8", "#e88a1a", "#b04a9c")
BAR = 30

Points = Sequence[tuple[float, float]]


def curves(title: str, series: Mapping[str, Points], *, logarithmic: bool = False, floor: float | None = None) -> str:
    """Draw one curve per series over a common axis; `logarithmic` scales the values by their logarithm.

    The axis of values begins at `floor`, None: at the least value.
    """
    scaled = {name: [(x, math.log10(y) if logarithmic else y) for x, y in points] for name, points in series.items()}
    places = [place for points in scaled.values() for place in points]
    low_x, high_x = min(x for x, _ in places), max(x for x, _ in places)
    low_y, high_y = min(y for _, y in places) if floor is None else floor, max(y for _, y in places)

    def at(x: float, y: float) -> str:
        across = MARGIN + (WIDTH - 2 * MARGIN) * (x - low_x) / ((high_x - low_x) or 1)
        up = HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * (y - low_y) / ((high_y - low_y) or 1)
        return f"{across:.1f},{up:.1f}"

    body = [_text(MARGIN, 20, title)]
    for step in range(5):
        value = low_y + (high_y - low_y) * step / 4
        y = float(at(low_x, value).partition(",")[2])
        body.append(f'<path d="M{MARGIN} {y}H{WIDTH - MARGIN}" stroke="#8886" fill="none"/>')
        body.append(_text(4, y + 4, f"10^{value:.1f}" if logarithmic else f"{value:.3g}"))
        x_value = low_x + (high_x - low_x) * step / 4
        body.append(_text(float(at(x_value, low_y).partition(",")[0]) - 8, HEIGHT - MARGIN + 18, f"{x_value:.0f}"))
    for number, (name, points) in enumerate(scaled.items()):
        colour = COLOURS[number % len(COLOURS)]
        line = " ".join(at(x, y) for x, y in points)
        body.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.6"/>')
        body.append(_text(WIDTH - MARGIN - 190, MARGIN + 18 * number, name, colour))
    return _svg(WIDTH, HEIGHT, body)


def bars_on_a_board(title: str, rows: Sequence[Sequence[int]]) -> str:
    """Draw a board seen from above one corner, with a bar on each square as high as its value."""
    highest = max(max(row) for row in rows) or 1
    body = [_text(10, 20, title)]
    middle, top = WIDTH / 2, 190.0
    for r, row in enumerate(rows):
        for c, value in enumerate(row):
            x, y = middle + (c - r) * BAR, top + (c + r) * BAR / 2
            body.append(_bar(x, y, 140 * value / highest, f"square ({r + 1}, {c + 1}): {value}", value))
    return _svg(WIDTH, int(top) + (len(rows) + len(rows[0])) * BAR // 2 + 30, body)


def histogram(title: str, values: Sequence[float], *, low: float, high: float, bins: int) -> str:
    """Draw how many values lie in each of `bins` equal parts of low..high; values outside stand in the end parts."""
    counts = [0] * bins
    for value in values:
        place = int((value - low) / (high - low) * bins)
        counts[min(max(place, 0), bins - 1)] += 1
    width = (WIDTH - 2 * MARGIN) / bins
    body = [_text(MARGIN, 20, title)]
    for place, count in enumerate(counts):
        tall = (HEIGHT - 2 * MARGIN) * count / max(1, *counts)
        x, left = MARGIN + place * width, low + (high - low) * place / bins
        body.append(
            f'<rect x="{x:.1f}" y="{HEIGHT - MARGIN - tall:.1f}" width="{width - 2:.1f}" height="{tall:.1f}" '
            f'fill="{COLOURS[0]}"><title>{count} from {left:g}</title></rect>'
        )
        body.append(_text(x, HEIGHT - MARGIN + 18, f"{left:g}"))
    return _svg(WIDTH, HEIGHT, body)


def _bar(x: float, y: float, tall: float, told: str, value: int) -> str:
    half = BAR / 2
    faces = (
        (f"M{x - BAR} {y}L{x} {y + half}V{y + half - tall}L{x - BAR} {y - tall}Z", "#1b6fc8"),
        (f"M{x + BAR} {y}L{x} {y + half}V{y + half - tall}L{x + BAR} {y - tall}Z", "#12508f"),
        (f"M{x - BAR} {y - tall}L{x} {y - half - tall}L{x + BAR} {y - tall}L{x} {y + half - tall}Z", "#8fc1ee"),
    )
    drawn = "".join(f'<path d="{path}" fill="{fill}" stroke="#fff8"/>' for path, fill in faces)
    return f"<g><title>{escape(told)}</title>{drawn}{_text(x - 9, y - tall + 4, str(value), '#123')}</g>"


def _text(x: float, y: float, words: str, colour: str = "currentColor") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="12" fill="{colour}">{escape(words)}</text>'


def _svg(width: float, height: float, body: Sequence[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" role="img">'
    )
    return head + "".join(body) + "</svg>"
