"""Counts by inclusion and exclusion against plain enumeration, cut in many ways."""

from __future__ import annotations

from typing import cast

import pytest

from engine.errors import InvalidProblemError
from engine.kinds.common.kind import ShardRecord
from engine.kinds.enumerate.inclusion_exclusion import planner as inclusion_exclusion
from engine.kinds.enumerate.inclusion_exclusion.planner import InclusionExclusion
from engine.kinds.enumerate.inclusion_exclusion.runner import InclusionExclusionRunner
from engine.kinds.enumerate.specification import EnumerateProblem
from engine.kinds.parse import parse_problem
from engine.kinds.running.shard_runner import Shard
from engine.search.permanent_bound import bits_at_most
from engine.specification.result import Result
from tests.in_memory import counts
from tests.reference.all_tours import all_tours

BOARDS = ["1x1", "mask:##", "3x3", "3x4", "mask:###/#.#/###", "torus:3x3", "cylinder:3x4", "cube:1", "2x2x3"]


def problem_of(**fields: object) -> EnumerateProblem:
    """Read a job of the method."""
    return cast("EnumerateProblem", parse_problem({"kind": "enumerate", "method": "inclusion-exclusion", **fields}))


def run(problem: EnumerateProblem, work: int) -> Result:
    """Run all shards, reopening runners after every step."""
    kind = InclusionExclusion()
    plan = kind.plan(problem)
    if plan.result is not None:
        return plan.result
    records = []
    for shard in plan.shards:
        runner = InclusionExclusionRunner(Shard(problem, shard.target, None))
        while not runner.is_finished:
            assert 0 < runner.step(work) <= work
            runner = InclusionExclusionRunner(Shard(problem, shard.target, runner.checkpoint()))
        assert runner.progress == 1
        assert len(runner.take_tours()) == 0
        records.append(ShardRecord(shard.index, shard.target, is_finished=True, statistics=runner.statistics()))
    assert kind.merge(problem, [ShardRecord(0, records[0].target), *records[1:]]).counts == []
    assert kind.follow(problem, records) == ()
    return kind.merge(problem, records)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("piece", [[1, 2], [0, 1], [1, 1]])
@pytest.mark.parametrize("tours", ["any", "closed", "open"])
@pytest.mark.parametrize("by_end", [False, True])
def test_counts(monkeypatch: pytest.MonkeyPatch, board: str, piece: list[int], tours: str, by_end: bool) -> None:
    """Counts of tours, closed tours and cycles, by start and by end, are those of plain enumeration."""
    monkeypatch.setattr(inclusion_exclusion, "PART", 300)
    problem = problem_of(board=board, piece=piece, tours=tours, by_end=by_end)
    graph = [[int(one) for one in row if one >= 0] for row in problem.graph.neighbours]
    found = list(all_tours(graph))
    closed = [tour for tour in found if len(tour) > 2 and tour[0] in graph[tour[-1]]]
    wanted = {"any": found, "closed": closed, "open": [tour for tour in found if tour not in set(closed)]}[tours]

    result = run(problem, 128)

    found_counts = counts(result)
    assert (found_counts["tours"], found_counts["closed"]) == (len(wanted), len(closed))
    assert found_counts.get("cycles", 0) * 2 * problem.board.size == len(closed)
    starts = [tour[0] for tour in wanted]
    assert [int(row.tours or 0) for row in result.squares] == [starts.count(start) for start in range(len(graph))]
    if by_end and len(graph) > 1:
        pairs = {(problem.board.index(row.start), problem.board.index(row.end)): int(row.tours) for row in result.ends}
        assert pairs == {pair: sum((tour[0], tour[-1]) == pair for tour in wanted) for pair in pairs}
        assert sum(pairs.values()) == len(wanted)


def test_the_bound_holds() -> None:
    """The bound on the number of tours from a square is never below the number."""
    for board in ("3x4", "torus:3x3", "cube:1", "mask:###/#.#/###"):
        problem = problem_of(board=board)
        graph = [[int(one) for one in row if one >= 0] for row in problem.graph.neighbours]
        for start in range(len(graph)):
            assert sum(1 for _ in all_tours(graph, [start])) <= 2 ** bits_at_most(problem.graph, start) + 1e-6


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"board": "5x7"}, "/board"),
        ({"board": "mask:" + "/".join(["########"] * 3), "piece": [1, 1], "limit": {"tours": 3}}, "/limit"),
        ({"board": "5x5", "store": "all"}, "/store"),
        ({"board": "2x2x2x2x2", "piece": [1, 1]}, "/board"),
    ],
)
def test_what_it_cannot_do_is_refused(fields: dict[str, object], pointer: str) -> None:
    """Large boards, counts that might not fit and fields for a search only are refused at their field."""
    with pytest.raises(InvalidProblemError) as error:
        InclusionExclusion().plan(problem_of(**fields))
    assert error.value.pointer == pointer


def test_sums_that_wrap_around() -> None:
    """The count of 4x5 from a corner is right although partial sums over half a million sets exceed 64 bits."""
    problem = problem_of(board="4x5", starts=[[1, 1]])
    graph = [[int(one) for one in row if one >= 0] for row in problem.graph.neighbours]
    result = run(problem, 1 << 20)
    assert [row.tours for row in result.squares] == [str(sum(1 for _ in all_tours(graph, [0])))]
