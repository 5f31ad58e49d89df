"""Symmetries are said in words."""

from __future__ import annotations

from engine.tours.symmetry_type import PLANE
from phrasing.symmetries import NAMES, symmetry_words


def test_every_symmetry_of_a_rectangle_has_a_name() -> None:
    """And the type of tours that none fixes."""
    assert NAMES.keys() == {"none", *PLANE}


def test_several() -> None:
    """Each in words; what is no symmetry of a rectangle stays."""
    assert symmetry_words("mirror-columns+rotation180") == "a reflection from left to right, a half-turn"
    assert symmetry_words("order2") == "order2"
