"""Squares lie where a reader expects them."""

from __future__ import annotations

import numpy as np
import pytest

from drawing.layout import layout_of, runs
from engine.boards.labels import parse_board


@pytest.mark.parametrize("label", ["8x8", "torus:3x5", "heart", "cube:3", "3x4x5", "2x3x2x4", "2^6"])
def test_no_two_squares_share_a_place(label: str) -> None:
    """Squares are at least one square apart and inside the drawing."""
    board = parse_board(label)
    layout = layout_of(board)
    assert len({tuple(centre) for centre in layout.centres.tolist()}) == board.size
    gaps = np.abs(layout.centres[:, None] - layout.centres).max(axis=2)
    assert gaps[~np.eye(board.size, dtype=bool)].min() >= 1
    assert layout.centres.min() == 0.5
    assert (layout.centres.max(axis=0) + 0.5).tolist() == [layout.width, layout.height]


def test_a_rectangle_is_drawn_as_it_is_written() -> None:
    """Rows go down, columns to the right."""
    board = parse_board("3x5")
    assert layout_of(board).centres[board.index([2, 4])].tolist() == [3.5, 1.5]


def test_a_cube_is_drawn_as_its_net() -> None:
    """Face 1 lies above face 3, face 6 below it, faces 2 to 5 side by side."""
    board = parse_board("cube:2")
    panels = {panel.title: (panel.x, panel.y) for panel in layout_of(board).panels}
    assert panels["face 1"] == (2, 0)
    assert [panels[f"face {face}"] for face in (2, 3, 4, 5)] == [(0, 2), (2, 2), (4, 2), (6, 2)]
    assert panels["face 6"] == (2, 4)


def test_layers_of_boxes() -> None:
    """Three layers are side by side, four form a square, and the fourth dimension runs downwards."""
    assert [(p.x, p.y) for p in layout_of(parse_board("3x2x2")).panels] == [(0, 0), (3, 0), (6, 0)]
    assert [(p.x, p.y) for p in layout_of(parse_board("4x2x2")).panels] == [(0, 0), (3, 0), (0, 3), (3, 3)]
    assert [(p.x, p.y) for p in layout_of(parse_board("2x2x2x2")).panels] == [(0, 0), (3, 0), (0, 3), (3, 3)]


def test_runs_cover_the_squares() -> None:
    """The runs of the heart are its rows: two in each of the first two, one in the others."""
    [panel] = layout_of(parse_board("heart")).panels
    found = list(runs(panel))
    assert found[:4] == [(0, 2, 1), (0, 6, 1), (1, 1, 3), (1, 5, 3)]
    assert sum(length for _, _, length in found) == 51
    assert len(found) == 11
