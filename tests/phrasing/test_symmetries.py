"""Symmetries in words."""

from __future__ import annotations

from engine.tours.symmetry_type import PLANE
from phrasing.symmetries import NAMES, symmetry_words


def test_every_symmetry_of_a_rectangle_has_a_name() -> None:
    """Every symmetry of a rectangle has a name, and so do tours without any."""
    assert NAMES.keys() == {"none", *PLANE}


def test_several() -> None:
    """Several symmetries are listed in words; any that no rectangle has stays as it is."""
    assert symmetry_words("mirror-columns+rotation180") == "a reflection from left to right, a half-turn"
    assert symmetry_words("order2") == "order2"
