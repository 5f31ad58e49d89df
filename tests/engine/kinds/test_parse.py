"""Specifications: what is refused, and where the refusal points."""

from __future__ import annotations

import pytest

from engine.kinds.parse import InvalidSpecificationError, parse_problem, parse_specification
from engine.specification.normal_form import as_json

GOOD: dict[str, object] = {"kind": "enumerate", "board": "5x5"}


@pytest.mark.parametrize(
    ("raw", "pointers"),
    [
        ({}, {"/kind"}),
        ({"kind": "solve"}, {"/kind"}),
        ([], {""}),
        ({"kind": "enumerate"}, {"/board"}),
        (GOOD | {"colour": 1}, {"/colour"}),
        (GOOD | {"a/b~c": 1}, {"/a~1b~0c"}),
        (GOOD | {"priority": False}, {"/priority"}),
        (GOOD | {"priority": float("inf")}, {"/priority"}),
        (GOOD | {"priority": "1"}, {"/priority"}),
        (GOOD | {"weight": 0}, {"/weight"}),
        (GOOD | {"weight": 1e-320}, {"/weight"}),
        (GOOD | {"weight": float("nan")}, {"/weight"}),
        ({"kind": "sample", "board": "5x5", "potential": [float("inf"), 0]}, {"/potential/0"}),
        (GOOD | {"limit": {}}, {"/limit"}),
        (GOOD | {"limit": {"tours": 0}}, {"/limit/tours"}),
        (GOOD | {"board": {}}, {"/board"}),
        (GOOD | {"label": "a\x00b"}, {"/label"}),
        ({"kind": "sample", "board": "5x5", "budget": {"cpu_seconds": 10**400}}, {"/budget/cpu_seconds"}),
        (GOOD | {"order": [[1, 2], [1, "2"]]}, {"/order/1/1"}),
        ({"kind": "sample", "board": "5x5", "potential": "best"}, {"/potential"}),
        ({"kind": "sample", "board": "5x5", "potential": [-1, "2"]}, {"/potential/1"}),
        ({"kind": "sample", "board": "5x5", "potential": [-1]}, {"/potential"}),
        ({"kind": "test-generator", "generator": "none such"}, {"/generator"}),
        ({"kind": "test-generator"}, {"/generator"}),
    ],
)
def test_a_fault_points_at_the_field(raw: object, pointers: set[str]) -> None:
    """Each fault carries the JSON pointer of the wrong, missing or unknown field, never a name of our models."""
    with pytest.raises(InvalidSpecificationError) as caught:
        parse_specification(raw)

    assert {fault.pointer for fault in caught.value.faults} == pointers


def test_integral_floats_are_integers() -> None:
    """JSON has one kind of number: 3.0 says the same as 3."""
    assert parse_specification(GOOD | {"priority": 3.0}).priority == 3


def test_the_fingerprint_ignores_label_and_priority() -> None:
    """Two jobs that compute the same have one fingerprint, whatever people call them."""
    plain = parse_problem(GOOD).fingerprint

    assert parse_problem(GOOD | {"label": "mine", "priority": 5, "weight": 2.5}).fingerprint == plain
    assert parse_problem(GOOD | {"tours": "closed"}).fingerprint != plain


def test_as_json_round_trips() -> None:
    """The normalised document is itself a specification, and normalising it changes nothing."""
    document = as_json(parse_specification(GOOD | {"limit": {"tours": 7}}))

    assert as_json(parse_specification(document)) == document


def test_the_kinds_are_listed() -> None:
    """A missing or unknown kind is answered by those that there are, and the one that was meant."""
    for raw in ({}, {"kind": "enumrate"}):
        with pytest.raises(InvalidSpecificationError) as caught:
            parse_problem(raw)
        (fault,) = caught.value.faults
        assert fault.pointer == "/kind"
        assert "one of construct" in fault.message or "enumerate, " in fault.message
        assert "discriminator" not in fault.message
    assert "did you mean `enumerate`?" in fault.message


@pytest.mark.parametrize(
    ("name", "components"),
    [
        ("giraffe", [1, 4]),
        ("zebra", [2, 3]),
        ("camel", [1, 3]),
        ("antelope", [3, 4]),
        ("fers", [1, 1]),
        ("wazir", [1]),
        ("1,4", [1, 4]),
    ],
)
def test_pieces_by_name(name: str, components: list[int]) -> None:
    """As problemists call them, or by components as text; in the normal form they are components."""
    assert parse_problem({"kind": "enumerate", "board": "8x8", "piece": name}).document["piece"] == components
    with pytest.raises(InvalidSpecificationError, match="camel, giraffe"):
        parse_problem({"kind": "enumerate", "board": "8x8", "piece": "gnu"})
