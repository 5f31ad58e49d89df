"""The small search behind the pictures."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np

from api.dashboard.search_tree import random_walk, rows_of, trace
from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph

GRAPH = move_graph(parse_board("3x4"), (1, 2))
TOURS_FROM_CORNER = 2
"""Directed tours of 3x4 from a corner: 16 in all, two from each corner."""


def test_the_whole_tree_is_searched() -> None:
    """To the end it meets every tour, each step changes the depth by one, and every step down is a branch."""
    found = trace(GRAPH, 0, 10**6)

    assert found.tours == TOURS_FROM_CORNER
    assert set(np.abs(np.diff(found.depths))) == {1}
    assert sum(found.branches) == int((np.diff(found.depths) > 0).sum())
    assert len(found.deepest) == GRAPH.size


def test_walks_are_paths() -> None:
    """Moves of the piece, no square twice, and no move left at the end; the seed decides."""
    for careful in (False, True):
        path = random_walk(GRAPH, 0, random.Random(5), careful=careful)
        rows = rows_of(GRAPH)
        assert all(second in rows[first] for first, second in pairwise(path))
        assert len(set(path)) == len(path)
        assert set(rows[path[-1]]) <= set(path)
        assert path == random_walk(GRAPH, 0, random.Random(5), careful=careful)
