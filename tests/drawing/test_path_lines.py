"""The lines of moves lead to the right squares on every surface."""

from __future__ import annotations

from math import hypot

import numpy as np
import pytest

from drawing.layout import layout_of
from drawing.path_lines import STUB, stretches
from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph

FOLDED = ["torus:4x5", "cylinder:4x5", "moebius:4x5", "klein:4x5", "projective:4x5", "torus:3x3", "cube:3"]


@pytest.mark.parametrize("label", ["8x8", "heart", *FOLDED])
@pytest.mark.parametrize("piece", [(1, 2), (1, 3)])
def test_every_move_is_a_leap_long(label: str, piece: tuple[int, ...]) -> None:
    """The lines of a move lead from centre to centre and are together as long as the leap."""
    board = parse_board(label)
    layout, graph = layout_of(board), move_graph(board, piece)
    for square in range(0, board.size, 3):
        for target in graph.neighbours[square, : graph.degrees[square]]:
            [move] = stretches(board, piece, layout, np.array([square, target]))
            assert move[0][0] == tuple(layout.centres[square])
            assert move[-1][1] == tuple(layout.centres[target])
            length = sum(hypot(u - x, v - y) for (x, y), (u, v) in move)
            assert length == pytest.approx(hypot(*piece))
            assert len(move) == 1 or label in FOLDED


def test_over_the_edge_of_a_torus() -> None:
    """From a corner of torus:8x8 up and left, half the move leaves the board and half enters it."""
    board = parse_board("torus:8x8")
    [move] = stretches(board, (1, 2), layout_of(board), np.array([board.index([1, 1]), board.index([8, 7])]))
    assert move == [((0.5, 0.5), (-0.5, 0.0)), ((7.5, 8.0), (6.5, 7.5))]


def test_between_layers() -> None:
    """A move to another layer is two short lines in its direction, or two dots if it stays above its square."""
    board = parse_board("3x3x3x3")
    layout = layout_of(board)
    pair = np.array([board.index([1, 1, 1, 1]), board.index([1, 2, 1, 3])])
    [[first, second]] = stretches(board, (1, 2), layout, pair)
    assert first == ((0.5, 0.5), (0.5 + STUB, 0.5))
    assert second[0] == (second[1][0] - STUB, second[1][1])
    still = np.array([board.index([1, 1, 1, 1]), board.index([2, 3, 1, 1])])
    [[first, second]] = stretches(board, (1, 2), layout, still)
    assert first[0] == first[1]
    assert second[0] == second[1]
