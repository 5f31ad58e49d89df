"""Boards with bars, seen at an angle."""

from __future__ import annotations

from drawing.board_bars import board_bars_svg
from tests.drawing.parsed import elements


def test_every_square_has_its_bar() -> None:
    """Each bar is titled with square and value, and the greatest value has the tallest bar."""
    svg = board_bars_svg("a < b", [[0, 5], [10, 0]])
    told = [title.text for title in elements(svg, "title")]
    assert told == ["a < b", "square (1, 1): 0", "square (1, 2): 5", "square (2, 1): 10", "square (2, 2): 0"]
    walls = [path.get("d", "").replace("L", " ").replace("V", " ").split() for path in elements(svg, "path")][::3]
    assert [float(wall[3]) - float(wall[4]) for wall in walls] == [0, 70, 140, 0]
