"""Tours from a square, by their end square."""

from __future__ import annotations

from engine.boards.labels import parse_board
from engine.boards.piece import KNIGHT
from findings.atlas.load import load_atlas
from findings.statements.by_end import ends_of, equal_pairs
from store.database.db import Database

BOARD = parse_board("5x5")
CORNER = 304
"""Tours of 5x5 from a corner."""


def test_ends_of_all_tours_of_a_corner(database: Database) -> None:
    """The ends add up to all tours from the corner, alike for every corner; other totals give none."""
    with database.writing() as session:
        load_atlas(session)
    with database.reading() as session:
        ends = ends_of(session, BOARD, KNIGHT, 0, CORNER)
        other = ends_of(session, BOARD, KNIGHT, 24, CORNER)
        assert (len(ends), sum(ends.values()), ends[0]) == (25, CORNER, 0)
        assert other == {24 - square: number for square, number in ends.items()}
        assert ends_of(session, BOARD, KNIGHT, 0, CORNER + 1) == {}
        assert ends_of(session, parse_board("torus:20x20"), KNIGHT, 0, 1) == {}


def test_equal_pairs() -> None:
    """A corner and the middle make eight equal pairs: four corners, in both directions."""
    corners = {0, 4, 20, 24}
    assert equal_pairs(BOARD, (0, 12)) == {(corner, 12) for corner in corners} | {(12, corner) for corner in corners}
