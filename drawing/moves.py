"""A board with what a piece can do on it: its moves from one square, and what lies beyond glued sides."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from drawing.canvas import Canvas, text
from drawing.style import BLUE, CELL, ORANGE, hexadecimal
from drawing.tour import add_marker, lines_of, move_element
from engine.boards.board import Board
from engine.boards.move_graph import move_graph
from engine.boards.surfaces.glued import glued_targets
from language.translate import gettext

MAX_NAMED = 16
"""Glued rectangles with longer sides get no names in their squares and no neighbours around them."""

MAX_MOVES = 64
"""Pieces with more moves are not drawn: their lines could not be distinguished."""

AROUND = ((-1, 0), (1, 0), (0, -1), (0, 1))


def moves_svg(board: Board, piece: tuple[int, ...] | None) -> str:
    """Return the board with the piece's moves from the square nearest its middle; None draws the board alone.

    The squares beyond the sides of a glued rectangle are drawn around it, fainter, with their names.
    """
    unrolled = board.joining.is_glued and len(board.shape) == 2 and max(board.shape) <= MAX_NAMED
    canvas = Canvas(board, gettext("The board %(board)s", board=board.label), labelled=not unrolled)
    if unrolled:
        for element in _names(board):
            canvas.add(element)
    if piece is not None and (square := middle(canvas)) is not None:
        _add_moves(canvas, piece, square)
    return canvas.svg()


def middle(canvas: Canvas) -> int | None:
    """Return the square nearest the middle of the first panel, None on an empty board."""
    if not canvas.board.size:
        return None
    panel = canvas.layout.panels[0]
    rows, columns = panel.present.shape
    aim = np.array([panel.x + columns / 2 - 0.01, panel.y + rows / 2 + 0.01])
    return int(np.argmin(np.sum((canvas.layout.centres - aim) ** 2, axis=1)))


def _add_moves(canvas: Canvas, piece: tuple[int, ...], square: int) -> None:
    targets = [int(target) for target in move_graph(canvas.board, piece).neighbours[square] if target >= 0]
    if len(targets) > MAX_MOVES:
        return
    for target in targets:
        path = np.array([square, target], dtype=np.int32)
        (move,) = lines_of(canvas.board, piece, canvas.layout, path, closed=False)
        canvas.add(move_element(move, hexadecimal(BLUE)))
    for target in targets:
        add_marker(canvas, target, hexadecimal(ORANGE))
    add_marker(canvas, square, hexadecimal(BLUE))


def _names(board: Board) -> Iterator[str]:
    """Yield the names of the squares, and the squares beyond the sides with theirs."""
    shape = (board.shape[0], board.shape[1])
    for row, column in np.ndindex(shape):
        yield _name(row, column, row, column, shape)
    for down, right in AROUND:
        beyond = glued_targets(board.surface, shape, (down, right))
        for row, column in np.ndindex(shape):
            outside = not (0 <= row + down < shape[0] and 0 <= column + right < shape[1])
            if outside and beyond[row, column] >= 0:
                across, up = (column + right) * CELL, (row + down) * CELL
                yield f'<rect class="cv-beyond" x="{across}" y="{up}" width="{CELL}" height="{CELL}"/>'
                yield _name(row + down, column + right, *divmod(int(beyond[row, column]), shape[1]), shape)


def _name(row: int, column: int, named_row: int, named_column: int, shape: tuple[int, int]) -> str:
    size = 10.0 if max(shape) < 10 else 8.0
    return text(column + 0.5, row + 0.5, f"{named_row + 1},{named_column + 1}", size, "cv-label")
