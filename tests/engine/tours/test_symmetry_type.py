"""Symmetry types in words."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from engine.boards.labels import parse_board
from engine.tours.canonical import classify
from engine.tours.symmetry_type import plane_names, symmetry_type
from engine.tours.verify import closing
from tests.engine.tours.sample_tours import KNIGHT, some_tours
from tests.reference.all_tours import rectangle_symmetries


def test_the_symmetries_of_a_square_have_their_names() -> None:
    """The eight symmetries of 3x3 get eight different names; the first square tells what each does."""
    group = np.array(rectangle_symmetries(3, 3), dtype=np.int32)
    names = list(plane_names(parse_board("3x3"), group))
    assert len(set(names)) == 8
    corner = {name: int(row[0]) for name, row in zip(names, group, strict=True)}
    assert corner["rotation90"] == corner["mirror-columns"] == 2
    assert corner["rotation180"] == corner["mirror-antidiagonal"] == 8
    assert corner["rotation270"] == corner["mirror-rows"] == 6


def test_types_of_the_open_tours_of_4x5() -> None:
    """Of the 22 classes of 4x5, 3 have the half-turn and 19 no symmetry: 3 * 2 + 19 * 4 = 82 tours (OEIS A079137)."""
    board, tours = some_tours("4x5")
    group = np.array(rectangle_symmetries(4, 5), dtype=np.int32)
    forms = np.unique(classify(tours, closing(board, KNIGHT, tours), group).canonical, axis=0)
    types = Counter(symmetry_type(board, form, group, closed=False) for form in forms)
    assert types == {"rotation180": 3, "none": 19}


def test_a_ring_has_every_symmetry_of_its_board() -> None:
    """The (0,1)-leaper's cycle on 2x2 is fixed by all eight; quarter turns stand for all rotations."""
    group = np.array(rectangle_symmetries(2, 2), dtype=np.int32)
    ring = np.array([0, 1, 3, 2])
    mirrors = ["mirror-antidiagonal", "mirror-columns", "mirror-diagonal", "mirror-rows"]
    assert symmetry_type(parse_board("2x2"), ring, group, closed=True) == "+".join([*mirrors, "rotation90"])


def test_not_a_symmetry_of_the_plane() -> None:
    """A permutation that is no motion of the plane has no name."""
    with pytest.raises(ValueError, match="not a symmetry"):
        plane_names(parse_board("2x3"), np.array([[1, 0, 2, 3, 4, 5]], dtype=np.int32))
