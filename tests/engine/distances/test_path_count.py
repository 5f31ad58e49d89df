"""Numbers of shortest paths are exact at any size."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.boards.labels import parse_board
from engine.boards.move_graph import MoveGraph, move_graph
from engine.distances import path_count
from engine.distances.breadth_first import distances_from
from engine.distances.path_count import ShortestPathCount
from engine.errors import KernelLimitError


def numbers_of(limbs: NDArray[np.uint32]) -> list[int]:
    """Return the Python integers of uint32 (k, limbs), lowest limb first."""
    little_endian = np.ascontiguousarray(limbs, dtype="<u4")
    return [int.from_bytes(row.tobytes(), "little") for row in little_endian]


def slow_counts(graph: MoveGraph, source: int) -> list[int]:
    """Count level by level with Python's integers."""
    distance = distances_from(graph, source).tolist()
    counts = [int(square == source) for square in range(graph.size)]
    for square in sorted(range(graph.size), key=lambda s: distance[s]):
        if distance[square] > 0:
            row = graph.neighbours[square, : graph.degrees[square]].tolist()
            counts[square] = sum(counts[v] for v in row if distance[v] == distance[square] - 1)
    return counts


def counted(graph: MoveGraph, source: int) -> ShortestPathCount:
    """Return the finished count from `source` to every square."""
    count = ShortestPathCount(graph, distances_from(graph, source), source, 1)
    while not count.is_finished:
        count.advance(graph.size)
    return count


@pytest.mark.parametrize(
    ("label", "piece"), [("3x3", (1, 2)), ("8x8", (1, 2)), ("heart", (1, 2)), ("torus:5x7", (1, 2))]
)
def test_all_counts_agree_with_the_slow_ones(label: str, piece: tuple[int, ...]) -> None:
    """From a square to all, and for single targets counted backwards from them: the same numbers."""
    graph = move_graph(parse_board(label), piece)
    expected = slow_counts(graph, 1)
    assert numbers_of(counted(graph, 1).counts_of(np.arange(graph.size))) == expected
    distance = distances_from(graph, 1)
    for target in range(0, graph.size, 5):
        back = ShortestPathCount(graph, distance, target, -1)
        while not back.is_finished:
            back.advance(graph.size)
        assert numbers_of(back.counts_of(np.array([1]))) == [expected[target]]


def test_numbers_beyond_machine_words() -> None:
    """The (0,1)-leaper has C(n+m, n) shortest ways over an n x m grid: here one of 119 digits."""
    graph = move_graph(parse_board("200x201"), (0, 1))
    corner = np.array([graph.size - 1])
    assert numbers_of(counted(graph, 0).counts_of(corner)) == [comb(399, 199)]


def test_pieces_and_checkpoints_change_nothing() -> None:
    """Counting by single squares with a checkpoint at each step gives the same numbers."""
    graph = move_graph(parse_board("12x12"), (0, 1))
    distance = distances_from(graph, 0)
    count = ShortestPathCount(graph, distance, 0, 1)
    while not count.is_finished:
        assert count.advance(1) >= 1
        state, count = count.checkpoint(), ShortestPathCount(graph, distance, 3, 1)
        count.restore(state)
    assert numbers_of(count.counts_of(np.arange(144))) == slow_counts(graph, 0)


def test_a_table_beyond_the_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rather than fill the memory, the count stops with an error that names the limit."""
    monkeypatch.setattr(path_count, "MAX_LIMBS", 1 << 13)
    graph = move_graph(parse_board("100x100"), (0, 1))
    with pytest.raises(KernelLimitError, match="limbs"):
        counted(graph, 0)
