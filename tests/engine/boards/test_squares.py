"""Algebraic names: "a1" is bottom-left, on flat boards of at most 26 columns."""

from __future__ import annotations

import pytest

from engine.boards.labels import parse_board
from engine.boards.squares import by_name, has_names, parse_square, square_name, written_square
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
    """On other boards squares have no names, and the error for a name asks for coordinates."""
    board = parse_board(label)
    assert not has_names(board)
    assert square_name(board, 0) is None
    assert parse_square(board, board.square(3)) == 3
    with pytest.raises(InvalidProblemError, match="coordinates") as error:
        parse_square(board, "a1", "/starts/3")
    assert error.value.pointer == "/starts/3"


@pytest.mark.parametrize("label", ["8x8", "heart", "torus:3x5", "2x2x2", "cube:2", "2x30"])
def test_coordinates_as_text(label: str) -> None:
    """Every square is read back from its written form, a name or coordinates, with or without spaces."""
    board = parse_board(label)
    for number in range(board.size):
        for named in (True, False):
            assert parse_square(board, written_square(board, number, named=named)) == number
        assert parse_square(board, written_square(board, number, named=False).replace(",", ", ")) == number


def test_the_form_of_an_answer_follows_the_question() -> None:
    """An answer has coordinates as soon as one square of the question has them, and else names."""
    assert by_name(["a1", "h8", None])
    assert not by_name(["a1", "1, 1"])
    board = parse_board("8x8")
    assert [written_square(board, 0, named=named) for named in (True, False)] == ["a8", "1,1"]
    assert written_square(parse_board("torus:8x8"), 0) == "1,1"


@pytest.mark.parametrize(
    "name", ["", "a", "1a", "a0", "a9", "i1", "A1", "a1 ", "a01", "aa1", "0,1", "9,9", "1,1,1", "1,1\x1c,1", "1,\t1"]
)
def test_wrong_squares(name: str) -> None:
    """What names no square, or one beyond the board, is refused and quoted as it was written."""
    with pytest.raises(InvalidProblemError, match="square") as error:
        parse_square(parse_board("8x8"), name)
    assert repr(name) in error.value.message
