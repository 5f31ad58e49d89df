"""A walk's choice as a board: the onward moves of each unvisited square, A(i,j), and the squares that a rule allows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from drawing.canvas import Canvas, text
from drawing.style import BLUE, CELL, ORANGE, heat_style_sheet, hexadecimal, number, shade
from drawing.tour import add_marker, lines_of, move_element
from engine.boards.board import Board


def exits_svg(
    board: Board,
    piece: tuple[int, ...],
    path: Sequence[int],
    exits: Mapping[int, int],
    title: str,
    *,
    choices: Sequence[int] = (),
    best: Sequence[int] = (),
) -> str:
    """Return the board with the path so far and, on every unvisited square, its number of unvisited neighbours.

    choices: the squares that the piece may go to, ringed; best: those that the rule allows, ringed boldly.
    """
    canvas = Canvas(board, title)
    canvas.add(heat_style_sheet())
    most = max(exits.values(), default=1)
    for square, count in exits.items():
        x, y = canvas.at(square)
        fill, ink = shade(0.75 * count / max(1, most))
        corner = f'x="{number(x - CELL / 2)}" y="{number(y - CELL / 2)}" width="{CELL}" height="{CELL}"'
        canvas.add(f'<rect class="{fill}" {corner}/>')
        canvas.add(text(x / CELL, y / CELL, str(count), 15, ink))
    for move in lines_of(board, piece, canvas.layout, np.array(path), closed=False) if len(path) > 1 else ():
        canvas.add(move_element(move, hexadecimal(BLUE)))
    for square in choices:
        x, y = canvas.at(square)
        width = 4 if square in best else 1.5
        ring = f'r="{number(0.4 * CELL)}" fill="none" stroke="{hexadecimal(ORANGE)}" stroke-width="{width}"'
        canvas.add(f'<circle cx="{number(x)}" cy="{number(y)}" {ring}/>')
    add_marker(canvas, path[0], hexadecimal(BLUE))
    add_marker(canvas, path[-1], hexadecimal(ORANGE))
    return canvas.svg()
