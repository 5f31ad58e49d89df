"""Legality from coordinates agrees with the move graph, two independent ways."""

from __future__ import annotations

import numpy as np
import pytest

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.tours.legality import one_move_apart

BOARDS = ["3x3", "4x7", "1x5", "8x8"]


@pytest.mark.parametrize("label", BOARDS)
@pytest.mark.parametrize("piece", [(1, 2), (1, 3), (2, 3), (0, 1), (2, 2)])
def test_all_pairs_agree_with_the_move_graph(label: str, piece: tuple[int, ...]) -> None:
    """Of all ordered pairs of squares exactly those are one move apart that the move graph joins."""
    board = parse_board(label)
    graph = move_graph(board, piece)
    joined = np.zeros((board.size, board.size), dtype=bool)
    for square, (row, degree) in enumerate(zip(graph.neighbours, graph.degrees, strict=True)):
        joined[square, row[:degree]] = True
    first, second = np.divmod(np.arange(board.size**2), board.size)
    assert np.array_equal(one_move_apart(board, piece, first, second), joined.reshape(-1))
