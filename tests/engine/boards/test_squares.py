"""Algebraic names: "a1" is bottom-left, on flat boards of at most 26 columns."""

from __future__ import annotations

import pytest

from engine.boards.labels import parse_board
from engine.boards.squares import has_names, parse_square, square_name
from engine.errors import InvalidProblemError


@pytest.mark.parametrize("label", ["8x8", "3x26", "30x3", "heart"])
def test_there_and_back(label: str) -> None:
    """Every square's name leads back to it."""
    board = parse_board(label)
    names = [square_name(board, number) for number in range(board.size)]
    assert [parse_square(board, name or "") for name in names] == list(range(board.size))


def test_corners() -> None:
    """The corners of the chessboard are where chess players have them."""
    board = parse_board("8x8")
    assert [board.square(parse_square(board, name)) for name in ("a8", "h8", "a1", "h1")] == [
        [1, 1],
        [1, 8],
        [8, 1],
        [8, 8],
    ]


@pytest.mark.parametrize("label", ["3x27", "torus:8x8", "2x2x2", "cube:3"])
def test_boards_without_names(label: str) -> None:
    """Elsewhere squares have no names, and coordinates are asked for."""
    board = parse_board(label)
    assert not has_names(board)
    assert square_name(board, 0) is None
    assert parse_square(board, board.square(3)) == 3
    with pytest.raises(InvalidProblemError, match="coordinates") as error:
        parse_square(board, "a1", "/starts/3")
    assert error.value.pointer == "/starts/3"


@pytest.mark.parametrize("name", ["", "a", "1a", "a0", "a9", "i1", "A1", "a1 ", "a01", "aa1"])
def test_wrong_names(name: str) -> None:
    """A name that is none, or lies beyond the board, is refused and quoted."""
    with pytest.raises(InvalidProblemError, match="square"):
        parse_square(parse_board("8x8"), name)
