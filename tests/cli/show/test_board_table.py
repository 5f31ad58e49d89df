"""Per-square figures laid out as boards."""

from __future__ import annotations

import io

from rich.console import Console
from rich.table import Table

from cli.show.board_table import square_tables


def text_of(*tables: Table) -> str:
    """Return the tables as they are printed."""
    console = Console(width=100, file=io.StringIO(), record=True)
    for table in tables:
        console.print(table)
    return console.export_text()


def test_flat_boards_keep_their_shape() -> None:
    """Row and column of a figure are those of its square; squares without one stay empty."""
    squares = [{"square": [1, 1], "tours": "304"}, {"square": [2, 3], "tours": "1000"}]
    lines = [line for line in text_of(*square_tables(squares)).splitlines() if line.strip()]
    assert lines[0].strip() == "tours by start square"
    assert lines[1].split() == ["1", "2", "3"]
    assert lines[3].split() == ["1", "304"]
    assert lines[4].split() == ["2", "1,000"]


def test_one_table_for_each_quantity_present() -> None:
    """Quantities that no square has make no table."""
    squares = [{"square": [1, 1], "tours": "1", "closed": None, "nodes": "2"}]
    assert [table.title for table in square_tables(squares)] == [
        "tours by start square",
        "squares entered by start square",
    ]


def test_other_boards_are_listed() -> None:
    """Squares with three coordinates, and boards too wide for a screen, become a list."""
    for square in ([1, 1, 2], [1, 27]):
        (table,) = square_tables([{"square": square, "tours": "5"}])
        assert ",".join(map(str, square)) in text_of(table)


def test_nothing_to_show() -> None:
    """No squares, no tables."""
    assert square_tables([]) == []
