"""Empty boards: their squares, borders and labels."""

from __future__ import annotations

import pytest

from drawing.canvas import Canvas
from engine.boards.labels import parse_board
from tests.drawing.parsed import elements


def outlines(label: str) -> list[str]:
    """Return the kinds of border lines."""
    found = [path.get("class", "") for path in elements(Canvas(parse_board(label), "").svg(), "path")]
    return [name for name in found if name in ("cv-edge", "cv-glued")]


@pytest.mark.parametrize(
    ("label", "borders"),
    [
        ("3x4", ["cv-edge"]),
        ("torus:3x4", ["cv-glued"]),
        ("cylinder:3x4", ["cv-edge", "cv-glued"]),
        ("klein:3x4", ["cv-glued"]),
        ("cube:2", ["cv-glued"] * 6),
        ("2x3x3", ["cv-edge"] * 2),
        ("heart", []),
    ],
)
def test_borders_tell_hard_from_glued(label: str, borders: list[str]) -> None:
    """Hard borders are lines and glued ones dashes; a mask has no border besides its squares."""
    assert outlines(label) == borders


def test_labels() -> None:
    """A chess board has files and ranks, a torus numbers, layers their titles, and a large board no labels."""
    words = {
        label: [text.text for text in elements(Canvas(parse_board(label), "").svg(), "text")]
        for label in ("2x3", "torus:2x2", "2x2x2", "50x50")
    }
    assert words == {
        "2x3": ["a", "b", "c", "2", "1"],
        "torus:2x2": ["1", "2", "1", "2"],
        "2x2x2": ["layer 1", "layer 2"],
        "50x50": [],
    }


def test_drawings_are_small_and_the_same_every_time() -> None:
    """An empty 8x8 takes less than 4 kB and is drawn twice with equal bytes."""
    board = parse_board("8x8")
    assert Canvas(board, "").svg() == Canvas(board, "").svg()
    assert len(Canvas(board, "").svg()) < 4000
