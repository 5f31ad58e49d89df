"""Planning an index."""

from __future__ import annotations

import pytest

from engine.errors import InvalidProblemError
from engine.kinds.common.kind import ShardRecord
from engine.kinds.figure_scope import scope_of
from engine.kinds.index.planner import CycleIndexing
from engine.kinds.parse import parse_problem


@pytest.mark.parametrize(
    ("board", "why"), [("5x5", "no closed tours"), ("4x6", "no closed tours"), ("12x12", "too large")]
)
def test_what_cannot_be_indexed(board: str, why: str) -> None:
    """Boards without closed tours, and those whose sweep is too large, are refused at the board."""
    with pytest.raises(InvalidProblemError, match=why) as refused:
        CycleIndexing().plan(parse_problem({"kind": "index", "board": board}))
    assert refused.value.pointer == "/board"


def test_one_shard() -> None:
    """An index is one shard; before its end there is no result."""
    problem = parse_problem({"kind": "index", "board": "6x6"})
    (shard,) = CycleIndexing().plan(problem).shards
    record = ShardRecord(0, shard.target)
    assert not CycleIndexing().merge(problem, [record]).counts
    assert not CycleIndexing().follow(problem, [record])


def test_the_count_is_a_fact_of_the_board() -> None:
    """A complete index has met all closed tours: its count is restricted by nothing."""
    scope = scope_of({"kind": "index", "board": "6x6", "piece": "knight"}, "job", "complete", "cycles")
    assert (scope.restriction, scope.starts) == (None, "all")
