"""Squirrel and Cull's tables."""

from __future__ import annotations

import pytest

from engine.construction.heuristics.squirrel_cull import ordered_walk, squirrel_cull
from engine.construction.heuristics.squirrel_cull_table import RECTANGLE_ORDERINGS, square_stages
from tests.reference import construction as reference


@pytest.mark.parametrize("side", [5, 6, 7, 8, 9, 14, 15, 18, 20, 21, 26, 29])
def test_squares_agree_with_the_slow_walk(side: int) -> None:
    """The kernel must make the very walk that the rule read literally makes, every residue and both cases of 5."""
    expected = [row * side + column for row, column in reference.ordered_walk(side, side, square_stages(side))]
    assert squirrel_cull(side, side).tolist() == expected


@pytest.mark.parametrize(
    "side", [*range(5, 74), *range(75, 130), 500, 501, 502, 503, 1000, 1596, 1597, 1598, 1599, 1600]
)
def test_every_side_but_74_is_toured(side: int) -> None:
    """The table must complete every square of side 5 to 1,600 but 74 (all of them: experiments/construction.py)."""
    path = squirrel_cull(side, side)
    if side < 130:
        assert reference.fault(side, side, path, closed=False) is None
    assert len(path) == side * side


def test_side_74_fails_as_published_and_is_mended() -> None:
    """At side 74 the published table visits 5,432 of 5,476 squares and stops at (27, 36); the mended one tours it."""
    path = squirrel_cull(74, 74)
    assert (len(path), divmod(int(path[-1]), 74)) == (5432, (26, 35))
    assert reference.fault(74, 74, squirrel_cull(74, 74, mended=True), closed=False) is None


def test_rectangles_take_the_first_ordering_that_works() -> None:
    """On rectangles the walk must be that of the first of the nineteen orderings to complete."""
    for rows, columns in ((10, 13), (7, 12), (20, 11), (16, 31), (30, 22)):
        walks = (reference.ordered_walk(rows, columns, [(ordering, None)]) for ordering in RECTANGLE_ORDERINGS)
        first = next(walk for walk in walks if len(walk) == rows * columns)
        assert squirrel_cull(rows, columns).tolist() == [row * columns + column for row, column in first]


def test_54_x_289_is_toured_and_289_x_54_is_not() -> None:
    """289 x 54 is the only failure of the nineteen orderings from 10 to 299; its transpose works."""
    assert len(squirrel_cull(54, 289)) == 54 * 289
    assert len(squirrel_cull(289, 54)) < 54 * 289


def test_tiny_boards_stop_without_leaving_the_board() -> None:
    """Boards too small for a knight must give a walk that stays on the board."""
    for rows, columns in ((1, 1), (1, 7), (2, 2), (2, 9), (3, 3), (4, 4)):
        path = ordered_walk(rows, columns, [("12345678", None)])
        assert path[0] == 0
        assert len(set(path.tolist())) == len(path)
        assert path.max() < rows * columns
