"""The choice between search and sweep."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kinds.enumerate.auto_method import advice_on_order, choose_method, expected_nodes, in_words
from engine.kinds.parse import parse_problem


def specification(**fields: object) -> Any:
    """Return the specification of an enumeration."""
    return parse_problem({"kind": "enumerate", "board": "8x8", **fields})


@pytest.mark.parametrize("field", [{"limit": {"tours": 5}}, {"store": "classes"}, {"store": {"first": 3}}])
def test_tours_wanted_one_by_one_are_searched(field: dict[str, object]) -> None:
    """A sweep meets no single tour, so limits and storing leave only a search."""
    assert choose_method(specification(**field))[0] == "backtrack"


@pytest.mark.parametrize(
    ("fields", "method"),
    [
        ({"board": "1x1"}, "backtrack"),
        ({"board": "3x4"}, "backtrack"),
        ({"board": "5x5"}, "backtrack"),
        ({"board": "6x6"}, "backtrack"),
        ({"board": "6x8", "tours": "closed"}, "frontier"),
        ({"board": "12x12", "tours": "closed"}, "backtrack"),
        ({"board": "30x30"}, "backtrack"),
        ({"board": "cube:2", "starts": [[1, 1, 1]]}, "inclusion-exclusion"),
        ({"board": "torus:4x6", "tours": "closed"}, "frontier"),
    ],
)
def test_the_cheaper_method_is_chosen(fields: dict[str, object], method: str) -> None:
    """Small trees are searched, large ones swept where the frontier fits; the reason is never empty."""
    chosen, reason, _ = choose_method(specification(**fields))
    assert chosen == method
    assert reason


def test_a_search_for_closed_tours_is_not_overstated() -> None:
    """With prunings, from one square in one direction, 6x6 is expected to take under 1/1000 of the plain search."""
    fields = {"board": "6x6", "tours": "closed", "method": "backtrack"}
    plain, pruned = (
        expected_nodes(spec)
        for spec in (specification(prune=prune, **fields) for prune in ([], ["exits", "forced", "cycle"]))
    )
    assert 1e3 < pruned < plain / 1000


def test_a_long_narrow_board_is_swept() -> None:
    """A long narrow board is swept however many squares it has, as its frontier is small."""
    method, reason, _ = choose_method(specification(board="3x200", tours="closed"))
    assert method == "frontier"
    assert "a search never ends" in reason


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.0123, "0.01 s"),
        (45.2, "45 s"),
        (600, "10 minutes"),
        (1e6, "12 days"),
        (3e15, "9e+07 years"),
    ],
)
def test_lengths_of_time_are_rough(seconds: float, words: str) -> None:
    """Lengths of time have one or two figures and a suitable unit."""
    assert in_words(seconds) == words


FEW = {"limit": {"tours": 5}}


def test_the_first_tours_of_a_large_board_may_be_far() -> None:
    """A search of a large board for its first tours in listed order gets the advice to use a better order."""
    for fields in ({}, {"method": "backtrack"}, {"order": None, "tours": "closed"}):
        assert '"visit": "warnsdorff"' in (advice_on_order(specification(**FEW, **fields)) or "")
    for fields in ({"visit": "warnsdorff"}, {"method": "warnsdorff"}, {"board": "5x5"}, {"limit": {"nodes": 5}}):
        assert advice_on_order(specification(**FEW | fields)) is None
    assert advice_on_order(specification()) is None
