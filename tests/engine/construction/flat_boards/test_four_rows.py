"""Four rows."""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.construction.flat_boards.four_rows import four_rows_tour
from tests.reference import construction as reference


@pytest.mark.parametrize(("columns", "pairs"), [(2, 0), (3, 7), (4, 0), (5, 18), (6, 32), (7, 49), (8, 64), (12, 144)])
def test_feasible_pairs(columns: int, pairs: int) -> None:
    """The number of pairs of ends joined must be the exact one: n^2 from n = 7 on (source: dynamic programming)."""
    squares = [(r, c) for r in range(4) for c in range(columns)]
    found = 0
    for start, end in combinations(squares, 2):
        path = four_rows_tour(columns, start, end)
        if path is not None:
            assert reference.fault(4, columns, path, closed=False) is None
            assert [divmod(int(path[i]), columns) for i in (0, -1)] == [start, end]
            found += 1
    assert found == pairs


def test_long_strips() -> None:
    """The tour of a long strip must be sound; ends of one colour lie in one copy and are refused."""
    path = four_rows_tour(1500, (3, 33), (0, 1201))
    assert path is not None
    assert reference.fault(4, 1500, path, closed=False) is None
    assert four_rows_tour(1500, (3, 33), (0, 1202)) is None
