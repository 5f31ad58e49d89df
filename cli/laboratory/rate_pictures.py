"""Success rates as pictures: SVG text, without any library."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from drawing.style import shade
from engine.construction.heuristics.success_rates import SuccessRate

WIDTH, HEIGHT, MARGIN = 720, 400, 48
COLOURS = ("#1b6ca8", "#c8553d", "#2a8f5b", "#7a4fa3")
CELL = 8
TOPS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
"""Rates that the upper end of a chart may stand for, if none of its bands is higher; else it is 1."""


def curves(title: str, series: Mapping[str, Sequence[SuccessRate]]) -> str:
    """Return a chart of rates over the side of the square, one curve with its band of confidence a series."""
    sides = [point.rows for points in series.values() for point in points]
    low, high = min(sides), max(sides)
    peak = max(point.interval[1] for points in series.values() for point in points)
    top = next((top for top in TOPS if peak <= top), 1.0)
    body = [_axes(title, low, high, top)]
    for number, (name, points) in enumerate(series.items()):
        colour = COLOURS[number % len(COLOURS)]
        places = [(_x(point.rows, low, high), point) for point in points]
        upper = [f"{x:.1f},{_y(point.interval[1] / top):.1f}" for x, point in places]
        lower = [f"{x:.1f},{_y(point.interval[0] / top):.1f}" for x, point in reversed(places)]
        line = " ".join(f"{x:.1f},{_y(point.rate / top):.1f}" for x, point in places)
        body.append(f'<polygon points="{" ".join(upper + lower)}" fill="{colour}" opacity="0.2"/>')
        body.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        body.append(_text(MARGIN + 110 * number, MARGIN - 8, name, colour))
    return _svg(WIDTH, HEIGHT, body)


def heat_map(title: str, points: Sequence[SuccessRate]) -> str:
    """Return a map of rates over rows (down) and columns, dark for success; each cell tells its numbers."""
    rows, columns = max(point.rows for point in points), max(point.columns for point in points)
    body = [_text(MARGIN, 18, title, "#222"), *_legend(MARGIN + CELL * columns)]
    for point in points:
        low, high = point.interval
        told = f"{point.rows}x{point.columns}: {point.successes} of {point.attempts}, 95 % {low:.3f} to {high:.3f}"
        body.append(_cell(MARGIN + CELL * (point.columns - 1), MARGIN + CELL * (point.rows - 1), point.rate, told))
    for number in range(10, max(rows, columns) + 1, 10):
        if number <= columns:
            body.append(_text(MARGIN + CELL * (number - 1), MARGIN - 6, str(number), "#222"))
        if number <= rows:
            body.append(_text(MARGIN - 26, MARGIN + CELL * number, str(number), "#222"))
    return _svg(2 * MARGIN + CELL * columns, 2 * MARGIN + CELL * rows, body)


def _legend(right: int) -> list[str]:
    """Return the shades from none to all, above the map's right end."""
    steps = 10
    left = right - CELL * (steps + 1)
    cells = [_cell(left + CELL * step, 10, step / steps, f"{step / steps:.0%}") for step in range(steps + 1)]
    return [_text(left - 26, 18, "0 %", "#222"), *cells, _text(right + 4, 18, "100 %", "#222")]


def _cell(x: int, y: int, rate: float, told: str) -> str:
    fill = shade(rate)[0]
    return f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}"><title>{escape(told)}</title></rect>'


def _axes(title: str, low: int, high: int, top: float) -> str:
    parts = [_text(MARGIN, 24, title, "#222"), _text(WIDTH // 2, HEIGHT - 10, "squares a side", "#222")]
    for fifth in range(6):
        y = _y(fifth / 5)
        parts.append(f'<line x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{y}" y2="{y}" stroke="#ddd"/>')
        parts.append(_text(4, y + 4, f"{fifth * 20 * top:.3g} %", "#222"))
    step = next((step for step in (1, 5, 10, 20, 50) if high - low <= 12 * step), 100)
    ticks = [side for side in range(low, high + 1) if side % step == 0]
    parts += [_text(_x(side, low, high) - 8, HEIGHT - MARGIN + 16, str(side), "#222") for side in ticks]
    return "".join(parts)


def _x(side: int, low: int, high: int) -> float:
    return MARGIN + (WIDTH - 2 * MARGIN) * (side - low) / max(1, high - low)


def _y(share: float) -> float:
    """Return the height of a share of the chart's upper end."""
    return HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * share


def _text(x: float, y: float, words: str, colour: str) -> str:
    return (
        f'<text x="{x:.0f}" y="{y:.0f}" font-family="sans-serif" font-size="12" fill="{colour}">{escape(words)}</text>'
    )


def _svg(width: int, height: int, body: Sequence[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
    return f'{head}<rect width="100%" height="100%" fill="white"/>{"".join(body)}</svg>\n'
