"""Givens of a tour: read, refused at their field, and brought to one form."""

from __future__ import annotations

import pytest

from engine.boards.labels import parse_board
from engine.kinds.complete.specification import known_of
from engine.kinds.parse import InvalidSpecificationError, parse_specification
from engine.specification.normal_form import as_json

BODY = {"kind": "complete", "board": "3x4"}


@pytest.mark.parametrize(
    ("field", "pointer", "words"),
    [
        ({"givens": [{"square": "a1", "number": 1}, {"square": "3,1", "number": 2}]}, "/givens/1", "two numbers on a1"),
        ({"givens": [{"square": "a1", "number": 13}]}, "/givens/0", "more than the 12 squares"),
        ({"givens": [{"square": "a1", "number": 0}]}, "/givens/0/number", "must be at least 1"),
        ({"givens": [{"square": "z9", "number": 1}]}, "/givens/0/square", "'z9' is not a square"),
        ({"givens": "1 . ."}, "/givens", "a grid of 3 x 4 has 12 numbers or dots, this one 3"),
        ({"paths": [["a1", "b3", "a1"]]}, "/paths/0/2", "stands there twice"),
        ({"moves": [["a1", "x3"]]}, "/moves/0/1", "'x3' is not a square"),
        ({"barred": [["a1"]]}, "/barred/0", "at least 2"),
        ({"limit": {"tours": 0}}, "/limit/tours", "must be at least 1"),
    ],
)
def test_faults_are_told_at_their_field(field: dict[str, object], pointer: str, words: str) -> None:
    """An invalid square, number or other value is refused with its place."""
    with pytest.raises(InvalidSpecificationError) as error:
        parse_specification(BODY | field)
    (fault,) = error.value.faults
    assert fault.pointer == pointer
    assert words in fault.message


def test_no_classes_are_kept() -> None:
    """Givens have no symmetry in general, so classes, not met whole, are no choice for `store`."""
    with pytest.raises(
        InvalidSpecificationError, match="/store: 'classes' is not a choice here; give none, all, or an object"
    ):
        parse_specification(BODY | {"store": "classes"})


def test_one_form() -> None:
    """A grid, names in any order, and coordinates have the same normal form."""
    grid = "1 . . .\n. . 6 .\n. . . 12\n"
    one = {"givens": grid, "moves": [["a1", "b3"]]}
    two = {
        "givens": [{"square": "d1", "number": 12}, {"square": [2, 3], "number": 6}, {"square": "a3", "number": 1}],
        "moves": [["1,2", "a1"], ["a1", "b3"]],
    }
    first, second = (as_json(parse_specification(BODY | body)) for body in (one, two))
    assert first == second
    assert first["givens"][0] == {"square": [1, 1], "number": 1}  # type: ignore[index]


def test_a_number_on_two_squares_has_one_form() -> None:
    """A number on two squares is read, with the same normal form in either order."""
    givens = [{"square": "b1", "number": 12}, {"square": "a1", "number": 12}, {"square": "a3", "number": 1}]
    first, second = (as_json(parse_specification(BODY | {"givens": order})) for order in (givens, givens[::-1]))
    assert first == second
    assert [given["number"] for given in first["givens"]] == [1, 12, 12]  # type: ignore[attr-defined]


def test_known_is_in_order() -> None:
    """Numbers ascend, barred moves have their lesser square first, and pieces of path become their moves."""
    spec = parse_specification(
        BODY
        | {
            "givens": [{"square": "a1", "number": 9}, {"square": "b1", "number": 2}],
            "paths": [["a3", "b1", "c3"]],
            "barred": [["b3", "a1"], ["a1", "b3"]],
        }
    )
    known = known_of(spec, parse_board("3x4"))  # type: ignore[arg-type]
    assert list(known.at.items()) == [(9, 1), (8, 8)]
    assert known.arcs == ((0, 9), (9, 2))
    assert known.barred == ((1, 8),)
    assert not known.begins_nowhere
