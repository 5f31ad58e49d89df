"""The smallest combination of moves is as long as the shortest walk on a board large enough."""

from __future__ import annotations

import numpy as np
import pytest

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.boards.piece import directions_of
from engine.distances.breadth_first import distances_from
from engine.distances.fewest_moves import fewest_moves


@pytest.mark.parametrize("piece", [(1, 2), (1, 3), (2, 3), (1, 1)])
def test_it_agrees_with_breadth_first_search(piece: tuple[int, ...]) -> None:
    """Displacements up to 8 take as many moves as from the middle of 61x61, whose border is too far to matter."""
    board = parse_board("61x61")
    distance = distances_from(move_graph(board, piece), board.index([31, 31]))
    directions = directions_of(piece, 2)
    for row in range(9):
        for column in range(row + 1):
            found = fewest_moves(directions, (row, column))
            expected = int(distance[board.index([31 + row, 31 + column])])
            assert (-1 if found is None else found.lower_bound) == expected
            if found is not None:
                assert found.counts is not None
                assert found.counts.sum() == expected
                assert (np.array(directions).T @ found.counts).tolist() == [row, column]
                assert found.counts.min() >= 0


def test_far_displacements() -> None:
    """A knight needs at least a third of the two coordinates together, and at least half of the larger one."""
    found = fewest_moves(directions_of((1, 2), 2), (9000, 9000))
    assert found is not None
    assert found.lower_bound == 6000
    assert found.counts is not None
    assert found.counts.sum() == 6000


@pytest.mark.parametrize("piece", [(1, 2, 3), (1, 1, 4), (1, 3, 4), (1, 2, 5), (1, 2, 3, 4)])
def test_what_no_walk_makes_is_decided_before_the_search(piece: tuple[int, ...]) -> None:
    """A displacement against the parity of a piece has no solution, found without a search, which would never end."""
    dimensions = len(piece)
    assert fewest_moves(directions_of(piece, dimensions), [1] + [0] * (dimensions - 1)) is None


def test_no_more_time_than_given() -> None:
    """A hard displacement of a piece with 384 directions, stopped early: the bound holds, a solution may be missing."""
    found = fewest_moves(directions_of((1, 2, 3, 4), 4), [1, 1, 1, 1], seconds=0.01)
    assert found is not None
    assert found.counts is None
    assert 0 <= found.lower_bound <= 2
