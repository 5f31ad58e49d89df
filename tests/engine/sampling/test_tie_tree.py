"""The tie tree of Warnsdorff's rule: exact success probabilities."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from engine.boards.labels import parse_board
from engine.boards.move_graph import MoveGraph, move_graph
from engine.sampling.tie_tree import TieTree


def graph_of(label: str) -> MoveGraph:
    """Return a knight's move graph."""
    return move_graph(parse_board(label), (1, 2))


def fractions(graph: MoveGraph, path: list[int]) -> tuple[Fraction, Fraction]:
    """Return by recursion the exact probabilities that the walk begun with `path` becomes a tour, and closes."""
    near = graph.neighbours[path[-1], : graph.degrees[path[-1]]].tolist()
    if len(path) == graph.size:
        return Fraction(1), Fraction(path[0] in near)
    free = [square for square in near if square not in path]
    if not free:
        return Fraction(0), Fraction(0)
    exits = [sum(v not in path for v in graph.neighbours[u, : graph.degrees[u]].tolist()) for u in free]
    best = [square for square, count in zip(free, exits, strict=True) if count == min(exits)]
    parts = [fractions(graph, [*path, square]) for square in best]
    return sum((a for a, _ in parts), Fraction(0)) / len(best), sum((b for _, b in parts), Fraction(0)) / len(best)


@pytest.mark.parametrize(("label", "start"), [("5x5", 0), ("5x5", 1), ("3x4", 0), ("6x6", 7), ("5x6", 3), ("3x3", 4)])
def test_probabilities_are_those_of_exact_fractions(label: str, start: int) -> None:
    """Probabilities equal exact fractions by plain recursion within the stated error."""
    tree = TieTree(graph_of(label), start)
    tree.advance(10**9)
    tour, closed = fractions(graph_of(label), [start])

    assert tree.is_finished
    assert abs(tree.sums[0] - float(tour)) <= tree.error
    assert abs(tree.sums[1] - float(closed)) <= tree.error
    assert abs(tree.sums[0] + tree.sums[2] - 1) <= 2 * tree.error


def test_the_corner_of_the_chessboard() -> None:
    """0.979578 of the walks become tours and 0.020040 close; the tree has the 137,300 tours of "La marche du cavalier".

    The tours and dead ends (6,804) are the source's own figures; the probabilities were computed for this project by
    another program.
    """
    tree = TieTree(graph_of("8x8"), 0)
    tree.advance(10**9)

    assert tree.leaves.tolist() == [137_300, 2_662, 6_804]
    assert tree.sums[:2].tolist() == pytest.approx([0.979578, 0.020040], abs=5e-7)


def test_the_cut_leaves_no_trace() -> None:
    """A tree searched in odd pieces, written down and restored between them, has the very sums of one run."""
    graph = graph_of("6x6")
    whole, pieces = TieTree(graph, 0), TieTree(graph, 0)
    whole.advance(10**9)
    while not pieces.is_finished:
        pieces.advance(77)
        pieces = TieTree(graph, 0, pieces.checkpoint())

    np.testing.assert_array_equal(whole.sums, pieces.sums)
    np.testing.assert_array_equal(whole.leaves, pieces.leaves)
