"""Legality from coordinates agrees with the move graph, two independent ways."""

from __future__ import annotations

import numpy as np
import pytest

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.tours.legality import one_move_apart

SURFACES = ["torus", "cylinder", "moebius", "klein", "projective"]

FLAT = ["3x3", "4x7", "1x5", "8x8", "heart", "holed-8x8"]
FOLDED = [f"{surface}:{sides}" for surface in SURFACES for sides in ("3x3", "4x5", "5x2", "1x4", "6x6")]
CUBES = ["cube:1", "cube:2", "cube:3", "cube:4"]
HOLED = ["torus:##.#/####/###.", "klein:####/#.##/####/..##"]
BOXES = ["2x3x4", "4x4x4", "3x3x3x3", "mask:###/#.#//###/###//##./###"]
GLUED = [f"{surface}:{sides}" for surface in SURFACES for sides in ("3x3x3", "2x3x4", "4x1x3", "2x3x2x2")]
OTHER = ["torus:###/#.#//###/###//##./###", "projective:###/#.#//###/###", "cube:#./##" + "//##/##" * 4 + "//##/.#"]


@pytest.mark.parametrize("label", [*FLAT, *FOLDED, *HOLED, *CUBES, *BOXES, *GLUED, *OTHER])
@pytest.mark.parametrize("piece", [(1, 2), (1, 3), (2, 3), (0, 1), (2, 2), (1, 7), (3, 100)])
def test_all_pairs_agree_with_the_move_graph(label: str, piece: tuple[int, ...]) -> None:
    """Of all ordered pairs of squares exactly those are one move apart that the move graph joins."""
    board = parse_board(label)
    graph = move_graph(board, piece)
    joined = np.zeros((board.size, board.size), dtype=bool)
    for square, (row, degree) in enumerate(zip(graph.neighbours, graph.degrees, strict=True)):
        joined[square, row[:degree]] = True
    first, second = np.divmod(np.arange(board.size**2), board.size)
    assert np.array_equal(one_move_apart(board, piece, first, second), joined.reshape(-1))


@pytest.mark.parametrize("label", ["4x4x4", *(f"{surface}:4x3x5" for surface in SURFACES), "klein:2x2x3x4"])
@pytest.mark.parametrize("piece", [(1, 2, 3), (1, 1, 2)])
def test_leapers_in_three_dimensions(label: str, piece: tuple[int, ...]) -> None:
    """Leapers of three components agree too."""
    test_all_pairs_agree_with_the_move_graph(label, piece)


def test_a_leap_around_the_cube_many_times() -> None:
    """A leap many times around the cube joins the same squares as the leap without the turns, and is judged as fast."""
    board = parse_board("cube:5")
    first, second = np.divmod(np.arange(board.size**2), board.size)
    far, near = (one_move_apart(board, (2, length), first, second) for length in (99_983, 3))
    assert np.array_equal(far, near)


def test_a_cube_without_moves() -> None:
    """On a cube without possible leaps none is found."""
    board = parse_board("cube:#" + "//." * 5)
    assert not one_move_apart(board, (1, 2), np.array([0]), np.array([0])).any()
