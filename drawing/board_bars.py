"""A board seen at an angle, with a bar on each square."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from drawing.style import number
from language.translate import gettext

WIDTH, TOP = 720, 190
BAR, TALLEST = 30, 140
LEFT_FACE, RIGHT_FACE, ROOF = "#1b6fc8", "#12508f", "#8fc1ee"


def board_bars_svg(title: str, rows: Sequence[Sequence[int]]) -> str:
    """Draw a board seen from above one corner, with a bar on each square as high as its value."""
    highest = max(max(row) for row in rows) or 1
    bars = [
        _bar(WIDTH / 2 + (c - r) * BAR, TOP + (c + r) * BAR / 2, TALLEST * value / highest, (r, c), value)
        for r, row in enumerate(rows)
        for c, value in enumerate(row)
    ]
    height = TOP + (len(rows) + len(rows[0])) * BAR // 2 + 30
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" role="img" '
        f'aria-label="{escape(title, quote=True)}"><title>{escape(title)}</title>{"".join(bars)}</svg>'
    )


def _bar(x: float, y: float, tall: float, square: tuple[int, int], value: int) -> str:
    half, (left, middle, right) = BAR / 2, map(number, (x - BAR, x, x + BAR))
    foot, face, low, high = map(number, (y, y + half, y + half - tall, y - tall))
    faces = (
        (f"M{left} {foot}L{middle} {face}V{low}L{left} {high}Z", LEFT_FACE),
        (f"M{right} {foot}L{middle} {face}V{low}L{right} {high}Z", RIGHT_FACE),
        (f"M{left} {high}L{middle} {number(y - half - tall)}L{right} {high}L{middle} {low}Z", ROOF),
    )
    drawn = "".join(f'<path d="{path}" fill="{fill}" stroke="#fff8"/>' for path, fill in faces)
    tip = f"<title>{escape(gettext('square'))} ({square[0] + 1}, {square[1] + 1}): {value}</title>"
    return f'<g>{tip}{drawn}<text x="{number(x - 9)}" y="{number(y - tall + 4)}" font-size="12">{value}</text></g>'
