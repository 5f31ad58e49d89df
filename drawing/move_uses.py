"""The graph of a piece's moves, each drawn the wider and the stronger the more tours use it."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from operator import itemgetter

import numpy as np

from drawing.canvas import Canvas
from drawing.numbers import group_digits, percent
from drawing.path_lines import stretches
from drawing.square_values import add_key
from drawing.style import heat_style_sheet, line_style_sheet, number, shade
from drawing.tour import is_broken, polyline
from engine.boards.board import Board
from language.formats import figures
from language.translate import gettext

MAX_WIDTH, MIN_WIDTH = 9.0, 1.5
"""Width of a line, in units of the drawing."""

Move = tuple[int, int]


def move_uses_svg(board: Board, piece: tuple[int, ...], uses: Mapping[Move, int], tours: int) -> str:
    """Return the board with a line for each move: its width and shade are the share of the tours that use it.

    uses: the number of tours by move, a pair of squares. tours: how many in all. The pointer shows each number in full.
    """
    canvas = Canvas(board, gettext("Moves of the closed tours of %(board)s", board=board.label))
    canvas.add(heat_style_sheet() + line_style_sheet())
    shares = {move: used / tours for move, used in uses.items()}
    low, high = min(shares.values()), max(shares.values())
    for move, share in sorted(shares.items(), key=itemgetter(1)):
        (line,) = stretches(board, piece, canvas.layout, np.array(move))
        height = (share - low) / (high - low) if high > low else 1.0
        width = number((MIN_WIDTH + (MAX_WIDTH - MIN_WIDTH) * height) * canvas.weight)
        dashes = ' stroke-dasharray="5 6"' if is_broken(line) else ""
        tip = escape(f"{group_digits(uses[move])} ({figures(f'{100 * share:.2f} %')})")
        look = f'class="{shade(height)[0]}" stroke-width="{width}" stroke-linecap="round"{dashes}'
        canvas.add(f'<path {look} d="{polyline(line)}"><title>{tip}</title></path>')
    if high > low:
        add_key(canvas, (percent(low), percent(high)))
    return canvas.svg()
