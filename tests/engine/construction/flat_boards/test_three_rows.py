"""Three rows."""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.construction.flat_boards.three_rows import three_rows_tour
from tests.reference import construction as reference


@pytest.mark.parametrize(
    ("columns", "pairs"),
    [(1, 0), (2, 0), (3, 0), (4, 7), (5, 0), (6, 0), (7, 17), (8, 72), (9, 50), (10, 147)],
)
def test_feasible_pairs(columns: int, pairs: int) -> None:
    """The number of pairs of ends joined must be the one that exact dynamic programming over all pairs finds."""
    squares = [(r, c) for r in range(3) for c in range(columns)]
    found = 0
    for start, end in combinations(squares, 2):
        path = three_rows_tour(columns, start, end)
        if path is not None:
            assert reference.fault(3, columns, path, closed=False) is None
            assert [divmod(int(path[i]), columns) for i in (0, -1)] == [start, end]
            found += 1
    assert found == pairs


@pytest.mark.parametrize("columns", range(3, 60))
def test_closed_tours_exist_where_schwenk_says(columns: int) -> None:
    """3 x n has a closed tour (a tour from the corner to its neighbour) iff n is even and at least 10."""
    path = three_rows_tour(columns, (0, 0), (1, 2))
    assert (path is not None) == (columns % 2 == 0 and columns >= 10)
    if path is not None:
        assert reference.fault(3, columns, path, closed=True) is None


def test_long_strips() -> None:
    """Far from its ends the sweep repeats itself; the tour of a long strip must be sound all the same."""
    path = three_rows_tour(2001, (0, 700), (2, 1402))
    assert path is not None
    assert reference.fault(3, 2001, path, closed=False) is None
