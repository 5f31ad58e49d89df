"""The choice between search and sweep."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kinds.choice import choose_method
from engine.specification.parse import parse_specification


def specification(**fields: Any) -> Any:
    """Return the specification of an enumeration."""
    return parse_specification({"kind": "enumerate", "board": "8x8", **fields})


@pytest.mark.parametrize("field", [{"limit": {"tours": 5}}, {"store": "classes"}, {"store": {"first": 3}}])
def test_tours_wanted_one_by_one_are_searched(field: dict[str, Any]) -> None:
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
    ],
)
def test_the_cheaper_method_is_chosen(fields: dict[str, Any], method: str) -> None:
    """Small trees are searched, large ones swept where the frontier fits; the reason is never empty."""
    chosen, reason = choose_method(specification(**fields))
    assert chosen == method
    assert reason
