"""The moves onward from each square, and the squares that a rule may choose."""

from __future__ import annotations

from drawing.onward_moves import exits_svg
from engine.boards.labels import parse_board
from tests.drawing.parsed import INKS, elements, uncoloured


def test_numbers_and_rings() -> None:
    """Each unvisited square has a number, each choice a ring, and the best a bold ring."""
    svg = exits_svg(parse_board("3x3"), (1, 2), [0, 5], {1: 2, 6: 1, 3: 0}, "Ways on", choices=[6, 1], best=[6])
    assert not uncoloured(svg)
    assert sorted(text.text or "" for text in elements(svg, "text") if text.get("class") in INKS) == ["0", "1", "2"]
    rings = [circle.get("stroke-width") for circle in elements(svg, "circle") if circle.get("stroke")]
    assert rings == ["4", "1.5"]
