"""The facts of a single tour."""

from __future__ import annotations

import numpy as np
import pytest

from engine.boards.labels import parse_board
from engine.boards.symmetry import symmetries
from engine.tours.facts import facts_of
from engine.tours.pack import TourPacker
from tests.engine.tours.sample_tours import KNIGHT, some_tours, warnsdorff_8x8

BOARD = parse_board("8x8")


def test_a_tour_without_symmetry() -> None:
    """The printed tour of 8x8 is open, has no symmetry, and 16 directed tours in its class."""
    facts = facts_of(BOARD, KNIGHT, warnsdorff_8x8())
    assert not facts.closed
    assert (facts.symmetry, facts.stabiliser, facts.directed, facts.undirected) == ("none", 1, 16, 8)
    packer = TourPacker(BOARD, KNIGHT)
    assert np.array_equal(packer.unpack_one(facts.packed), warnsdorff_8x8())
    assert facts.statistics["turns"] + facts.statistics["angle_180"] == 62


def test_the_key_belongs_to_the_class() -> None:
    """Every image of a tour, forwards and backwards, has the same key; tours of other classes have different keys."""
    tour = warnsdorff_8x8()
    keys = {
        facts_of(BOARD, KNIGHT, image[reading]).key for image in symmetries(BOARD) for reading in (tour, tour[::-1])
    }
    assert len(keys) == 1
    assert keys == {facts_of(BOARD, KNIGHT, facts_of(BOARD, KNIGHT, tour).canonical).key}
    board, tours = some_tours("3x4", KNIGHT)
    assert len({facts_of(board, KNIGHT, tour).key for tour in tours}) == 3


def test_rotations_of_a_closed_tour_share_their_class() -> None:
    """A closed tour begun on any of its squares is the same cycle."""
    board, tours = some_tours("torus:3x3", KNIGHT, 40)
    closed = next(tour for tour in tours if facts_of(board, KNIGHT, tour).closed)
    keys = {facts_of(board, KNIGHT, np.roll(closed, shift)).key for shift in range(9)}
    assert len(keys) == 1
    assert facts_of(board, KNIGHT, closed).symmetry.startswith(("order", "none"))
    assert facts_of(board, KNIGHT, closed).statistics == {}


def test_what_is_no_tour() -> None:
    """A step that is no move is an error, not a fact."""
    with pytest.raises(ValueError, match="not a move"):
        facts_of(BOARD, KNIGHT, np.arange(64))
