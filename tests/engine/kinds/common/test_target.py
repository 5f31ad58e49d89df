"""Targets as they are kept in rows, those of earlier versions included."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import ValidationError

from engine.kinds.common.kind import ShardPlan
from engine.kinds.common.target import StartTarget, Target
from engine.kinds.enumerate.search.shards import SearchTarget
from engine.kinds.enumerate.sweep.target import SweepTarget
from engine.kinds.imported.planner import ImportTarget
from engine.kinds.sample.targets import DrawTarget, StreamTarget

LARGE = "123456789012345678901234567890"
ROWS: list[tuple[type[Target], dict[str, Any]]] = [
    (SearchTarget, {"start": 0, "branches": [], "hopeless": True}),
    (SearchTarget, {"start": 7, "branches": [1, 0], "within": [2], "round": 0, "until": 1 << 30, "multiplicity": 2}),
    (SearchTarget, {"start": 7, "branches": [1], "cycle": True, "limit": 0, "keep": 0}),
    (SweepTarget, {"sweep": [], "why": "it is cheaper"}),
    (SweepTarget, {"sweep": [3], "counted": True}),
    (SweepTarget, {"sweep": [3, 4], "step": 5, "order": [1, 0], "chunks": [], "received": 9, "buckets": [0, 0]}),
    (StreamTarget, {"stream": 0, "units": 5, "keep": 0, "pilot": [[[-20.0, -0.5]]], "potential": [-20.0, -0.1]}),
    (DrawTarget, {"sweep": 0, "first": "12", "total": LARGE, "draws": 3}),
    (ImportTarget, {"job": "j", "claims": [{"quantity": "tours", "value": LARGE}]}),
    (StartTarget, {"start": 0}),
]


@pytest.mark.parametrize(("model", "row"), ROWS)
def test_a_row_is_read_and_written_as_it_was(model: type[Target], row: dict[str, object]) -> None:
    """Reading and writing a row loses no field and adds none."""
    assert json.loads(json.dumps(model.of(ShardPlan(0, "s", row)).to_json())) == row


def test_rows_of_earlier_versions_are_read() -> None:
    """Rows of earlier versions may have an empty round before and fields at their defaults."""
    old = {"sweep": [3], "step": 2, "order": [0], "chunks": ["a"], "received": 1, "before": {}, "superseded": []}
    target = SweepTarget.model_validate(old)
    assert (target.before, target.superseded, target.chunks) == (None, (), ("a",))
    assert SearchTarget.model_validate({"start": 0, "branches": [], "hopeless": False}).to_json() == {
        "start": 0,
        "branches": [],
    }


@pytest.mark.parametrize("model", sorted({model for model, _ in ROWS}, key=str))
def test_what_no_runner_would_read_is_refused(model: type[Target]) -> None:
    """A misspelt field is an error and is not ignored."""
    row = next(row for one, row in ROWS if one is model)
    with pytest.raises(ValidationError):
        model.model_validate(row | {"unheard": 1})


def test_the_round_before_goes_along() -> None:
    """A target keeps the round before it as a round of its own."""
    target = SweepTarget(sweep=(3,), step=4, order=(0,), chunks=("a",), received=7)
    later = target.model_copy(update={"step": 5, "before": target.begun_with()})
    assert SweepTarget.model_validate(later.to_json()) == later
    assert later.without_round() == SweepTarget(sweep=(3,))
