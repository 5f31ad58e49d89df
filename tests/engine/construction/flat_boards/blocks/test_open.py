"""Open tours by blocks between given ends."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from engine.construction.flat_boards.blocks.open import open_tour
from tests.reference import construction as reference


def admissible(rows: int, columns: int, one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether two squares have the colours that the ends of a tour need."""
    colours = (sum(one) % 2, sum(other) % 2)
    return colours == (0, 0) if rows * columns % 2 else colours[0] != colours[1]


def test_random_pairs_of_ends() -> None:
    """Every pair of ends of the right colours must be joined on boards of 6 to 40 (20,000 pairs to 60: bench)."""
    random = Random(20)
    for _ in range(150):
        rows, columns = random.randint(6, 40), random.randint(6, 40)
        squares = [(r, c) for r in range(rows) for c in range(columns)]
        ends = random.sample(squares, 2)
        while not admissible(rows, columns, *ends):
            ends = random.sample(squares, 2)
        path = open_tour(rows, columns, *ends)
        assert path is not None
        assert reference.fault(rows, columns, path, closed=False) is None
        assert [divmod(int(path[i]), columns) for i in (0, -1)] == ends


@pytest.mark.parametrize(("rows", "columns", "pairs"), [(5, 5, 42), (5, 6, 178), (5, 7, 153), (7, 5, 153), (5, 9, 253)])
def test_all_pairs_of_five_rows(rows: int, columns: int, pairs: int) -> None:
    """The pairs joined on five rows must be as many as exact dynamic programming finds."""
    squares = [(r, c) for r in range(rows) for c in range(columns)]
    found = 0
    for start, end in combinations(squares, 2):
        if admissible(rows, columns, start, end):
            path = open_tour(rows, columns, start, end)
            if path is not None:
                assert reference.fault(rows, columns, path, closed=False) is None
                found += 1
    assert found == pairs


def test_an_inner_end_of_five_rows_needs_a_good_cut() -> None:
    """On 5 x 32 the square (3, 8) is a bad place in the plain cut; another cut must serve."""
    path = open_tour(5, 32, (2, 7), (1, 21))
    assert path is not None
    assert reference.fault(5, 32, path, closed=False) is None
