"""Which stages serve which method."""

from __future__ import annotations

import pytest

from engine.construction.stages.plan import stages
from engine.runners.construction import request_of
from engine.specification.parse import parse_specification


@pytest.mark.parametrize(
    ("board", "method", "expected"),
    [
        ("8x8", "auto", ["proof", "blocks"]),
        ("heart", "auto", ["proof", "search", "two-factor", "roth", "search"]),
        ("8x8", "pohl", ["pohl"]),
        ("8x8", "squirrel-cull", ["squirrel-cull"]),
        ("torus:5x6", "two-factor", ["proof", "two-factor"]),
        ("torus:5x6", "search", ["proof", "search"]),
    ],
)
def test_stages_of_each_method(board: str, method: str, expected: list[str]) -> None:
    """The stages stand in the order in which they are tried."""
    spec = parse_specification({"kind": "construct", "board": board, "method": method})
    assert [make().name for make in stages(request_of(spec), spec)] == expected
