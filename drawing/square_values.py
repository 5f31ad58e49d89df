"""A value on every square: distance tables and heat maps."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from drawing.canvas import MARGIN, Canvas, text
from drawing.numbers import plain
from drawing.style import CELL, STEPS_OF_SHADE, heat_style_sheet, number, shade
from engine.boards.board import Board

MAX_TEXTS = 2500
"""Boards of more squares are shaded only: texts could not be read."""

KEY_SQUARES = 8
"""Width of the key in squares of boards that are not much wider."""

Value = float | int | None


def heat_map_svg(
    board: Board,
    values: Sequence[Value],
    title: str,
    labels: Sequence[str] | None = None,
    *,
    tips: Sequence[str] | None = None,
    scale: tuple[float, float] | None = None,
    named: bool = True,
    marked: Sequence[int] = (),
) -> str:
    """Return the board with each square shaded by its value and labelled, by its value if `labels` are not given.

    None is a square without a value: it is grey and has no label. tips: what each square shows when it is pointed at.
    scale: the values of the lightest and the darkest shade, the least and the greatest value if not given; under the
    board a key shows the shades between them. marked: squares with a frame.
    named: whether rows and columns have their names beside the board.
    """
    known = [value for value in values if value is not None]
    low, high = scale or ((min(known), max(known)) if known else (0, 0))
    canvas = Canvas(board, title, labelled=named)
    canvas.add(heat_style_sheet())
    for square, value in enumerate(values):
        x, y = canvas.at(square)
        corner = f'x="{number(x - CELL / 2)}" y="{number(y - CELL / 2)}" width="{CELL}" height="{CELL}"'
        if value is None:
            canvas.add(f'<rect class="cv-void" {corner}/>')
            continue
        fill, ink = shade((value - low) / (high - low) if high > low else 0.0)
        tip = f"<title>{escape(tips[square])}</title>" if tips else ""
        canvas.add(f'<rect class="{fill}" {corner}>{tip}</rect>' if tip else f'<rect class="{fill}" {corner}/>')
        if board.size <= MAX_TEXTS:
            words = labels[square] if labels is not None else f"{value:g}"
            size = min(16.0, 0.9 * CELL / max(1.0, 0.6 * len(words)))
            canvas.add(text(x / CELL, y / CELL, words, size, ink))
    for square in marked:
        x, y = canvas.at(square)
        corner = f'x="{number(x - CELL / 2 + 1.5)}" y="{number(y - CELL / 2 + 1.5)}"'
        canvas.add(f'<rect class="cv-start" {corner} width="{CELL - 3}" height="{CELL - 3}"/>')
    if high > low:
        add_key(canvas, (plain(low), plain(high)))
    return canvas.svg()


def add_key(canvas: Canvas, ends: tuple[str, str]) -> None:
    """Draw the shades from the least to the greatest value under the board, with both values."""
    large = max(1.0, canvas.layout.width / KEY_SQUARES)
    wide, top = min(canvas.layout.width, KEY_SQUARES * large), canvas.layout.height + MARGIN + 0.25 * large
    left, step = (canvas.layout.width - wide) / 2, wide / (STEPS_OF_SHADE + 1)
    canvas.below = 1.35 * large
    for index in range(STEPS_OF_SHADE + 1):
        corner = f'x="{number((left + index * step) * CELL)}" y="{number(top * CELL)}"'
        size = f'width="{number(step * CELL + 0.5)}" height="{number(0.4 * large * CELL)}"'
        canvas.add(f'<rect class="cv-h{index}" {corner} {size}/>')
    for place, words, anchor in ((left, ends[0], "start"), (left + wide, ends[1], "end")):
        at = f'x="{number(place * CELL)}" y="{number((top + 0.85 * large) * CELL)}" font-size="{number(13 * large)}"'
        canvas.add(f'<text class="cv-label" {at} text-anchor="{anchor}">{escape(words)}</text>')
