"""Closed tours by blocks."""

from __future__ import annotations

import pytest

from engine.construction.flat_boards.blocks.closed import closed_tour
from tests.reference import construction as reference


@pytest.mark.parametrize("rows", range(5, 30))
def test_every_board_has_its_closed_tour(rows: int) -> None:
    """Every m x n of even area with sides of at least 5 gets a closed tour (to 60 x 60: experiments.construction)."""
    for columns in range(5, 30):
        if rows * columns % 2 == 0:
            assert reference.fault(rows, columns, closed_tour(rows, columns), closed=True) is None


def test_it_begins_where_asked() -> None:
    """The tour must begin on the square asked for."""
    path = closed_tour(31, 44, start=700)
    assert path[0] == 700
    assert reference.fault(31, 44, path, closed=True) is None
