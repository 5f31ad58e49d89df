"""The drawing of per-square counts."""

from __future__ import annotations

from api.dashboard.board import draw, quantities
from engine.specification.result import SquareStatistics


def test_squares_lie_where_their_coordinates_say() -> None:
    """Row and column become y and x; the largest count is darkest, none is blank."""
    squares = [
        SquareStatistics(square=[1, 1], tours="0"),
        SquareStatistics(square=[1, 2], tours="5"),
        SquareStatistics(square=[2, 1], tours="10"),
    ]
    drawing = draw(squares, "tours")

    assert drawing is not None
    assert (drawing.rows, drawing.columns) == (2, 2)
    assert [(cell.row, cell.column, cell.value) for cell in drawing.cells] == [(0, 0, "0"), (0, 1, "5"), (1, 0, "10")]
    assert [cell.shade for cell in drawing.cells] == [0.0, 0.54, 1.0]


def test_boards_that_are_not_flat_are_not_drawn() -> None:
    """A box has no single sheet to be drawn on."""
    assert draw([SquareStatistics(square=[1, 1, 1], tours="1")], "tours") is None
    assert draw([], "tours") is None


def test_only_quantities_that_there_are() -> None:
    """A quantity that no square has is not offered."""
    assert quantities([SquareStatistics(square=[1, 1], nodes="3")]) == ["nodes"]
