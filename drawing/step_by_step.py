"""A tour drawn move by move, each line and number on its own, so that a script can show as many as it likes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from drawing.canvas import Canvas
from drawing.style import number
from drawing.tour import add_ends, add_numbers, colour_of, lines_of, move_element, tour_title
from engine.boards.board import Board

MAX_STEPPED = 400
"""Larger tours are shown as pictures: a page with all their lines would be heavy."""


def stepped_tour_svg(board: Board, piece: tuple[int, ...], tour: NDArray[np.integer], *, closed: bool) -> str:
    """Return the drawing: the group `walk` holds one path for each move in order, then the numbers and the ends.

    The group's `data-squares` has the centres of the squares in the order of the tour, "x,y" each, in the drawing's
    units; a closed tour ends with the one it began with.
    """
    canvas = Canvas(board, tour_title(board, closed=closed))
    lines = lines_of(board, piece, canvas.layout, tour, closed=closed)
    last = max(1, len(lines) - 1)
    moves = "".join(move_element(move, colour_of(index / last, closed=closed)) for index, move in enumerate(lines))
    path = [*tour.tolist(), int(tour[0])] if closed else tour.tolist()
    squares = " ".join(",".join(map(number, canvas.at(square))) for square in path)
    canvas.add(f'<g class="walk" data-squares="{squares}">{moves}</g><g class="numbers">')
    add_numbers(canvas, tour)
    canvas.add("</g>")
    add_ends(canvas, tour, closed=closed)
    return canvas.svg()
