"""The graph has a line for each move and a dot for each square."""

from __future__ import annotations

import pytest

from drawing.graph import edges_of, graph_svg
from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.errors import InvalidProblemError
from tests.drawing.parsed import INKS, elements, uncoloured
from tests.reference.boards import squares_and_moves


@pytest.mark.parametrize(
    ("label", "piece"), [("4x5", (1, 2)), ("torus:5x6", (1, 3)), ("cube:3", (1, 2)), ("3x3x3", (1, 2))]
)
def test_every_move_once_and_every_degree(label: str, piece: tuple[int, ...]) -> None:
    """Each move has one line, and the dots show the degrees in order."""
    board = parse_board(label)
    _, moves = squares_and_moves(label, piece)
    pairs = {(a, b) for a, near in enumerate(moves) for b in near if a < b}
    assert set(map(tuple, edges_of(board, piece).tolist())) == pairs
    svg = graph_svg(board, piece)
    assert not uncoloured(svg)
    told = [text.text for text in elements(svg, "text") if text.get("class") in INKS]
    assert told == [str(degree) for degree in move_graph(board, piece).degrees.tolist()]
    assert sum(path.get("stroke-width") == "1.3" for path in elements(svg, "path")) == len(pairs)


def test_what_is_too_large_is_refused() -> None:
    """A board that is too large is refused, and the field is named."""
    with pytest.raises(InvalidProblemError) as caught:
        graph_svg(parse_board("100x100"), (1, 2))
    assert caught.value.pointer == "/board"


def test_a_graph_of_too_many_moves_is_refused() -> None:
    """A cube of 1,000 squares is refused for its moves: 30 layers of 288 moves each."""
    with pytest.raises(InvalidProblemError, match="8192 moves") as refused:
        edges_of(parse_board("10x10x10"), (0, 1, 2))
    assert refused.value.pointer == "/piece"
