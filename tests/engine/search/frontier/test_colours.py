"""Colours of squares and the ends they allow."""

from __future__ import annotations

from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.search.frontier.colours import Adjacency, possible_ends, two_colouring
from engine.search.frontier.problem import adjacency_of


def adjacency(label: str) -> Adjacency:
    """Return the knight's moves of a board."""
    return adjacency_of(move_graph(parse_board(label), (1, 2)))


def test_flat_boards_have_two_colours_and_odd_tori_one() -> None:
    """Neighbours differ in colour; a torus with an odd side has odd cycles and no such colouring."""
    squares = adjacency("4x5")
    colours = two_colouring(squares)
    assert colours is not None
    assert all(colours[u] != colours[w] for u, row in enumerate(squares) for w in row)
    assert two_colouring(adjacency("torus:5x5")) is None


def test_ends_that_colours_allow() -> None:
    """Even boards end on the other colour, odd ones start and end on the majority; without colours anywhere."""
    assert possible_ends(adjacency("4x5"), 0) == (1, 3, 5, 7, 9, 11, 13, 15, 17, 19)
    assert possible_ends(adjacency("5x5"), 0) == tuple(range(2, 25, 2))
    assert possible_ends(adjacency("5x5"), 1) == ()
    assert possible_ends(adjacency("torus:5x5"), 0) == tuple(range(1, 25))
