"""The number of a closed tour that somebody has written down."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.cycles.written import number_of
from engine.errors import InvalidProblemError
from engine.tours.text import grid_text, squares_text
from tests.engine.runners.test_index import build


def test_each_form_has_the_number(tmp_path: Path) -> None:
    """A grid and a list of squares, from whichever square and in either direction."""
    index = build(tmp_path, "5x6")
    for number in (1, 5, 8):
        tour = index.tour(number)
        assert number_of(index, grid_text(index.board, tour)) == number
        assert number_of(index, squares_text(index.board, tour[::-1])) == number


@pytest.mark.parametrize("text", ["a1 b3", "a1 b2 c3"])
def test_what_is_no_tour_is_refused(tmp_path: Path, text: str) -> None:
    """At the tour, with the place where it goes wrong."""
    with pytest.raises(InvalidProblemError, match="not a tour") as refused:
        number_of(build(tmp_path, "5x6"), text)
    assert refused.value.pointer == "/tour"
