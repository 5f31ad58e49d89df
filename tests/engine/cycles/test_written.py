"""The number of a closed tour given in writing."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.cycles.written import number_of, parse_number
from engine.errors import InvalidProblemError
from engine.tours.parse import grid_text, squares_text
from tests.engine.kinds.index.test_runner import build


def test_each_form_has_the_number(tmp_path: Path) -> None:
    """Grids and lists of squares, from any square and in either direction, have the number of the tour."""
    index = build(tmp_path, "5x6")
    for number in (1, 5, 8):
        tour = index.tour(number)
        assert number_of(index, grid_text(index.board, tour)) == number
        assert number_of(index, squares_text(index.board, tour[::-1])) == number
        assert number_of(index, index.board.squares(tour[7:].tolist() + tour[:7].tolist())) == number


@pytest.mark.parametrize("text", ["a1 b3", "a1 b2 c3"])
def test_what_is_no_tour_is_refused(tmp_path: Path, text: str) -> None:
    """A text that is no tour is refused at `/tour`."""
    with pytest.raises(InvalidProblemError, match="not a tour") as refused:
        number_of(build(tmp_path, "5x6"), text)
    assert refused.value.pointer == "/tour"


def test_squares_that_are_none_are_named(tmp_path: Path) -> None:
    """A wrong square is refused at its place, a list that is no tour at the list."""
    index = build(tmp_path, "5x6")
    for squares, pointer in (([[1, 1], [5, 7]], "/squares/1"), ([[1, 1], [2, 3]], "/squares"), ([], "/squares")):
        with pytest.raises(InvalidProblemError) as refused:
            number_of(index, squares)
        assert refused.value.pointer == pointer


@pytest.mark.parametrize("between", [",", ".", " ", "'", "_", "\u00a0", "\u2009", "\u202f"])
def test_digits_may_stand_in_groups_of_three(between: str) -> None:
    """Groups of three digits may be separated by one sign, as large numbers are written in many countries."""
    assert parse_number(between.join(("7", "000", "000", "001"))) == 7_000_000_001
    assert parse_number(f"9{between}862") == 9862
    for parts in (["1", "5"], ["15", "00"], ["1", "5000"], ["1234", "567"], ["1", ""], ["", "100"], ["0", "500"]):
        assert parse_number(between.join(parts)) is None


@pytest.mark.parametrize(
    ("text", "number"),
    [
        *((text, int(text)) for text in ("15", "007", "1" * 399)),
        *((text, None) for text in ("1,234.567", "-1", "+1", "", "one", "\u0661", "1" * 5000, "1" + ",000" * 2000)),
    ],
    ids=lambda value: str(value)[:12],
)
def test_what_is_a_number(text: str, number: int | None) -> None:
    """A number is decimal digits, at most as many as an index may have."""
    assert parse_number(text) == number
