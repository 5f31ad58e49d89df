"""Sweeping strips."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from engine.construction.flat_boards.strip import Strip, strip_path
from tests.reference import construction as reference

STRIPS = [
    Strip(1, ((0, 1, 0), (0, 2, 0))),
    Strip(2, ((0, 1, 1), (1, 1, 0), (0, 2, 1), (1, 2, 0))),
    Strip(2, ((0, 1, 0), (1, 1, 1), (0, 1, 1), (1, 2, 0))),
    Strip(3, ((0, 1, 2), (2, 1, 0), (0, 2, 1), (1, 2, 0), (1, 2, 2), (2, 2, 1))),
]


@pytest.mark.parametrize("strip", STRIPS)
def test_agrees_with_dynamic_programming(strip: Strip) -> None:
    """For every pair of ends of a short strip, a path must be found exactly where one exists, and be one."""
    for columns in range(1, 13 // strip.slots):
        squares = list(product(range(strip.slots), range(columns)))
        number = {square: index for index, square in enumerate(squares)}
        lists: list[list[int]] = [[] for _ in squares]
        for (left, span, right), column in product(strip.moves, range(columns)):
            if column >= span:
                one, other = number[left, column - span], number[right, column]
                lists[one].append(other)
                lists[other].append(one)
        for start, end in combinations(squares, 2):
            path = strip_path(strip, columns, (start, end))
            assert (path is not None) == reference.has_path(lists, number[start], number[end])
            if path is not None:
                edges = [(number[a, b], number[c, d]) for a, b, c, d in path.edges().tolist()]
                assert len(edges) == len(squares) - 1
                assert all(other in lists[one] for one, other in edges)
