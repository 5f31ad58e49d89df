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
    """One square, one direction, with prunings: 6x6 takes far fewer squares than 36 plain trees."""
    fields = {"board": "6x6", "tours": "closed", "method": "backtrack"}
    plain, pruned = (
        expected_nodes(spec)
        for spec in (specification(prune=prune, **fields) for prune in ([], ["exits", "forced", "cycle"]))
    )
    assert 1e3 < pruned < plain / 1000


def test_a_long_narrow_board_is_swept() -> None:
    """However many squares it has: the frontier is what counts."""
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
    """As a person says them: one or two figures and the unit that fits."""
    assert in_words(seconds) == words


FEW = {"limit": {"tours": 5}}


def test_the_first_tours_of_a_large_board_may_be_far() -> None:
    """Where moves are tried as listed; an order that finds them is named."""
    for fields in ({}, {"method": "backtrack"}, {"order": None, "tours": "closed"}):
        assert '"visit": "warnsdorff"' in (advice_on_order(specification(**FEW, **fields)) or "")
    for fields in ({"visit": "warnsdorff"}, {"method": "warnsdorff"}, {"board": "5x5"}, {"limit": {"nodes": 5}}):
        assert advice_on_order(specification(**FEW | fields)) is None
    assert advice_on_order(specification()) is None
