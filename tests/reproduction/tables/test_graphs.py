"""Figures of the board's moves compared with small ones by hand: a wrong print is refuted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from reproduction.registry import TABLES, choose_figures
from reproduction.report import compare


@pytest.mark.parametrize(
    ("table", "number", "wrong"),
    [
        ("jump_tables", 4, [9, 13, 18, 21]),
        ("jump_tables", 6, [1, 5, 17, 21, 26]),
        ("accesses_8x8", 3, [7, 4, 0, 1, 2, 3]),
        ("accesses_8x8", 1, "5"),
        ("accesses_8x8", 5, [2, 3]),
        ("array_moves", 0, [-10, -23, -25, -14, 10, 23, 25, 15]),
        ("degrees_8x8", 0, [[2, 3, 4, 4], [3, 4, 6, 6], [4, 6, 8, 8], [4, 6, 8, 7]]),
        ("path_bound_8x8", 0, 7.9e56),
    ],
)
def test_another_print_is_refuted(table: str, number: int, wrong: object) -> None:
    """The printed figure agrees, exactly or by rounding, and a figure that is one off does not."""
    figure = choose_figures(None, table)[table][number]
    assert compare(figure, TABLES[table], {}).verdict in ("equal", "within error")
    assert compare(replace(figure, value=wrong), TABLES[table], {}).verdict == "refuted"


def test_after_the_first_move() -> None:
    """The six squares around the square left have one move fewer, and the knight's own square has no number."""
    rows = choose_figures(None, "accesses_8x8")["accesses_8x8"]
    before, after = (compare(rows[at], TABLES["accesses_8x8"], {}).computed for at in (0, 2))
    assert before is not None
    assert after is not None
    cells = [(row, column) for row in range(8) for column in range(8)]
    changed = {
        (row + 1, column + 1): after.value[row][column]
        for row, column in cells
        if before.value[row][column] != after.value[row][column]
    }
    assert changed == {(1, 1): None, (1, 3): 3, (2, 4): 5, (4, 4): 7, (5, 3): 7, (5, 1): 3, (3, 2): 0}
