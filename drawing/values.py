"""A value on every square: distance tables and heat maps."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from drawing.canvas import Canvas, text
from drawing.style import CELL, number, shade
from engine.boards.board import Board

MAX_TEXTS = 2500
"""Boards of more squares are shaded only: texts could not be read."""

Value = float | int | None


def heat_map_svg(
    board: Board,
    values: Sequence[Value],
    title: str,
    labels: Sequence[str] | None = None,
    *,
    told: Sequence[str] | None = None,
    scale: tuple[float, float] | None = None,
    named: bool = True,
) -> str:
    """Return the board with each square shaded by its value and labelled, by its value if `labels` are not given.

    None is a square without a value: it is grey and has no label. told: what each square says when it is pointed at.
    scale: the values of the lightest and the darkest shade, the least and the greatest value if not given.
    named: whether rows and columns have their names beside the board.
    """
    known = [value for value in values if value is not None]
    low, high = scale or ((min(known), max(known)) if known else (0, 0))
    canvas = Canvas(board, title, labelled=named)
    for square, value in enumerate(values):
        x, y = canvas.at(square)
        corner = f'x="{number(x - CELL / 2)}" y="{number(y - CELL / 2)}" width="{CELL}" height="{CELL}"'
        if value is None:
            canvas.add(f'<rect class="cv-void" {corner}/>')
            continue
        fill, ink = shade((value - low) / (high - low) if high > low else 0.0)
        tip = f"<title>{escape(told[square])}</title>" if told else ""
        canvas.add(f'<rect fill="{fill}" {corner}>{tip}</rect>' if tip else f'<rect fill="{fill}" {corner}/>')
        if board.size <= MAX_TEXTS:
            words = labels[square] if labels is not None else f"{value:g}"
            size = min(16.0, 0.9 * CELL / max(1.0, 0.6 * len(words)))
            canvas.add(text(x / CELL, y / CELL, words, size, fill=ink))
    return canvas.svg()


def distances_svg(board: Board, distances: Sequence[int | None], title: str) -> str:
    """Return a distance table: the fewest moves to each square, grey where there is no way."""
    return heat_map_svg(board, distances, title)
