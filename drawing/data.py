"""Boards and tours as data for other programs to draw: where everything lies, in units of squares."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from drawing.layout import layout_of, runs
from drawing.tour import lines_of
from engine.boards.board import Board
from engine.boards.squares import square_name


def board_data(board: Board) -> dict[str, Any]:
    """Return a board as a JSON object: its squares with the centre of each, and its panels with their runs of squares.

    x runs to the right, y down; a run is [row, first column, length] within its panel, from 0.
    """
    layout = layout_of(board)
    return {
        "board": board.label,
        "surface": board.surface,
        "shape": list(board.shape),
        "width": layout.width,
        "height": layout.height,
        "panels": [
            {"x": panel.x, "y": panel.y, "title": panel.title, "runs": [list(run) for run in runs(panel)]}
            for panel in layout.panels
        ],
        "squares": [
            {"square": board.square(number), "name": square_name(board, number), "x": x, "y": y}
            for number, (x, y) in enumerate(layout.centres.tolist())
        ],
    }


def tour_data(board: Board, piece: tuple[int, ...], tour: NDArray[np.integer], *, closed: bool) -> dict[str, Any]:
    """Return a tour as a JSON object: its squares in order and, for each move, the line or the two halves to draw."""
    lines = lines_of(board, piece, layout_of(board), tour, closed=closed)
    return {
        "board": board.label,
        "closed": closed,
        "squares": [board.square(int(number)) for number in tour],
        "lines": [[[*start, *end] for start, end in move] for move in lines],
    }
