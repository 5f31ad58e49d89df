"""Completions, from specification to result."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.errors import InvalidProblemError
from engine.kinds.common.kind import ShardRecord
from engine.kinds.complete import planner as completion
from engine.kinds.open_shard import open_shard
from engine.kinds.parse import parse_problem
from engine.kinds.result_extras import Extra
from engine.kinds.running.shard_runner import Shard
from engine.kinds.table import KINDS
from engine.specification.result import Result
from tests.in_memory import counts

SOME = [("g5", 1), ("f4", 61), ("a8", 46), ("c6", 42)]
"""Some numbers of a tour of 8x8, with which many tours remain."""


def run(work: int = 10**9, **fields: object) -> tuple[Result, NDArray[np.int32]]:
    """Run a job in rounds, reopening runners after every step; return its result and all tours handed over."""
    problem = parse_problem({"kind": "complete", **fields})
    kind = KINDS["complete"]
    plan = kind.plan(problem)
    size = 0 if problem.board is None else problem.board.size
    tours = [np.empty((0, size), np.int32)]
    if plan.result is not None:
        return plan.result, tours[0]
    records: dict[int, ShardRecord] = {}
    checkpoints: dict[int, object] = {}
    due = list(plan.shards)
    while due:
        for shard in due:
            runner = open_shard(Shard(problem, shard.target, checkpoints.get(shard.index)))  # type: ignore[arg-type]
            while not runner.is_finished:
                assert 0 < runner.step(work) <= work
                assert 0 <= runner.progress <= 1
                tours += [found for found in [runner.take_tours()] if len(found)]
                runner = open_shard(Shard(problem, shard.target, runner.checkpoint()))
            checkpoints[shard.index] = runner.checkpoint()
            records[shard.index] = ShardRecord(shard.index, shard.target, True, statistics=runner.statistics())
        due = list(kind.follow(problem, [records[index] for index in sorted(records)]))
    result = kind.merge(problem, [records[index] for index in sorted(records)])
    Extra.model_validate(result.extra)
    return result, np.concatenate(tours)


def test_with_nothing_given_all_tours_are_counted() -> None:
    """5x5 has 1,728 directed tours, none closed; the explanation says that both directions are counted."""
    result, tours = run(board="5x5", limit="none", store="all", work=700)
    assert (counts(result)["tours"], counts(result)["closed"], len(tours)) == (1728, 0, 1728)
    assert len({tuple(tour) for tour in tours.tolist()}) == 1728
    assert result.explanation == "nothing given says where the tour begins, so each is counted in both directions"


def test_closed_tours_are_cycles_too() -> None:
    """5x6 has 8 cycles (undirected), each from 30 squares in two directions."""
    found = counts(run(board="5x6", tours="closed", limit="none", store="none")[0])
    assert (found["tours"], found["cycles"]) == (480, 8)


def test_side_by_side_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounds so short that the tree is cut often leave every count the same and meet every tour once."""
    fields = {"board": "5x5", "givens": [{"square": "c3", "number": 13}], "limit": "none", "store": "all"}
    whole, tours = run(**fields)
    monkeypatch.setattr(completion, "ROUND", 50)
    parts, others = run(work=13, **fields)
    assert counts(parts) == counts(whole)
    assert parts.extra == whole.extra
    assert sorted(map(tuple, others.tolist())) == sorted(map(tuple, tours.tolist()))


def test_a_limit_holds_however_the_tree_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two tours prove that there are several; no more are counted than the limit, however the tree is cut."""
    monkeypatch.setattr(completion, "ROUND", 2)
    result, tours = run(board="8x8", givens=[{"square": square, "number": number} for square, number in SOME], work=1)
    assert result.outcome == "limit"
    assert counts(result)["tours"] == 2
    assert result.extra["completion"]["verdict"] == "several"
    assert len(tours) >= 2


def test_one_is_proved_to_be_the_only_one() -> None:
    """All numbers of a tour of 3x4 but two determine it, by propagation alone."""
    grid = "1 4 7 10\n12 9 2 5\n3 6 11 8\n"
    result, tours = run(board="3x4", givens=grid.replace("11", ".").replace("9", "."))
    assert result.outcome == "complete"
    assert result.extra["completion"] == {"verdict": "unique", "guesses": "0", "directed": True}
    ((tour,),) = (tours.tolist(),)
    assert [tour.index(square) + 1 for square in range(12)] == [int(number) for number in grid.split()]


def test_contradictions_are_told_at_once() -> None:
    """No shard is planned; the reason names the two numbers."""
    result, _ = run(board="8x8", givens=[{"square": "c3", "number": 7}, {"square": "d4", "number": 8}])
    assert (result.outcome, result.explanation) == ("impossible", "7 on c3 and 8 on d4 are no knight's move apart")
    assert counts(result) == {"tours": 0}
    assert run(board="4x4")[0].outcome == "impossible"


@pytest.mark.parametrize(
    "givens",
    [[{"square": "a1", "number": 6}, {"square": "d3", "number": 6}], ". . . 6\n. . . .\n6 . . .\n"],
    ids=["list", "grid"],
)
def test_a_number_on_two_squares_is_a_contradiction(givens: object) -> None:
    """A number on two squares makes the job impossible; the reason names the squares."""
    result, tours = run(board="3x4", givens=givens)
    assert (result.outcome, result.explanation) == ("impossible", "6 stands on d3 and on a1")
    assert (counts(result), len(tours)) == ({"tours": 0}, 0)


def test_none_is_proved_by_search() -> None:
    """A square with one of its two moves barred must be an end; with both ends given elsewhere there is no tour."""
    ends = [{"square": "a1", "number": 1}, {"square": "e5", "number": 25}]
    result, tours = run(board="5x5", givens=ends, barred=[["a5", "b3"]])
    assert (result.outcome, result.extra["completion"]["verdict"], len(tours)) == ("complete", "none", 0)


@pytest.mark.parametrize("name", ["paths", "moves", "barred"])
def test_what_is_no_move_is_refused(name: str) -> None:
    """Two squares that are no move apart are refused at the second one."""
    with pytest.raises(InvalidProblemError, match="are no move apart") as error:
        run(board="5x5", **{name: [["a1", "b2"]]})
    assert error.value.pointer == f"/{name}/0/1"


def test_large_boards_are_refused() -> None:
    """Boards of more than 400 squares are refused."""
    with pytest.raises(InvalidProblemError, match="at most 400 squares"):
        run(board="20x21")


@pytest.mark.parametrize(
    ("fields", "tours"),
    [
        ({"board": "5x6", "tours": "closed"}, 480),
        ({"board": "5x6", "tours": "closed", "givens": [{"square": "a1", "number": 1}]}, 16),
        ({"board": "5x5", "givens": [{"square": "a1", "number": 1}]}, 304),
    ],
)
def test_a_sweep_counts_where_the_search_goes_on(
    monkeypatch: pytest.MonkeyPatch, fields: dict[str, object], tours: int
) -> None:
    """A sweep counts after the search has met the first tours; where all are stored the search continues itself."""
    monkeypatch.setattr(completion, "ROUND", 40)
    result, _ = run(**fields, limit="none")
    assert (result.counts[0].quantity, result.counts[0].method) == ("tours", "frontier")
    assert counts(result)["tours"] == tours
    assert result.outcome == "complete"
    assert Extra.model_validate(result.extra).completion.verdict == "several"  # type: ignore[union-attr]
    searched, found = run(**fields, limit="none", store="all")
    assert (searched.counts[0].method, searched.counts[0].value, len(found)) == ("narrowing", str(tours), tours)


def test_a_sweep_that_is_not_wide_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the states of a sweep would not fit, the search continues, cut into subtrees."""
    monkeypatch.setattr(completion, "ROUND", 40)
    monkeypatch.setattr(completion, "MAX_STATES", 1)
    result, _ = run(board="5x6", tours="closed", limit="none")
    assert (result.counts[0].method, result.counts[0].value) == ("narrowing", "480")
