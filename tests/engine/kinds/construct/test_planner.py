"""The kind of job "construct"."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import InvalidProblemError
from engine.kinds.common.kind import ShardRecord
from engine.kinds.construct.planner import Construction, read_report, write_report
from engine.kinds.parse import InvalidSpecificationError, parse_problem


def specification(**fields: object) -> Any:
    """Return a parsed specification of a construction."""
    return parse_problem({"kind": "construct", **fields})


def test_one_shard() -> None:
    """A construction is one shard, named after method and board."""
    plan = Construction().plan(specification(board="6x6"))
    assert [(shard.index, shard.label) for shard in plan.shards] == [(0, "auto on 6x6")]
    assert Construction().follow(specification(board="6x6"), []) == ()


@pytest.mark.parametrize(
    ("pointer", "fields"),
    [
        ("/board", {"board": "8by8"}),
        ("/start", {"board": "8x8", "start": [9, 1]}),
        ("/end", {"board": "8x8", "end": [1, 0]}),
        ("/end", {"board": "8x8", "end": [1, 2], "method": "warnsdorff"}),
        ("/method", {"board": "torus:8x8", "method": "blocks"}),
        ("/method", {"board": "8x8", "piece": [1, 4], "method": "blocks"}),
        ("/method", {"board": "heart", "method": "squirrel-cull"}),
        ("/tours", {"board": "8x8", "tours": "closed", "method": "squirrel-cull"}),
        ("/start", {"board": "8x8", "start": [1, 2], "method": "squirrel-cull"}),
        ("/until", {"board": "8x8", "until": "all"}),
        ("/tours", {"board": "8x8", "fewest": "turns"}),
        ("/fewest", {"board": "torus:8x8", "tours": "closed", "fewest": "turns"}),
        ("/most", {"board": "8x8", "piece": [1, 4], "tours": "open", "most": "crossings"}),
        ("/board", {"board": "100x101", "tours": "closed", "fewest": "turns"}),
        ("/symmetry", {"board": "6x6", "tours": "closed", "symmetry": "rotation180", "fewest": "turns"}),
        ("/until", {"board": "8x8", "tours": "open", "method": "roth", "until": "all", "most": "turns"}),
        ("/board", {"board": "9998x9998", "method": "two-factor"}),
        ("/board", {"board": "10000x10000", "method": "warnsdorff"}),
    ],
)
def test_what_a_method_cannot_do_is_refused(pointer: str, fields: dict[str, object]) -> None:
    """The fault names the field, whether parsing or planning finds it."""
    with pytest.raises((InvalidProblemError, InvalidSpecificationError)) as caught:
        Construction().plan(specification(**fields))
    error = caught.value
    pointers = [error.pointer] if isinstance(error, InvalidProblemError) else [fault.pointer for fault in error.faults]
    assert pointers == [pointer]


def test_reports_come_back_from_their_arrays() -> None:
    """Writing and reading a report must lose nothing; before the first slice there is none."""
    report = {"outcome": "complete", "explanation": "für jedes Brett", "stages": []}
    assert read_report(write_report(report)) == report
    assert read_report(None) is None


def test_the_result_tells_every_stage() -> None:
    """Outcome, explanation, counts of every stage and the tour's description come from the report."""
    stage = {"method": "roth", "verdict": "complete", "explanation": "", "attempts": 3, "successes": 1}
    report = {"outcome": "complete", "explanation": "roth: 1 of 3", "stages": [stage], "tour": {"digest": "ab"}}
    record = ShardRecord(0, {}, is_finished=True, statistics={"report": write_report(report)})
    result = Construction().merge(specification(board="6x6"), [record])
    assert (result.outcome, result.explanation) == ("complete", "roth: 1 of 3")
    assert [(count.quantity, count.value, count.method) for count in result.counts] == [
        ("attempts", "3", "roth"),
        ("successes", "1", "roth"),
    ]
    assert result.extra == {"stages": [stage], "tour": {"digest": "ab"}}
