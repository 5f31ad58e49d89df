"""Boards and tours as data."""

from __future__ import annotations

import json

from drawing.data import board_data, tour_data
from engine.boards.labels import parse_board
from tests.engine.tours.sample_tours import KNIGHT, some_tours


def test_a_board() -> None:
    """Squares with names and places, panels with runs; plain JSON."""
    data = board_data(parse_board("mask:#.#/###"))
    assert json.loads(json.dumps(data)) == data
    assert data["squares"][1] == {"square": [1, 3], "name": "c2", "x": 2.5, "y": 0.5}
    assert data["panels"] == [{"x": 0.0, "y": 0.0, "title": "", "runs": [[0, 0, 1], [0, 2, 1], [1, 0, 3]]}]
    assert (data["width"], data["height"]) == (3, 2)


def test_a_tour() -> None:
    """Squares in order and a line for every move."""
    board, tours = some_tours("3x4", KNIGHT, 1)
    data = tour_data(board, KNIGHT, tours[0], closed=False)
    assert json.loads(json.dumps(data)) == data
    assert data["squares"][0] == [1, 1]
    assert len(data["lines"]) == 11
    assert data["lines"][0][0][:2] == [0.5, 0.5]
