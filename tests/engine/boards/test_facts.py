"""Facts of boards, against the slow twin and published figures."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.boards.facts import board_facts
from engine.boards.labels import parse_board
from tests.reference.boards import distances, squares_and_moves


@pytest.mark.parametrize("label", ["3x3", "4x5", "torus:4x4", "klein:3x4", "cube:2", "3x3x3", "mask:##.##/#...#/##.##"])
def test_against_the_slow_twin(label: str) -> None:
    """Every fact is what counting square by square gives."""
    facts = board_facts(parse_board(label))
    _, moves = squares_and_moves(label, (1, 2))
    reach = [distances(moves, square) for square in range(len(moves))]
    assert facts.squares == len(moves)
    assert facts.edges == sum(map(len, moves)) // 2
    assert facts.degrees == dict(Counter(map(len, moves)))
    assert sorted(facts.components) == sorted(len(far) for square, far in enumerate(reach) if square == min(far))
    assert facts.is_connected == (len(reach[0]) == len(moves))
    assert facts.diameter == max(max(far.values()) for far in reach)
    assert sum(size for _, size in facts.square_classes) == facts.squares
    if facts.colours is not None:
        assert sum(facts.colours) == facts.squares


def test_the_chessboard() -> None:
    """8x8: 168 moves, degrees 2 to 8, two colours of 32, eight symmetries, ten classes, diameter 6."""
    facts = board_facts(parse_board("8x8"))
    assert (facts.edges, facts.degrees) == (168, {2: 4, 3: 8, 4: 20, 6: 16, 8: 16})
    assert (facts.components, facts.colours, facts.symmetries, facts.diameter) == ((64,), (32, 32), 8, 6)
    assert len(facts.square_classes) == 10


def test_the_three_dimensional_leaper() -> None:
    """The (1,2,3)-leaper on 4x4x4 reaches 28 squares from a corner ("Knights", Luxembourg 2020)."""
    facts = board_facts(parse_board("4x4x4"), (1, 2, 3))
    assert facts.components[:2] == (28, 28)
    assert not facts.is_connected


def test_odd_boards_and_a_piece_that_cannot_move() -> None:
    """A colouring exists without moves too; the diameter of isolated squares is 0; too large boards get none."""
    facts = board_facts(parse_board("3x3"), (5, 7))
    assert (facts.edges, facts.degrees, facts.components, facts.diameter) == (0, {0: 9}, (1,) * 9, 0)
    assert board_facts(parse_board("120x120")).diameter is None
