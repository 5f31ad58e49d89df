"""Masks: boards with squares removed, in every form in which they are given."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.boards.board import Board
from engine.boards.labels import parse_board
from engine.boards.masks import board_from_rows, board_from_squares, is_digest, without
from engine.errors import InvalidProblemError


def test_long_masks_have_a_digest() -> None:
    """A mask too long to be written out is named by a digest that depends on its squares and its surface."""
    rows = ["#" * 30] * 29 + ["#" * 29 + "."]
    flat, torus, other = board_from_rows(rows), board_from_rows(rows, "torus"), board_from_rows(rows[::-1])
    assert is_digest(flat.label)
    assert flat.label.startswith("mask:30x30-")
    assert torus.label.startswith("torus:30x30-")
    assert flat != other
    assert flat == without(parse_board("30x30"), [899])
    with pytest.raises(InvalidProblemError, match="by its rows"):
        parse_board(flat.label)


def test_masks_from_squares() -> None:
    """A list of squares, a list of removed squares and rows give the same board."""
    board = board_from_squares([[1, 1], [2, 3], [2, 1]])
    assert board.rows() == ["#..", "#.#"]
    assert board == without(parse_board("2x3"), [1, 2, 4]) == parse_board("mask:#../#.#")
    assert board.numbers.tolist() == [[0, -1, -1], [1, -1, 2]]


def test_layers() -> None:
    """A box, a glued box and the surface of a cube lose squares in each form, and show their rows as they are read."""
    holed = without(parse_board("2x2x3"), [4, 10])
    assert holed.label == "mask:###/#.#//###/#.#"
    assert holed.rows() == ["###", "#.#", "", "###", "#.#"]
    assert holed == board_from_rows(holed.rows()) == board_from_squares(holed.coordinates.tolist())
    assert without(parse_board("torus:3x3x3"), [13]).label == "torus:###/###/###//###/#.#/###//###/###/###"
    assert without(parse_board("1x3x3"), [4]) == board_from_rows(["", "", "###", "#.#", "###"])
    assert without(parse_board("1x3x3"), [4]) != without(parse_board("3x3"), [4])
    cube = without(parse_board("cube:5"), [0])
    assert cube.label.startswith("cube:6x5x5-")
    assert cube == board_from_rows(cube.rows(), "cube")


@pytest.mark.parametrize(
    ("make", "pointer"),
    [
        (lambda: board_from_rows(["##", "#"]), "/board/rows/1"),
        (lambda: board_from_rows(["##", "#?"]), "/board/rows/1"),
        (lambda: board_from_rows([".."]), "/board/rows"),
        (lambda: board_from_rows(["#" * 49], "torus"), "/board/rows"),
        (lambda: board_from_rows(["##"], "cube"), "/board/rows"),
        (lambda: board_from_squares([[1, 1], [1]]), "/board/squares/1"),
        (lambda: board_from_squares([[0, 1]]), "/board/squares/0"),
        (lambda: board_from_squares([]), "/board/squares"),
        (lambda: board_from_squares([[1, 1], [1, 1, 1]]), "/board/squares/1"),
        (lambda: board_from_squares([[1000] * 4]), "/board/squares"),
        (lambda: board_from_squares([[1, 1, 1], [49, 1, 1]], "torus"), "/board/squares"),
        (lambda: board_from_rows(["##", "", "##", "##"]), "/board/rows"),
        (lambda: board_from_rows(["", "##"]), "/board/rows"),
        (lambda: board_from_rows(["#", *[""] * 70, "#"]), "/board/rows"),
        (lambda: board_from_rows([*[""] * 70, "#"]), "/board/rows"),
        (lambda: board_from_rows(["##", "##", "", "##"], "cube"), "/board/rows"),
        (lambda: without(parse_board("2^7"), [0]), "/board/removed"),
        (lambda: without(parse_board("999x30x1"), [0]), "/board/removed"),
        (lambda: without(parse_board("2x2"), [0, 1, 2, 3]), "/board/removed"),
    ],
)
def test_refused_masks(make: Callable[[], Board], pointer: str) -> None:
    """A wrong mask is refused at the row or square that is wrong."""
    with pytest.raises(InvalidProblemError) as error:
        make()
    assert error.value.pointer == pointer
