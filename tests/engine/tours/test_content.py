"""Contents of tours, against a slow twin that compares square by square."""

from __future__ import annotations

import numpy as np
import pytest

from api.openapi.examples import CLOSED_6X6
from engine.boards.labels import parse_board
from engine.boards.symmetry import symmetries
from engine.errors import InvalidProblemError
from engine.tours.content import Content, parse_fragments, parse_places, symmetries_of_type, symmetry_types
from engine.tours.parse import parse_tour
from tests.store.tour_samples import BOARD, KNIGHT, all_tours

SIX = parse_board("6x6")
CYCLE = parse_tour(SIX, KNIGHT, CLOSED_6X6)
CLOSED = np.array([np.roll(walk, turn) for walk in (CYCLE, CYCLE[::-1]) for turn in range(36)])


def contains(tour: list[int], fragment: list[int], *, closed: bool) -> bool:
    """Whether the squares of the fragment follow each other somewhere on the tour."""
    places = range(len(tour) if closed else len(tour) - len(fragment) + 1)
    return any(
        all(tour[(place + step) % len(tour)] == square for step, square in enumerate(fragment)) for place in places
    )


@pytest.mark.parametrize(
    "text", ["a1-b3", "b3-a1", "a1-b3-c5", "c3-e4,a1-b3", "a1-b3;b3-c5", "a1-a2", "a5-b3-a1-c2-e1"]
)
def test_fragments_of_open_tours(text: str) -> None:
    """Of all tours of 5x5 exactly those that the twin chooses match."""
    fragments, tours = parse_fragments(BOARD, text), all_tours()
    found = Content(fragments=fragments).matches(BOARD, tours, np.zeros(len(tours), dtype=bool))
    expected = [all(contains(tour, list(one), closed=False) for one in fragments) for tour in tours.tolist()]
    assert found.tolist() == expected
    assert found.any() == (text != "a1-a2")


@pytest.mark.parametrize("length", [2, 3, 30, 36])
def test_a_closed_tour_has_its_fragments_wherever_it_begins(length: int) -> None:
    """Of the 72 walks of a cycle 36 match, in the fragment's direction; fewer do as open tours."""
    fragment = tuple(CYCLE[:length].tolist())
    for closed in (True, False):
        found = Content(fragments=(fragment,)).matches(SIX, CLOSED, np.full(len(CLOSED), closed))
        assert found.tolist() == [contains(tour, list(fragment), closed=closed) for tour in CLOSED.tolist()]
        assert found.sum() == (36 if closed else 37 - length)


@pytest.mark.parametrize("text", ["1:a1", "25:c3", "5:c4,1:a1", "2:b3;3:c5", "1:5,1;2:3,2", "3:a2"])
def test_numbers_on_squares(text: str) -> None:
    """Exactly the tours with these numbers on these squares match."""
    places, tours = parse_places(BOARD, text), all_tours()
    found = Content(places=places).matches(BOARD, tours, np.zeros(len(tours), dtype=bool))
    assert found.tolist() == [all(tour[number - 1] == square for number, square in places) for tour in tours.tolist()]


@pytest.mark.parametrize("text", ["a1-b3", "a1-b3-c5,c3-e4", "a1-a2", "a5-b3-a1-c2-e1"])
@pytest.mark.parametrize("closed", [True, False])
def test_columns_say_the_same(text: str, closed: bool) -> None:
    """Numbers by square and whole tours choose the same, for closed tours too."""
    tours = all_tours()
    content = Content(parse_fragments(BOARD, text), parse_places(BOARD, "2:b3") if text == "a1-b3" else ())
    numbers = {square: np.argmax(tours == square, axis=1).astype(np.uint8) for square in content.squares()}
    expected = content.matches(BOARD, tours, np.full(len(tours), closed))
    assert content.fits(25, numbers, closed=closed).tolist() == expected.tolist()
    assert expected.any() == (text != "a1-a2")


def test_types_of_symmetry() -> None:
    """Every tour matches its own symmetry type, and those with a type other than none are unchanged by a symmetry."""
    tours = np.concatenate([all_tours()])
    names = symmetry_types(BOARD, tours, np.zeros(len(tours), dtype=bool))
    assert set(names) == {"none", "rotation180"}
    for name in set(names):
        found = Content(symmetry_type=name).matches(BOARD, tours, np.zeros(len(tours), dtype=bool))
        assert found.tolist() == [one == name for one in names]
    turned = [bool((symmetries(BOARD)[:, tour] == tour[::-1]).all(axis=1).any()) for tour in tours]
    assert turned == [name != "none" for name in names]


@pytest.mark.parametrize(
    ("name", "order"),
    [("none", 1), ("rotation180", 2), ("rotation90", 4), ("mirror-columns+mirror-rows+rotation180", 4), ("order6", 6)],
)
def test_how_many_symmetries_a_type_has(name: str, order: int) -> None:
    """The number of a type's symmetries includes the identity."""
    assert symmetries_of_type(name) == order


@pytest.mark.parametrize("name", ["rotated", "identity", "rotation270", "rotation180+", "rotation180+mirror-rows"])
def test_what_is_no_type(name: str) -> None:
    """A name that is no type is refused; several names must be in alphabetical order, as in answers."""
    with pytest.raises(InvalidProblemError, match="is none of"):
        symmetries_of_type(name)


def test_squares_are_written_either_way() -> None:
    """Squares are read by name or by coordinates; commas separate entries only where squares have names."""
    assert parse_fragments(BOARD, "a1-b3, b3-c5") == parse_fragments(BOARD, "5,1-3,2; 3,2-1,3")
    assert parse_places(BOARD, "1:a1, 5:c4") == parse_places(BOARD, "1:5,1; 5:2,3")
    cube = parse_board("3x3x3")
    assert parse_fragments(cube, "1,1,1-1,2,3") == ((0, 5),)


@pytest.mark.parametrize("text", ["a1", "a1-", "a1-b9", "a1-b3-a1", "a1-b3,,b3", "a1-b3,c5"])
def test_what_is_no_fragment(text: str) -> None:
    """A single square, one off the board, and one visited twice are refused."""
    with pytest.raises(InvalidProblemError):
        parse_fragments(BOARD, text)


@pytest.mark.parametrize("text", ["c4", "0:c4", "26:c4", "5:z9", "5c4", "five:c4"])
def test_what_is_no_number_on_a_square(text: str) -> None:
    """A missing number, one beyond the board and an unknown square are refused."""
    with pytest.raises(InvalidProblemError):
        parse_places(BOARD, text)
