"""Text tables are aligned and mark holes and squares out of reach."""

from __future__ import annotations

from drawing.text import board_text, distances_text, table_text
from engine.boards.labels import parse_board


def test_a_distance_table() -> None:
    """The knight's distances on 3x3, whose centre is out of reach."""
    table = distances_text(parse_board("3x3"), [0, 3, 2, 3, None, 1, 2, 1, 4])
    assert table == "0 3 2\n3 - 1\n2 1 4\n"


def test_holes_and_widths() -> None:
    """Columns are as wide as the widest text; removed squares are dots."""
    assert table_text(parse_board("mask:#.#/###"), ["1", "10", "3", "4", "5"]) == " 1  . 10\n 3  4  5\n"
    assert board_text(parse_board("mask:#.#/###")) == "# . #\n# # #\n"


def test_layers() -> None:
    """Layers stand one below the other."""
    assert table_text(parse_board("2x1x2"), ["1", "2", "3", "4"]) == "1 2\n\n3 4\n"
