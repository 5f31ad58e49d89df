"""Names of families, and what is refused."""

from __future__ import annotations

from math import factorial, log2

import numpy as np
import pytest

from engine.boards.piece import KNIGHT
from engine.errors import InvalidProblemError
from engine.search.strip.family import parse_family


@pytest.mark.parametrize(
    ("name", "same"), [("5xn", "5xn"), ("nx5", "5xn"), ("2x3xn", "2x3xn"), ("cylinder:nx4", "cylinder:nx4")]
)
def test_names(name: str, same: str) -> None:
    """A family has one name, and its boards are those with a number for n."""
    family = parse_family(name, KNIGHT)
    assert family.name == same
    assert family.label(12) == same.replace("n", "12") if not same.startswith("c") else "cylinder:12x4"


@pytest.mark.parametrize(
    ("name", "pointer", "why"),
    [
        ("5x6", "/family", "is no family"),
        ("nxn", "/family", "is no family"),
        ("n", "/family", "is no family"),
        ("torus:5xn", "/family", "is no family"),
        ("cylinder:4xn", "/family", "grows along its axis"),
        ("0xn", "/family", "is not a board label"),
        ("axn", "/family", "is not a board label"),
        ("11xn", "/family", "squares in view"),
        ("21xn", "/family", "more than the 20 allowed"),
    ],
)
def test_refusals(name: str, pointer: str, why: str) -> None:
    """An error for no family, or one too wide, names the field and gives the reason."""
    with pytest.raises(InvalidProblemError, match=why) as caught:
        parse_family(name, KNIGHT)
    assert caught.value.pointer == pointer


def test_a_leap_too_long() -> None:
    """A leap too long for a sweep is refused at the piece."""
    with pytest.raises(InvalidProblemError) as caught:
        parse_family("4xn", (1, 6))
    assert caught.value.pointer == "/piece"


@pytest.mark.parametrize("name", ["3xn", "2x2xn", "cylinder:nx5"])
def test_layers_far_from_both_ends_are_alike(name: str) -> None:
    """The tables of a layer do not depend on its place."""
    family = parse_family(name, KNIGHT, paths=True)
    longer = family.end_tables(40, 5)[: family.height]
    for mine, other in zip(family.layer_tables(7), longer, strict=True):
        assert np.array_equal(mine, other)


@pytest.mark.parametrize(("name", "paths"), [("5xn", False), ("5xn", True), ("cylinder:nx4", True), ("3xn", False)])
def test_the_bound_is_that_of_all_squares(name: str, paths: bool) -> None:
    """The bound is at least that of all squares, and not far above it."""
    family = parse_family(name, KNIGHT, paths=paths)
    for layers in (3, 9, 60):
        degrees = [len(row) for row in family.problem(layers).adjacency if row]
        whole = sum(log2(factorial(degree)) / degree for degree in degrees)
        assert whole <= family.bits(layers) <= whole + 8 * family.height
