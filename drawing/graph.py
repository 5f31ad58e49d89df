"""The graph of a piece's moves: a dot for each square, labelled and shaded by its degree, and a line for each move."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from drawing.canvas import Canvas, text
from drawing.path_lines import stretches
from drawing.style import CELL, SHADES, heat_style_sheet, hexadecimal, number, shade
from drawing.tour import polyline
from engine.boards.board import Board
from engine.boards.move_graph import move_graph
from engine.boards.piece import piece_key
from engine.errors import InvalidProblemError
from language.translate import gettext

MAX_SQUARES = 1024
MAX_EDGES = 8192
LINE = hexadecimal(SHADES[2])


def edges_of(board: Board, piece: tuple[int, ...]) -> NDArray[np.int32]:
    """Return each pair of squares one move apart once, int32 (k, 2); InvalidProblemError beyond what is drawn."""
    if board.size > MAX_SQUARES:
        raise InvalidProblemError("/board", f"the graphs of boards of at most {MAX_SQUARES} squares are drawn")
    neighbours = move_graph(board, piece).neighbours
    pairs = np.array(
        [(square, int(other)) for square, row in enumerate(neighbours) for other in row if other > square],
        dtype=np.int32,
    ).reshape(-1, 2)
    if len(pairs) > MAX_EDGES:
        raise InvalidProblemError("/piece", f"graphs of at most {MAX_EDGES} moves are drawn")
    return pairs


def graph_svg(board: Board, piece: tuple[int, ...]) -> str:
    """Return the drawing: moves over glued edges and between layers as two halves, squares with their degrees."""
    pairs = edges_of(board, piece)
    leap = piece_key(piece)
    title = gettext("The graph of the moves of (%(piece)s) on %(board)s, with degrees", piece=leap, board=board.label)
    canvas = Canvas(board, title)
    canvas.add(heat_style_sheet())
    degrees = move_graph(board, piece).degrees
    for pair in pairs:
        for move in stretches(board, piece, canvas.layout, pair):
            dashes = ' stroke-dasharray="3 4"' if len(move) > 1 else ""
            canvas.add(f'<path fill="none" stroke="{LINE}" stroke-width="1.3"{dashes} d="{polyline(move)}"/>')
    most = max(1, int(degrees.max(initial=0)))
    for square, degree in enumerate(degrees.tolist()):
        x, y = canvas.at(square)
        fill, ink = shade(degree / most)
        canvas.add(f'<circle class="cv-ring {fill}" cx="{number(x)}" cy="{number(y)}" r="{number(0.24 * CELL)}"/>')
        canvas.add(text(x / CELL, y / CELL, str(degree), 11, ink))
    return canvas.svg()
