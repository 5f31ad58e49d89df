"""Jobs of kind `uncrossed` against the published lengths, each shard opened again from its checkpoint on the way."""

from __future__ import annotations

import pytest

from engine.errors import InvalidProblemError, KernelLimitError
from engine.kinds.common.kind import ShardRecord
from engine.kinds.parse import parse_problem
from engine.kinds.running.shard_runner import Shard
from engine.kinds.uncrossed.planner import UncrossedPaths
from engine.kinds.uncrossed.runner import UncrossedRunner
from engine.specification.result import Result
from findings.references.data_files import all_figures

PUBLISHED = {(one.board, one.quantity): int(one.value) for one in all_figures() if one.table == "uncrossed"}
"""The lengths of OEIS A003192 and A157416 in the reference data, by board and quantity."""

SIDES = range(1, 7)


def run(**fields: object) -> Result:
    """Run a job."""
    problem, kind = parse_problem({"kind": "uncrossed", **fields}), UncrossedPaths()
    (shard,) = kind.plan(problem).shards
    runner = UncrossedRunner(Shard(problem, shard.target))
    records = [ShardRecord(0, shard.target)]
    assert kind.merge(problem, records).extra == {}
    while not runner.is_finished:
        runner.step(20_000)
        records = [ShardRecord(0, shard.target, is_finished=False, statistics=runner.statistics())]
        so_far = kind.merge(problem, records).extra["uncrossed"]
        assert kind.merge(problem, records).counts == []
        assert not so_far["exact"]
        assert so_far["upper_bound"] >= (so_far["length"] or 0)
        runner = UncrossedRunner(Shard(problem, shard.target, runner.checkpoint()))
    assert runner.progress == 1.0
    assert not runner.take_tours().size
    records = [ShardRecord(0, shard.target, is_finished=True, statistics=runner.statistics())]
    assert not kind.follow(problem, records)
    return kind.merge(problem, records)


@pytest.mark.parametrize("side", SIDES)
def test_published_lengths(side: int) -> None:
    """Paths and cycles on squares have the published lengths, 0 for no cycle; both counts are facts of the board."""
    board = f"{side}x{side}"
    found, closed = run(board=board), run(board=board, tours="closed")
    longest, round_trip = PUBLISHED[board, "uncrossed_path"], PUBLISHED[board, "uncrossed_cycle"]
    assert [(one.quantity, one.convention, one.value) for one in (*found.counts, *closed.counts)] == [
        ("uncrossed_path", "undirected", str(longest)), ("uncrossed_cycle", "undirected", str(round_trip)),
    ]  # fmt: skip
    assert found.outcome == closed.outcome == "complete"
    figures = found.extra["uncrossed"]
    assert (figures["length"], figures["upper_bound"], figures["exact"]) == (longest, longest, True)
    assert len(found.extra["path"]) == longest + 1
    cycle = closed.extra["uncrossed"]
    assert (cycle["length"] or 0, cycle["upper_bound"], cycle["exact"]) == (round_trip, round_trip, True)
    assert ("path" in closed.extra) == (round_trip > 0)
    if round_trip:
        path = closed.extra["path"]
        assert path[0] == path[-1]
        assert len({tuple(square) for square in path}) == round_trip


def test_a_width() -> None:
    """The length found within a width is reported as a bound, unless no path left out could be longer."""
    found = run(board="6x6", width=5)
    figures = found.extra["uncrossed"]
    assert found.outcome == "limit"
    assert found.explanation is not None
    assert not figures["exact"]
    assert figures["length"] <= 17 <= figures["upper_bound"]
    assert "paths" not in figures
    assert found.counts == []


@pytest.mark.parametrize(
    ("pointer", "fields"),
    [
        ("/board", {"board": "torus:6x6"}),
        ("/board", {"board": "cylinder:4x7"}),
        ("/board", {"board": "cube:4"}),
        ("/board", {"board": "4x4x4"}),
        ("/board", {"board": "20x20"}),
        ("/piece", {"board": "16x40", "piece": [1, 15]}),
    ],
)
def test_refusals(pointer: str, fields: dict[str, object]) -> None:
    """Surfaces that wrap and boxes cannot be drawn on paper; the error names the field."""
    with pytest.raises(InvalidProblemError) as refused:
        UncrossedPaths().check(parse_problem({"kind": "uncrossed", **fields}))
    assert refused.value.pointer == pointer


def test_memory_is_bounded() -> None:
    """A sweep that outgrows its memory says what to ask for instead."""
    problem = parse_problem({"kind": "uncrossed", "board": "6x6"})
    runner = UncrossedRunner(Shard(problem, {}, memory=1 << 18))
    with pytest.raises(KernelLimitError, match="ask for a width"):
        _to_the_end(runner)


def _to_the_end(runner: UncrossedRunner) -> None:
    while not runner.is_finished:
        runner.step(1000)
