"""Enumerations with a symmetry: as many tours as the kind `symmetry` counts, however they are cut; what is refused."""

from __future__ import annotations

from typing import get_args

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.boards.existence.decide import existence
from engine.boards.symmetry import symmetries
from engine.errors import InvalidProblemError
from engine.kinds.common.kind import ShardRecord
from engine.kinds.enumerate.planner import Enumeration
from engine.kinds.enumerate.quotient import planner as quotient
from engine.kinds.enumerate.quotient.planner import verdict_on
from engine.kinds.enumerate.quotient.runner import QuotientRunner
from engine.kinds.figure_scope import scope_of
from engine.kinds.parse import InvalidSpecificationError, parse_problem
from engine.kinds.running.shard_runner import Shard
from engine.specification.fields import PlaneSymmetry
from engine.specification.result import Result
from engine.tours.canonical import classify
from engine.tours.content import symmetry_types
from engine.tours.symmetry_type import PLANE
from tests.engine.kinds.symmetry.test_planner import run as counted_by_folding
from tests.in_memory import counts

WORK = 1 << 20


def run(work: int = WORK, **fields: object) -> tuple[Result, NDArray[np.int32]]:
    """Run a job round by round, each shard opened again after every step; return its result and tours."""
    problem, kind = parse_problem({"kind": "enumerate", "store": "all", **fields}), Enumeration()
    kind.check(problem)
    plan = kind.plan(problem)
    found = [np.empty((0, problem.board.size), np.int32)]
    if plan.result is not None:
        return plan.result, found[0]
    records: dict[int, ShardRecord] = {}
    checkpoints = {}
    due = plan.shards
    while due:
        for shard in due:
            runner = QuotientRunner(Shard(problem, shard.target, checkpoints.get(shard.index)))
            while not runner.is_finished:
                runner.step(work)
                found.append(runner.take_tours())
                runner = QuotientRunner(Shard(problem, shard.target, runner.checkpoint()))
            checkpoints[shard.index] = runner.checkpoint()
            records[shard.index] = ShardRecord(
                shard.index, shard.target, is_finished=True, statistics=runner.statistics()
            )
        due = kind.follow(problem, [records[index] for index in sorted(records)])
    return kind.merge(problem, [records[index] for index in sorted(records)]), np.concatenate(found)


def test_quarter_turns_of_six_by_six() -> None:
    """Ten tours in five classes have quarter turns (Jelliss; the kind `symmetry`), ten times 72 directed ones."""
    fields = {"board": "6x6", "tours": "closed", "symmetry": "rotation90"}
    result, tours = run(**fields)
    assert (counts(result)["cycles"], counts(result)["tours"], len(tours)) == (10, 720, 10)
    board = parse_problem({"kind": "enumerate", **fields}).board
    assert symmetry_types(board, tours, np.full(10, True)) == ["rotation90"] * 10
    assert len(run(**fields | {"store": "classes"})[1]) == 5


@pytest.mark.parametrize(
    ("board", "tours"), [("6x6", "closed"), ("3x10", "closed"), ("5x6", "closed"), ("5x8", "closed"), ("5x5", "open")]
)
def test_as_many_as_are_counted_by_folding(board: str, tours: str) -> None:
    """For each named symmetry of the board the search finds as many tours as folding counts."""
    kept = {}
    for row in counted_by_folding(board=board, tours=tours).extra["symmetries"]:
        for name in row["symmetry"].split(", "):
            kept[name] = int(row["moved_along"]) + int(row["turned_round"])
    assert kept
    for name in kept.keys() - {"rotation270"}:
        result, found = run(board=board, tours=tours, symmetry=name)
        assert len({tuple(tour) for tour in found.tolist()}) == len(found) == kept[name]
        size = found.shape[1]
        assert counts(result)["tours"] == 2 * kept[name] * (size if tours == "closed" else 1)


@pytest.mark.parametrize("store", ["all", "classes"])
def test_cut_into_many(store: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cutting shards again after few nodes leaves tours and counts the same."""
    fields = {"board": "6x6", "tours": "closed", "symmetry": "rotation180", "store": store}
    result, tours = run(**fields)
    monkeypatch.setattr(quotient, "ROUND", 100)
    cut, others = run(work=17, **fields)
    assert cut == result
    assert sorted(others.tolist()) == sorted(tours.tolist())


def test_one_of_each_class() -> None:
    """One tour of each of the 22 classes of 6x6 with half-turns is stored."""
    _, tours = run(board="6x6", tours="closed", symmetry="rotation180", store="classes")
    board = parse_problem({"kind": "enumerate", "board": "6x6"}).board
    classes = classify(tours, np.full(len(tours), True), symmetries(board)).canonical
    assert len(tours) == len(np.unique(classes, axis=0)) == 22


def test_one_of_each_class_where_the_group_does_not_commute() -> None:
    """One tour of each class is stored, though the mirror leaves only some of the class's tours unchanged."""
    ring = {"rows": ["####", "####", "####", "####"]}
    fields = {"board": ring, "piece": [0, 1], "tours": "closed", "symmetry": "mirror-rows"}
    _, every = run(**fields)
    _, tours = run(**fields, store="classes")
    board = parse_problem({"kind": "enumerate", "board": "4x4"}).board
    group = symmetries(board)
    forms = [np.unique(classify(some, np.full(len(some), True), group).canonical, axis=0) for some in (every, tours)]
    assert len(every) > len(tours) == len(forms[0])
    assert np.array_equal(*forms)


def test_in_search_order() -> None:
    """A limit, and storing the first tours, give the first tours of the search order, however the work is cut."""
    fields = {"board": "5x8", "tours": "closed", "symmetry": "rotation180"}
    _, every = run(**fields)
    limited, tours = run(**fields, limit={"tours": 5}, work=7)
    assert (limited.outcome, counts(limited)["cycles"]) == ("limit", 5)
    assert np.array_equal(tours, every[:5])
    whole, first = run(**fields | {"store": {"first": 9}}, work=11)
    assert (whole.outcome, counts(whole)["cycles"]) == ("complete", 22)
    assert np.array_equal(first, every[:9])
    nodes, _ = run(**fields, limit={"nodes": 123}, work=50)
    assert (nodes.outcome, counts(nodes)["nodes"]) == ("limit", 123)
    everything, _ = run(**fields, limit={"tours": 1000})
    assert (everything.outcome, counts(everything)["cycles"]) == ("complete", 22)


def test_none_by_proof() -> None:
    """Quarter turns need a side of 4k + 2 squares: on 8x8 the colours prove that there is no such tour."""
    result, _ = run(board="8x8", tours="closed", symmetry="rotation90")
    assert (result.outcome, counts(result)) == ("impossible", {"tours": 0, "cycles": 0})
    assert "16 moves" in str(result.explanation)


def test_verdicts() -> None:
    """A proof about all tours comes first, then one about the symmetry; without either only a search can decide."""
    asked = {"kind": "enumerate", "tours": "closed", "symmetry": "rotation180"}
    for board, symmetry, word in [("5x5", "rotation180", "colour"), ("8x8", "rotation90", "16 moves")]:
        problem = parse_problem(asked | {"board": board, "symmetry": symmetry})
        verdict = verdict_on(problem, existence(problem.board, problem.piece, "closed"))
        assert verdict is not None
        assert verdict.impossible
        assert word in verdict.explanation
    problem = parse_problem(asked | {"board": "8x8"})
    assert verdict_on(problem, existence(problem.board, problem.piece, "closed")) is None


def test_a_fact_of_the_symmetry() -> None:
    """A count is a fact of board and symmetry, not of the board alone; with a limit it is one of the search."""
    asked = {"kind": "enumerate", "board": "6x6", "tours": "closed", "symmetry": "rotation90", "method": "quotient"}
    assert scope_of(asked, "job", "complete", "cycles").restriction == {"symmetry": "rotation90"}
    assert scope_of(asked, "job", "impossible", "tours").restriction == {"symmetry": "rotation90"}
    assert "kind" in (scope_of(asked, "job", "limit", "cycles").restriction or {})
    assert "kind" in (scope_of(asked, "job", "complete", "nodes").restriction or {})


def test_the_names_are_those_of_the_plane() -> None:
    """The symmetries that a job may name are those by which tours are described."""
    assert set(get_args(PlaneSymmetry)) == PLANE.keys() - {"identity", "rotation270"}


def test_the_method_goes_with_the_symmetry() -> None:
    """`auto` chooses `quotient` for a symmetry; other methods take none, and `quotient` needs one."""
    asked = {"kind": "enumerate", "board": "6x6", "tours": "closed"}
    assert parse_problem(asked | {"symmetry": "rotation90"}).spec.asked_method == "quotient"
    for fields in ({"symmetry": "rotation90", "method": "frontier"}, {"method": "quotient"}):
        with pytest.raises(InvalidSpecificationError, match="/method"):
            parse_problem(asked | fields)


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"tours": "any"}, "/tours"),
        ({"starts": [[1, 1]]}, "/starts"),
        ({"by_end": True}, "/by_end"),
        ({"visit": "warnsdorff"}, "/visit"),
        ({"prune": ["exits"]}, "/prune"),
        ({"connected_at": [3]}, "/connected_at"),
        ({"store": "classes", "limit": {"tours": 3}}, "/store"),
        ({"board": "6x8", "symmetry": "rotation90"}, "/symmetry"),
        ({"board": "6x6x6"}, "/symmetry"),
        ({"board": "1x6", "piece": [0, 1], "tours": "open", "symmetry": "mirror-rows"}, "/symmetry"),
        ({"board": "101x100"}, "/board"),
        ({"board": "1x2", "piece": [0, 1], "tours": "open"}, "/board"),
    ],
)
def test_what_is_refused(fields: dict[str, object], pointer: str) -> None:
    """The error names the field that the search cannot heed or that has no meaning on the board."""
    asked = {"kind": "enumerate", "board": "6x6", "tours": "closed", "symmetry": "rotation180"}
    with pytest.raises(InvalidProblemError) as caught:
        Enumeration().check(parse_problem(asked | fields))
    assert caught.value.pointer == pointer
