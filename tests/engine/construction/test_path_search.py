"""The exact search for a path."""

from __future__ import annotations

import numpy as np
import pytest

from engine.boards.labels import parse_board
from engine.boards.move_graph import MoveGraph, move_graph
from engine.construction.path_search import PathSearch, search_path
from tests.reference import construction as reference


def knight_graph(label: str) -> MoveGraph:
    """Return the knight graph of a flat board."""
    return move_graph(parse_board(label), (1, 2))


def only(size: int, *squares: int) -> np.ndarray:
    """Return the marks of a set of ends."""
    ends = np.zeros(size, dtype=np.uint8)
    ends[list(squares)] = 1
    return ends


@pytest.mark.parametrize(("label", "pairs"), [("3x4", 7), ("4x4", 0), ("3x7", 17), ("5x5", 42), ("4x6", 32)])
def test_feasible_end_pairs(label: str, pairs: int) -> None:
    """The number of pairs of ends that a tour joins, every other pair exhausted (source: exact dynamic programming)."""
    graph = knight_graph(label)
    found = 0
    for start in range(graph.size):
        for end in range(start + 1, graph.size):
            outcome, path = search_path(graph.neighbours, start, only(graph.size, end), 1, 10**7)
            assert outcome != "running"
            if outcome == "found":
                found += 1
                assert reference.fault(*graph.board.shape, path, closed=False) is None
                assert (path[0], path[-1]) == (start, end)
    assert found == pairs


def test_agrees_with_dynamic_programming_on_small_graphs() -> None:
    """On random graphs of nine squares the verdict for every pair must be that of the sum over all subsets."""
    random = np.random.default_rng(4)
    for _ in range(12):
        matrix = np.triu(random.random((9, 9)) < 0.4, 1)
        matrix |= matrix.T
        lists = [np.flatnonzero(row).tolist() for row in matrix]
        table = np.array([row + [-1] * (9 - len(row)) for row in lists], dtype=np.int32)
        for end in range(1, 9):
            outcome, _ = search_path(table, 0, only(9, end), 1, 10**6)
            assert outcome == ("found" if reference.has_path(lists, 0, end) else "exhausted")


def test_closed_tours_exist_where_schwenk_says() -> None:
    """With the neighbours of the start as ends the search must decide closed tours as Schwenk's theorem does."""
    for label, expected in (
        ("3x10", "found"),
        ("5x6", "found"),
        ("3x8", "exhausted"),
        ("5x5", "exhausted"),
        ("4x6", "exhausted"),
    ):
        graph = knight_graph(label)
        ends = only(graph.size, *graph.neighbours[0][graph.neighbours[0] >= 0].tolist())
        outcome, path = search_path(graph.neighbours, 0, ends, 1, 10**7)
        assert outcome == expected
        if expected == "found":
            assert reference.fault(*graph.board.shape, path, closed=True) is None


def test_the_state_does_not_depend_on_the_cut() -> None:
    """Advanced in one piece, in small steps, or through checkpoints, a search must visit the same states."""
    graph = knight_graph("3x8")
    neighbours = [int(v) for v in graph.neighbours[0] if v >= 0]

    def fresh() -> PathSearch:
        return PathSearch(graph.neighbours, [0], lambda _: only(24, *neighbours), seed=9)

    whole = fresh()
    whole.step(10**6)
    pieces = fresh()
    while pieces.outcome == "running":
        pieces.step(7)
        copy = fresh()
        copy.restore(pieces.checkpoint())
        pieces = copy
    assert whole.outcome == pieces.outcome == "exhausted"
    assert (whole.run, whole.counters.tolist()) == (pieces.run, pieces.counters.tolist())


def test_several_starts_are_all_exhausted_before_it_gives_up() -> None:
    """With every square as a start 4x4 is proved to have no tour, and 3x4 gets one."""
    for label, expected in (("4x4", "exhausted"), ("3x4", "found")):
        graph = knight_graph(label)
        starts = range(graph.size)
        search = PathSearch(graph.neighbours, starts, lambda _, size=graph.size: np.ones(size, dtype=np.uint8), seed=1)
        search.step(10**6)
        assert search.outcome == expected
