"""The order in which to collect squares: best up to sixteen, bounded beyond."""

from __future__ import annotations

from itertools import pairwise, permutations

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.distances import collecting_walk
from engine.distances.breadth_first import distances_from
from engine.distances.collecting_walk import collecting_order

Rows = NDArray[np.int64]


def squares_at_random(count: int, seed: int) -> tuple[Rows, Rows, Rows]:
    """Return knight's distances between `count` random squares of 20x20, from a start and to an end."""
    graph = move_graph(parse_board("20x20"), (1, 2))
    squares = np.random.default_rng(seed).choice(400, count + 2, replace=False)
    rows = np.array([distances_from(graph, int(square))[squares] for square in squares], dtype=np.int64)
    return rows[:count, :count], rows[count, :count], rows[count + 1, :count]


def length_of(order: list[int], between: Rows, start: Rows, end: Rows | None) -> int:
    """Add up the legs."""
    last = 0 if end is None else int(end[order[-1]])
    return int(start[order[0]]) + sum(int(between[a, b]) for a, b in pairwise(order)) + last


@pytest.mark.parametrize("count", [1, 2, 5, 7])
@pytest.mark.parametrize("with_end", [True, False])
def test_small_sets_are_solved_exactly(count: int, with_end: bool) -> None:
    """No order of up to seven squares is shorter than the one found."""
    between, start, end = squares_at_random(count, 7 * count)
    last = end if with_end else None
    found = collecting_order(between, start, last)
    best = min(length_of(list(order), between, start, last) for order in permutations(range(count)))
    assert found.length == found.lower_bound == best == length_of(found.order, between, start, last)


@pytest.mark.parametrize("with_end", [True, False])
def test_the_bound_and_the_order_enclose_the_truth(monkeypatch: pytest.MonkeyPatch, with_end: bool) -> None:
    """Where the exact length is known, the order found by improvement is no shorter and the bound no longer."""
    for seed in range(5):
        between, start, end = squares_at_random(12, seed)
        last = end if with_end else None
        exact = collecting_order(between, start, last).length
        monkeypatch.setattr(collecting_walk, "MAX_EXACT_SQUARES", 0)
        found = collecting_order(between, start, last)
        monkeypatch.undo()
        assert sorted(found.order) == list(range(12))
        assert found.length == length_of(found.order, between, start, last)
        assert found.lower_bound <= exact <= found.length
        assert found.lower_bound >= 0.85 * exact


def test_many_squares_get_an_honest_gap() -> None:
    """Thirty squares: the walk found is at most a fifth longer than the bound."""
    found = collecting_order(*squares_at_random(30, 1))
    assert found.lower_bound <= found.length <= 1.2 * found.lower_bound
