"""Refusals of jobs of kind `strip`, and their normal form."""

from __future__ import annotations

import pytest

from engine.errors import InvalidProblemError
from engine.kinds.parse import InvalidSpecificationError, parse_problem
from engine.kinds.strip.planner import StripCounting


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({}, "/family"),
        ({"family": "5x5"}, "/family"),
        ({"family": "torus:5xn"}, "/family"),
        ({"family": "30xn"}, "/family"),
        ({"family": "3xn", "piece": [1, 9]}, "/piece"),
        ({"family": "3xn", "piece": [0, 0]}, "/piece"),
        ({"family": "3xn", "piece": "unicorn"}, "/piece"),
        ({"family": "3xn", "terms": 10_001}, "/terms"),
        ({"family": "3xn", "tours": "none"}, "/tours"),
        ({"family": "3xn", "order": -1}, "/order"),
    ],
)
def test_refused_as_read(fields: dict[str, object], pointer: str) -> None:
    """Each error names its field."""
    with pytest.raises(InvalidSpecificationError) as caught:
        parse_problem({"kind": "strip", **fields})
    assert caught.value.faults[0].pointer in (pointer, f"/strip{pointer}")


@pytest.mark.parametrize(
    ("fields", "pointer", "why"),
    [
        ({"family": "9xn"}, "/family", "states|describes"),
        ({"family": "5xn", "terms": 10_000}, "/terms", "ask for"),
    ],
)
def test_refused_as_planned(fields: dict[str, object], pointer: str, why: str) -> None:
    """A family too wide says how wide, terms too many say how many may be asked for."""
    with pytest.raises(InvalidProblemError, match=why) as caught:
        StripCounting().check(parse_problem({"kind": "strip", **fields}))
    assert caught.value.pointer == pointer


def test_what_is_refused_may_be_asked_for_with_the_bound_that_is_named() -> None:
    """The number in the message is the largest that passes."""
    with pytest.raises(InvalidProblemError) as caught:
        StripCounting().check(parse_problem({"kind": "strip", "family": "5xn", "terms": 10_000}))
    most = int(caught.value.message.split()[-3])
    StripCounting().check(parse_problem({"kind": "strip", "family": "5xn", "terms": most}))
    with pytest.raises(InvalidProblemError):
        StripCounting().check(parse_problem({"kind": "strip", "family": "5xn", "terms": most + 1}))


def test_equal_questions_are_equal() -> None:
    """Different spellings of family and piece have one fingerprint."""
    one = parse_problem({"kind": "strip", "family": "nx5", "piece": [2, 1]})
    other = parse_problem({"kind": "strip", "family": "5xn"})
    assert one.fingerprint == other.fingerprint


@pytest.mark.parametrize("piece", ["camel", "3,1", [3, 1]])
def test_pieces_have_names(piece: str | list[int]) -> None:
    """A name and the components of its leap, in any order, ask the same."""
    named, usual = (parse_problem({"kind": "strip", "family": "cylinder:nx3", "piece": one}) for one in (piece, [1, 3]))
    assert named.document == usual.document
    assert named.fingerprint == usual.fingerprint
