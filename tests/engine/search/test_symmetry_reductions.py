"""Symmetry and colours of a search before it starts."""

from __future__ import annotations

import pytest

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.search.symmetry_reductions import carrying, first_moves, is_balanced, orbit_of_move, square_of_least_degree


@pytest.mark.parametrize(
    ("label", "start", "closed", "expected"),
    [("5x5", 0, False, True), ("5x5", 1, False, False), ("5x5", 0, True, False), ("4x4", 1, True, True)],
)
def test_balanced(label: str, start: int, closed: bool, expected: bool) -> None:
    """On an odd board a tour starts on the colour of the corners and never closes; on an even one colours allow all."""
    assert is_balanced(move_graph(parse_board(label), (1, 2)), start, closed=closed) is expected


def test_without_colours_nothing_is_refused() -> None:
    """Moves along a row of a torus of odd width join squares of any colour."""
    assert is_balanced(move_graph(parse_board("torus:3x3"), (0, 1)), 0, closed=True)


def test_first_moves() -> None:
    """From a corner the two moves mirror each other; from the centre all eight do; off the axes none does."""
    graph = move_graph(parse_board("5x5"), (1, 2))
    assert first_moves(graph, 0) == {0: 2}
    assert first_moves(graph, 12) == {0: 8}
    assert list(first_moves(graph, 1).values()) == [1, 1, 1]
    assert sum(first_moves(graph, 2).values()) == 4


def test_images_of_a_move() -> None:
    """The symmetries that give the images of a move are all different, and each fixes the start."""
    board = parse_board("5x5")
    orbit = orbit_of_move(board, 12, move_graph(board, (1, 2)).lists[12][0])
    assert len({tuple(row) for row in orbit.tolist()}) == 8
    assert (orbit[:, 12] == 12).all()
    assert carrying(board, 0, 24)[0] == 24


def test_the_square_of_least_degree() -> None:
    """The square of least degree is the first corner on 3x4, and elsewhere a square with one move."""
    assert square_of_least_degree(move_graph(parse_board("3x4"), (1, 2))) == 0
    assert square_of_least_degree(move_graph(parse_board("mask:##/.#/.#"), (0, 1))) == 0
