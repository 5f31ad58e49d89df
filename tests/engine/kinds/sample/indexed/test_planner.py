"""The fields that a job drawing from an index may have, and how its draws are shared out."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import InvalidProblemError
from engine.kinds.parse import parse_problem
from engine.kinds.table import KINDS


def plan(**fields: Any) -> Any:
    """Plan a job that draws from an index."""
    given = {"board": "8x8", "tours": "closed", "store": "all", "budget": {"walks": 100}, **fields}
    return KINDS["sample"].plan(parse_problem({"kind": "sample", "method": "index", **given}))


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"tours": "any"}, "/tours"),
        ({"tours": "open"}, "/tours"),
        ({"budget": {"cpu_seconds": 3}}, "/budget"),
        ({"budget": {"relative_error": 0.1}}, "/budget"),
        ({"store": "none"}, "/store"),
        ({"store": "classes"}, "/store"),
        ({"tail": 3}, "/tail"),
    ],
)
def test_what_it_cannot_heed_is_refused(fields: dict[str, Any], pointer: str) -> None:
    """The error names the field."""
    with pytest.raises(InvalidProblemError) as error:
        plan(**fields)
    assert error.value.pointer == pointer


def test_draws_are_shared_out_among_the_streams() -> None:
    """The streams' draws add up to those of the job; no more are made than are kept."""
    shards = plan(rng={"streams": 8}).shards
    assert sum(shard.target["units"] for shard in shards) == 100
    assert len(shards) == 8
    assert sum(shard.target["units"] for shard in plan(store={"first": 11}).shards) == 11


def test_a_board_without_closed_tours_needs_no_index() -> None:
    """A proof that there is no tour answers the job."""
    result = plan(board="5x5").result
    assert result is not None
    assert result.outcome == "impossible"
