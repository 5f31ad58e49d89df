"""Errors of values in the project's own words."""

from __future__ import annotations

from typing import Literal

import pytest
from pydantic import TypeAdapter, ValidationError
from pydantic_core._pydantic_core import list_all_errors

from api.http.job_body import parse_job
from engine.boards.piece import NAMES
from engine.kinds.parse import InvalidSpecificationError
from engine.specification.model_errors import CHOICES, FAULTS, error_words

BODY = {"kind": "enumerate", "board": "5x5"}
PIECES = ", ".join(NAMES)
METHODS = "auto, backtrack, warnsdorff, frontier, inclusion-exclusion, board-array, link-cutting, quotient"


@pytest.mark.parametrize(
    ("raw", "faults"),
    [
        ([1], [("", "the body must be an object")]),
        (BODY | {"starts": "corner"}, [("/starts", "'corner' is not a choice here; give all, or a list")]),
        (
            BODY | {"starts": ["a1", 5]},
            [("/starts/1", "give a square by its name, such as a1, or its coordinates, such as [1, 1]")],
        ),
        (
            BODY | {"piece": 5},
            [("/piece", "give the name of a piece, such as camel, or its components, such as [1, 3]")],
        ),
        (
            BODY | {"piece": "Girafe"},
            [
                (
                    "/piece",
                    f"'Girafe' is not a piece; did you mean giraffe? Give one of {PIECES}, or components as in [1, 4]",
                )
            ],
        ),
        (
            BODY | {"piece": "cavalier"},
            [
                (
                    "/piece",
                    f"'cavalier' is not a piece; did you mean knight? Give one of {PIECES}, or components as in [1, 4]",
                )
            ],
        ),
        (
            BODY | {"piece": "camell"},
            [
                (
                    "/piece",
                    f"'camell' is not a piece; did you mean camel? Give one of {PIECES}, or components as in [1, 4]",
                )
            ],
        ),
        (
            BODY | {"method": "backtrak"},
            [("/method", f"there is no method 'backtrak'; did you mean backtrack? There are {METHODS}")],
        ),
        (BODY | {"method": "?"}, [("/method", f"there is no method '?'; there are {METHODS}")]),
        (
            BODY | {"tours": "Close"},
            [("/tours", "'Close' is not a choice here; did you mean closed? The choices: any, closed, open")],
        ),
        (
            BODY | {"store": "class"},
            [("/store", "'class' is not a choice here; did you mean classes? Give none, all, classes, or an object")],
        ),
        (BODY | {"store": {"first": "x"}}, [("/store/first", "must be an integer")]),
        (BODY | {"webhook": "http://x"}, [("/webhook", "must be an object that has the address to call as `url`")]),
        (BODY | {"limit": {"tours": 0}}, [("/limit/tours", "must be at least 1")]),
        ({"kind": "enumerate"}, [("/board", "must be given")]),
    ],
)
def test_a_body(raw: object, faults: list[tuple[str, str]]) -> None:
    """Each wrong field is named once, with what it takes and the nearest choice."""
    with pytest.raises(InvalidSpecificationError) as refused:
        parse_job(raw)
    assert [(fault.pointer, fault.message) for fault in refused.value.faults] == faults


@pytest.mark.parametrize(
    ("asked", "value", "words"),
    [
        (Literal["first"], "firs", "'firs' is not a choice here; did you mean first? The choices: first"),
        (Literal[1, 2], 5, "5 is not a choice here; the choices: 1, 2"),
        (bytes, 5, "has no value that fits here"),
    ],
)
def test_a_value(asked: type, value: object, words: str) -> None:
    """A type of error without a sentence of its own gets a plain one."""
    with pytest.raises(ValidationError) as refused:
        TypeAdapter[object](asked).validate_python(value)
    assert error_words(refused.value.errors()[0]) == words


def test_the_sentences_are_of_errors() -> None:
    """Each sentence is for an existing type of error, and none is the library's."""
    known = {one["type"]: one["message_template_python"] for one in list_all_errors()}
    assert known.keys() >= {*FAULTS, *CHOICES}
    assert not set(FAULTS.values()) & set(known.values())
