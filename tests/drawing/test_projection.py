"""Boards in space: glued squares meet, and moves are arrows."""

from __future__ import annotations

import numpy as np
import pytest

from drawing.projection import _place, in_space, space_svg
from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.errors import InvalidProblemError
from tests.drawing.parsed import elements


@pytest.mark.parametrize(
    ("label", "one", "other"),
    [
        ("torus:5x6", (0.5, 2), (5.5, 2)), ("torus:5x6", (3, 0.5), (3, 6.5)), ("cylinder:5x6", (3, 0.5), (3, 6.5)),
        ("moebius:5x6", (2, 0.5), (4, 6.5)), ("moebius:5x6", (1, 0.5), (5, 6.5)),
    ],
)  # fmt: skip
def test_glued_sides_meet(label: str, one: tuple[float, float], other: tuple[float, float]) -> None:
    """A point on a side coincides with the point it is glued to; a strip is turned over."""
    points = _place(parse_board(label), np.array([one, other], dtype=float))
    np.testing.assert_allclose(points[0], points[1], atol=1e-12)


@pytest.mark.parametrize("label", ["torus:8x8", "cylinder:4x7", "moebius:4x9", "cube:3", "3x4x5"])
def test_arrows_are_the_moves(label: str) -> None:
    """The arrows are the moves from one square, the lines all moves of the board."""
    board = parse_board(label)
    graph = move_graph(board, (1, 2))
    svg = space_svg(board, (1, 2), 4)
    assert sum(path.get("marker-end") is not None for path in elements(svg, "path")) == graph.degrees[4]
    lines = [path for path in elements(space_svg(board, (1, 2), None), "path") if path.get("stroke-width") == "2"]
    assert len(lines) == graph.degrees.sum() // 2
    assert svg != space_svg(board, (1, 2), 4, turn=100)


@pytest.mark.parametrize("label", ["torus:3x4x5", "klein:4x4x4", "mask:####/#.##/####//####/####/####//##.#/####/####"])
def test_moves_of_glued_boxes_are_whole_or_halved(label: str) -> None:
    """Every move of a box has one line inside it, or two dashed halves over a glued side."""
    board = parse_board(label)
    graph = move_graph(board, (1, 2))
    lines = [path for path in elements(space_svg(board, (1, 2), None), "path") if path.get("stroke-width") == "2"]
    halves = sum(path.get("stroke-dasharray") is not None for path in lines)
    inside = move_graph(parse_board(board.label.replace("klein:", "").replace("torus:", "")), (1, 2)).edges
    assert len(lines) - halves == inside
    assert halves == 2 * (graph.edges - inside)
    svg = space_svg(board, (1, 2), 0)
    assert sum(path.get("marker-end") is not None for path in elements(svg, "path")) == graph.degrees[0]


@pytest.mark.parametrize("label", ["8x8", "klein:5x5", "projective:5x5", "2x2x2x2", "torus:2x2x2x2"])
def test_what_has_no_place_in_space(label: str) -> None:
    """A board that has no shape in space is refused."""
    assert not in_space(parse_board(label))
    with pytest.raises(InvalidProblemError, match="no picture"):
        space_svg(parse_board(label), (1, 2), 0)


def test_a_box_has_its_frame() -> None:
    """Twelve edges around the squares."""
    assert (
        sum(path.get("class") == "cv-edge" for path in elements(space_svg(parse_board("3x4x5"), (1, 2), 0), "path"))
        == 12
    )
