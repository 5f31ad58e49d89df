"""Counted searches, from specification to result."""

from __future__ import annotations

import pytest

from engine.errors import InvalidProblemError
from engine.kinds.common.kind import ShardRecord
from engine.kinds.open_shard import open_shard
from engine.kinds.parse import parse_problem
from engine.kinds.running.shard_runner import Shard
from engine.kinds.table import KINDS
from engine.specification.result import Result
from tests.in_memory import counts

METHODS = ("board-array", "link-cutting")
CORNER: dict[str, object] = {"kind": "enumerate", "board": "5x5", "starts": [[1, 1]]}


def run(work: int = 10**9, **fields: object) -> Result:
    """Run a job, reopening its runner after every step."""
    spec = parse_problem({**CORNER, **fields})
    kind = KINDS["enumerate"]
    (shard,) = kind.plan(spec).shards
    runner = open_shard(Shard(spec, shard.target))
    while not runner.is_finished:
        assert 0 < runner.step(work) <= work
        assert 0 <= runner.progress <= 1
        runner = open_shard(Shard(spec, shard.target, runner.checkpoint()))
    assert not len(runner.take_tours())
    record = ShardRecord(0, shard.target, is_finished=True, statistics=runner.statistics())
    assert not kind.follow(spec, [record])
    return kind.merge(spec, [record])


@pytest.mark.parametrize("method", METHODS)
def test_first_tour_at_jump_17_739_769(method: str) -> None:
    """The first tour is at the jump of Le problème du cavalier; cut links leave only free neighbours to look at."""
    order = [[-2, -1], [-2, 1], [-1, -2], [-1, 2], [1, -2], [1, 2], [2, -1], [2, 1]]
    result = run(board="8x8", order=order, limit={"tours": 1}, method=method)
    found = counts(result)
    assert result.outcome == "limit"
    assert (found["tours"], found["jumps"]) == (1, 17_739_769)
    assert (found["cuts"] > 0) == (found["looks"] == found["nodes"] - 1) == (method == "link-cutting")
    trace = result.extra["depth_trace"]
    assert sum(trace["nodes_by_depth"]) == found["nodes"]
    assert min(trace["shallowest"][1:]) == 33


@pytest.mark.parametrize("method", METHODS)
def test_cuts_do_not_matter(method: str) -> None:
    """Small steps give the same result, and tours and nodes are those of backtrack: 304 tours from the corner."""
    small, large = run(99_991, method=method), run(method=method)
    assert small == large
    assert large.outcome == "complete"
    plain = counts(backtrack())
    assert counts(large)["tours"] == plain["tours"] == 304
    assert (counts(large)["nodes"], counts(large)["jumps"]) == (plain["nodes"], plain["jumps"])


def backtrack() -> Result:
    """Return the result of the plain search from the corner of 5x5."""
    spec = parse_problem({**CORNER, "method": "backtrack"})
    kind = KINDS["enumerate"]
    records = []
    for shard in kind.plan(spec).shards:
        runner = open_shard(Shard(spec, shard.target))
        while not runner.is_finished:
            runner.step(10**9)
        records.append(ShardRecord(shard.index, shard.target, is_finished=True, statistics=runner.statistics()))
    return kind.merge(spec, records)


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"starts": "all"}, "/starts"),
        ({"tours": "open"}, "/tours"),
        ({"by_end": True}, "/by_end"),
        ({"prune": ["exits"]}, "/prune"),
        ({"connected_at": [5]}, "/connected_at"),
        ({"store": "all"}, "/store"),
    ],
)
@pytest.mark.parametrize("method", METHODS)
def test_what_has_no_meaning_is_refused(method: str, fields: dict[str, object], pointer: str) -> None:
    """The error names the field."""
    with pytest.raises(InvalidProblemError) as error:
        KINDS["enumerate"].plan(parse_problem({**CORNER, "method": method, **fields}))
    assert error.value.pointer == pointer
