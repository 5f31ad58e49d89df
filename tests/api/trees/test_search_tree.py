"""The small search behind the pictures."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np

from api.trees.search_tree import exits_of, random_walk, rows_of, trace, tree_of
from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph

GRAPH = move_graph(parse_board("3x4"), (1, 2))
TOURS_FROM_CORNER = 2
"""Directed tours of 3x4 from a corner: 16 in all, two from each corner."""


def test_the_whole_tree_is_searched() -> None:
    """A complete search meets every tour, changes the depth by one a step, and counts each step down as a branch."""
    found = trace(GRAPH, 0, 10**6)

    assert found.tours == TOURS_FROM_CORNER
    assert set(np.abs(np.diff(found.depths))) == {1}
    assert sum(found.branches) == int((np.diff(found.depths) > 0).sum())
    assert len(found.deepest) == GRAPH.size


def test_walks_are_paths() -> None:
    """A walk visits no square twice and ends where no move is left; the seed determines it."""
    for careful in (False, True):
        path = random_walk(GRAPH, 0, random.Random(5), careful=careful)
        rows = rows_of(GRAPH)
        assert all(second in rows[first] for first, second in pairwise(path))
        assert len(set(path)) == len(path)
        assert set(rows[path[-1]]) <= set(path)
        assert path == random_walk(GRAPH, 0, random.Random(5), careful=careful)


def test_the_whole_tree_has_every_path() -> None:
    """In either order the tree has a node for each path from the corner, two tours and no open node."""

    def below(path: list[int]) -> int:
        rows = rows_of(GRAPH)
        return 1 + sum(below([*path, square]) for square in rows[path[-1]] if square not in path)

    for in_depth in (False, True):
        tree = tree_of(GRAPH, 0, 10**6, in_depth=in_depth)
        assert len(tree.parents) == below([0])
        assert sum(tree.whole) == TOURS_FROM_CORNER
        assert not any(tree.open_)
        assert all(parent < node for node, parent in enumerate(tree.parents))


def test_a_part_of_a_tree_is_open() -> None:
    """A tree has at most the given number of nodes; with the rule it has fewer branches."""
    part, ruled = tree_of(GRAPH, 0, 9, in_depth=False), tree_of(GRAPH, 0, 10**6, in_depth=False, careful=True)
    assert len(part.parents) <= 9
    assert any(part.open_)
    assert len(ruled.parents) < len(tree_of(GRAPH, 0, 10**6, in_depth=False).parents)


def test_ways_on_are_counted() -> None:
    """Each unvisited square has the number of its unvisited neighbours."""
    path = [0, 6, 8]
    exits = exits_of(GRAPH, path)
    assert set(exits) == set(range(12)) - set(path)
    assert all(count == len(set(rows_of(GRAPH)[square]) - set(path)) for square, count in exits.items())
