"""2-factors by flow."""

from __future__ import annotations

import numpy as np

from engine.boards.labels import parse_board
from engine.boards.move_graph import MoveGraph, move_graph
from engine.construction.two_factor import two_factor


def chequered(label: str) -> tuple[MoveGraph, np.ndarray]:
    """Return the knight graph of a flat board and its colours."""
    board = parse_board(label)
    return move_graph(board, (1, 2)), (board.coordinates.sum(axis=1) % 2).astype(np.int8)


def test_every_square_has_the_neighbours_demanded() -> None:
    """Links are moves, symmetric, as many as demanded, and depend on the seed."""
    graph, colours = chequered("8x9")
    demand = np.full(graph.size, 2, dtype=np.int32)
    demand[[0, 1]] = 1
    found = [two_factor(graph, colours, demand, seed) for seed in (1, 2)]
    for links in found:
        assert links is not None
        assert ((links >= 0).sum(axis=1) == demand).all()
        for square, row in enumerate(links.tolist()):
            for other in row:
                assert other < 0 or (graph.adjacent(square, other) and square in links[other])
    assert not np.array_equal(*found)


def test_no_two_factor_is_reported() -> None:
    """3x6 has none, by the theorem of its closed tours; unequal demands of the two colours have none."""
    graph, colours = chequered("3x6")
    assert two_factor(graph, colours, np.full(18, 2, dtype=np.int32), 1) is None
    graph, colours = chequered("5x5")
    assert two_factor(graph, colours, np.full(25, 2, dtype=np.int32), 1) is None
