"""A tour drawn move by move: the knight's place after each move."""

from __future__ import annotations

import re

import numpy as np
import pytest

from drawing.canvas import Canvas
from drawing.step_by_step import stepped_tour_svg
from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph

PATHS = {"5x5": "flat", "torus:5x5": "glued", "cube:2": "folded", "3x3x3": "in layers"}


@pytest.mark.parametrize("label", PATHS)
@pytest.mark.parametrize("closed", [False, True])
def test_every_square_of_the_path_is_told(label: str, closed: bool) -> None:
    """Each square of the path has the centre as its place, and a closed path returns to its start."""
    board = parse_board(label)
    piece = (1, 2)
    graph = move_graph(board, piece)
    start = next(square for square in range(board.size) if graph.degrees[square] > 0)
    path = np.array([start, int(graph.neighbours[start][0])])

    drawn = stepped_tour_svg(board, piece, path, closed=closed)

    found = re.search(r'data-squares="([^"]*)"', drawn)
    assert found is not None
    places = [tuple(map(float, place.split(","))) for place in found[1].split(" ")]
    canvas = Canvas(board, "")
    assert places == [canvas.at(int(square)) for square in (*path, *([path[0]] if closed else []))]
