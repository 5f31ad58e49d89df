"""Breadth-first distances and paths agree with an outside library, in one go or in pieces."""

from __future__ import annotations

from itertools import pairwise

import networkx as nx
import numpy as np
import pytest

from engine.boards.labels import parse_board
from engine.boards.move_graph import MoveGraph, move_graph
from engine.distances.breadth_first import UNREACHED, BreadthFirstSearch, distances_from, shortest_path

CASES = [("3x3", (1, 2)), ("8x8", (1, 2)), ("klein:5x6", (1, 2)), ("cube:3", (1, 3)), ("4x4x4", (1, 2, 3))]


def outside(graph: MoveGraph) -> nx.Graph:
    """Return the same graph for networkx."""
    rows = {square: row[row >= 0].tolist() for square, row in enumerate(graph.neighbours)}
    return nx.from_dict_of_lists(rows)


@pytest.mark.parametrize(("label", "piece"), CASES)
def test_distances_agree_with_networkx(label: str, piece: tuple[int, ...]) -> None:
    """From the first and the last square, every distance is the one that networkx finds."""
    graph = move_graph(parse_board(label), piece)
    for source in (0, graph.size - 1):
        expected = nx.single_source_shortest_path_length(outside(graph), source)
        assert distances_from(graph, source).tolist() == [
            expected.get(square, UNREACHED) for square in range(graph.size)
        ]


def test_pieces_and_checkpoints_change_nothing() -> None:
    """A search advanced by single squares and restored from its checkpoint at every step ends the same."""
    graph = move_graph(parse_board("6x7"), (1, 2))
    search = BreadthFirstSearch(graph, 5)
    while not search.is_finished:
        assert search.advance(1) == 1
        state, search = search.checkpoint(), BreadthFirstSearch(graph, 0)
        search.restore(state)
    assert np.array_equal(search.distance, distances_from(graph, 5))


def test_paths_are_shortest_and_legal() -> None:
    """A path has one move more than its distance says squares, and each move is an edge; no way gives no path."""
    graph = move_graph(parse_board("8x8"), (1, 2))
    distance = distances_from(graph, 0)
    for target in range(64):
        path = shortest_path(graph, distance, target).tolist()
        assert len(path) == distance[target] + 1
        assert (path[0], path[-1]) == (0, target)
        assert all(graph.adjacent(a, b) for a, b in pairwise(path))
    stuck = move_graph(parse_board("3x3"), (1, 2))
    assert shortest_path(stuck, distances_from(stuck, 0), 4).tolist() == []
