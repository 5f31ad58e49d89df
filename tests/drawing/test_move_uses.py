"""The map of moves."""

from __future__ import annotations

import pytest

from drawing.move_uses import move_uses_svg
from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from tests.drawing.parsed import elements


def moves(label: str) -> list[tuple[int, int]]:
    """Return the knight's moves of a board."""
    lists = move_graph(parse_board(label), (1, 2)).lists
    return [(square, other) for square, row in enumerate(lists) for other in row if square < other]


@pytest.mark.parametrize("label", ["6x6", "torus:5x5", "cube:2", "3x3x3", "ring:5x5-2"])
def test_a_line_for_each_move(label: str) -> None:
    """Moves of many tours are drawn over those of few, and each shows its number."""
    uses = {move: 3 * place + 1000 for place, move in enumerate(moves(label))}
    svg = move_uses_svg(parse_board(label), (1, 2), uses, 4000)
    titles = [title.text or "" for title in elements(svg, "title")][1:]
    assert len(titles) == len(uses)
    assert titles[0] == "1,000 (25.00 %)"
    assert [int(title.split(" ")[0].replace(",", "")) for title in titles] == sorted(uses.values())
    assert "25.0 %" in svg
    assert "style=" not in svg, "pages allow no style attributes"


def test_width_and_shade_are_the_share() -> None:
    """The least used move is the lightest and thinnest, the most used one the darkest and widest."""
    few, many = elements(move_uses_svg(parse_board("2x3"), (1, 2), {(0, 5): 1, (2, 3): 3}, 4), "path")[-2:]
    assert [one.get("class") for one in (few, many)] == ["cv-h0", "cv-h20"]
    assert [one.get("stroke-width") for one in (few, many)] == ["1.5", "9"]


def test_equal_moves_need_no_key() -> None:
    """Moves that are used equally often need no key."""
    assert "%</text>" not in move_uses_svg(parse_board("2x3"), (1, 2), {(0, 5): 2, (2, 3): 2}, 4)
