"""Text grids of numbers: read in all usual forms, written and read back, or refused."""

from __future__ import annotations

import random

import pytest

from engine.boards.labels import parse_board
from engine.errors import InvalidProblemError
from engine.kinds.complete.grids import grid_of, read_grid

APART = "1 . .\n. 6 12\n"
WAYS = {
    "apart": APART,
    "with blank lines": "\n1 . .\n\n. 6 12\n\n",
    "any signs": "1 - ?\n0 6 12",
    "mixed separators": "| 1 | _ | 0 |\n| ? , 6 ; 12 |",
    "on one line": "1 . . . 6 12",
    "ruled": "+----+----+----+\n|  1 |    |    |\n+----+----+----+\n|    |  6 | 12 |\n+----+----+----+\n",
    "ruled with few empty cells": "+--+--+--+\n|1 |. |. |\n+--+--+--+\n|. |6 |12|\n+--+--+--+",
    "Markdown": "| 1 | | |\n|---|:-:|---|\n| | 6 | 12 |",
    "without outer bars": "1 |   |\n---+---+---\n  | 6 | 12",
    "lines drawn": "┌──┬──┬──┐\n│1 │  │  │\n├──┼──┼──┤\n│  │6 │12│\n└──┴──┴──┘",
    "heavy lines": "╔══╦══╦══╗\n║1 ║  ║  ║\n╠══╬══╬══╣\n║  ║6 ║12║\n╚══╩══╩══╝",
    "a sheet": "1\t\t\n\t6\t12\n",
    "CSV": "1,,\r\n,6,12\r\n",
    "semicolons": "1;;\n;6;12",
}


@pytest.mark.parametrize("text", WAYS.values(), ids=WAYS)
def test_ways_to_write_one_grid(text: str) -> None:
    """All forms of one grid of 2x3 have the same numbers."""
    assert read_grid(parse_board("2x3"), text) == [(0, 1), (4, 6), (5, 12)]


@pytest.mark.parametrize("text", ["1....\n..7..\n.....\n-----\n____2", "  1____\n  __7__\n\n  .....\n  00000\n  ....2"])
def test_cells_together(text: str) -> None:
    """Without separators each sign is a cell, and a row of dashes is a row of empty cells."""
    assert read_grid(parse_board("5x5"), text) == [(0, 1), (7, 7), (24, 2)]


def test_an_empty_row_of_a_sheet_is_a_row() -> None:
    """A row of tabs alone is a row of empty cells."""
    assert read_grid(parse_board("3x3"), "1\t\t\n\t\t\n\t\t2\n") == [(0, 1), (8, 2)]


def test_layers_stand_one_after_the_other() -> None:
    """A box has as many lines as its layers have rows."""
    assert read_grid(parse_board("2x2x3"), "1..\n...\n\n..2\n...") == [(0, 1), (8, 2)]


def test_grids_go_there_and_back() -> None:
    """A written grid is read back as the same numbers, on boards with holes and boxes too."""
    rng = random.Random(1)
    for label in ("3x4", "ring:5x5-1", "3x3x2", "1x5", "5x1"):
        board = parse_board(label)
        squares = rng.sample(range(board.size), 5)
        at = dict(zip(squares, rng.sample(range(board.size), 5), strict=True))
        assert sorted(read_grid(board, grid_of(board, at))) == sorted((square, time + 1) for square, time in at.items())


def test_no_number_stands_in_a_hole() -> None:
    """The grid of a ring has its hole, which takes a sign and no number."""
    with pytest.raises(InvalidProblemError, match="the number 7 stands where the board has no square"):
        read_grid(parse_board("ring:3x3-1"), "1 . .\n. 7 .\n. . .")


@pytest.mark.parametrize(
    ("text", "found"),
    [("1 . .", 3), ("1..\n..\n", 5), ("12\n34\n", 4), ("| 1 | 2 |\n| 3 | 4 |", 4), ("1,2\n3,4", 4), ("", 0)],
)
def test_another_shape_is_refused(text: str, found: int) -> None:
    """The error says how many numbers and dots were found."""
    with pytest.raises(InvalidProblemError, match=f"a grid of 2 x 3 has 6 numbers or dots, this one {found}$"):
        read_grid(parse_board("2x3"), text)


def test_long_numbers_are_refused() -> None:
    """A number that no board has is told as such, however long."""
    with pytest.raises(InvalidProblemError, match="more than 9 digits"):
        read_grid(parse_board("1x2"), "1 12345678901234567890")
