"""Pieces and their directions."""

from __future__ import annotations

from math import factorial

import pytest

from engine.boards.piece import KNIGHT, Piece, directions_of, parse_piece, piece_key, piece_of_key
from engine.errors import InvalidProblemError


@pytest.mark.parametrize("value", ["knight", [1, 2], [2, 1], [0, 2, 1]])
def test_the_knight_in_every_spelling(value: str | list[int]) -> None:
    """The knight's name, its components in any order and with zeros are one piece."""
    assert parse_piece(value) == KNIGHT


def test_keys() -> None:
    """A piece's key names it, and another spelling names the same piece."""
    assert piece_key((1, 2, 3)) == "1,2,3"
    assert piece_of_key("1,2,3") == (1, 2, 3)
    assert piece_of_key("0,2,1") == KNIGHT
    with pytest.raises(ValueError, match="int"):
        piece_of_key("knight")


@pytest.mark.parametrize(
    ("value", "pointer"),
    [("bishop", "/piece"), ([], "/piece"), ([0, 0], "/piece"), ([1, -2], "/piece/1"), ([10**9, 1], "/piece/0")],
)
def test_refused_pieces(value: str | list[int], pointer: str) -> None:
    """What describes no leaper is refused at the component at fault."""
    with pytest.raises(InvalidProblemError) as error:
        parse_piece(value)
    assert error.value.pointer == pointer


@pytest.mark.parametrize(
    ("piece", "dimensions", "count"),
    [
        ((1, 2), 2, 8),
        ((1, 1), 2, 4),
        ((0, 2), 2, 4),
        ((1, 2), 3, 24),
        ((1, 2), 5, 80),
        ((1, 1, 2), 3, 24),
        ((1, 2, 3), 3, 48),
        ((1, 2, 3, 4), 4, 2**4 * factorial(4)),
        ((1,) * 10, 10, 2**10),
    ],
)
def test_number_of_directions(piece: Piece, dimensions: int, count: int) -> None:
    """2^n n! signed permutations for n distinct components ("Knights", Luxembourg 2020), fewer for equal ones."""
    directions = directions_of(piece, dimensions)
    assert len(set(directions)) == len(directions) == count
    assert directions == sorted(directions, reverse=True)
    wanted = sorted(component for component in piece if component)
    assert all(sorted(abs(part) for part in direction if part) == wanted for direction in directions)


def test_too_many_directions() -> None:
    """A piece with a flood of directions is refused, as is one with more components than the board has dimensions."""
    with pytest.raises(InvalidProblemError, match="more than 2048 directions"):
        directions_of((1, 2, 3, 4, 5), 10)
    with pytest.raises(InvalidProblemError, match="needs as many dimensions"):
        directions_of((1, 2, 3), 2)
