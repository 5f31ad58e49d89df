"""Counts up to symmetry against published ones, and against every class that a search meets."""

from __future__ import annotations

import numpy as np
import pytest

from engine.arrays import integer_of
from engine.boards.labels import parse_board
from engine.boards.move_graph import move_graph
from engine.boards.symmetry import symmetries
from engine.errors import InvalidProblemError
from engine.kinds.common.kind import ShardRecord
from engine.kinds.figure_scope import scope_of
from engine.kinds.parse import parse_problem
from engine.kinds.running.shard_runner import Shard
from engine.kinds.symmetry.planner import FoldTarget, SymmetryCounting
from engine.kinds.symmetry.runner import FoldedRunner, open_symmetry
from engine.kinds.symmetry.symmetry_classes import symmetry_classes
from engine.search.frontier import table_parts as parts
from engine.search.frontier.transition import ROOM
from engine.specification.result import Result
from engine.tours.canonical import classify
from engine.tours.symmetry_type import symmetry_type
from store.arrays import pack_arrays
from tests.in_memory import counts
from tests.reference.all_tours import all_tours


def run(**fields: object) -> Result:
    """Run a job, each shard opened again from its checkpoint after every step."""
    problem, kind = parse_problem({"kind": "symmetry", **fields}), SymmetryCounting()
    plan = kind.plan(problem)
    if plan.result is not None:
        return plan.result
    records = []
    for shard in plan.shards:
        runner = open_symmetry(Shard(problem, shard.target))
        while not runner.is_finished:
            runner.step(1)
            runner = open_symmetry(Shard(problem, shard.target, runner.checkpoint()))
        assert runner.progress == 1.0
        assert not runner.take_tours().size
        records.append(ShardRecord(shard.index, shard.target, is_finished=True, statistics=runner.statistics()))
        assert ("types" in kind.merge(problem, records).extra) == (len(records) == len(plan.shards))
    assert not kind.follow(problem, records)
    return kind.merge(problem, records)


def by_type(result: Result) -> dict[str, tuple[int, int]]:
    """Return the numbers of tours and classes by their symmetries."""
    return {row["symmetries"]: (int(row["tours"]), int(row["classes"])) for row in result.extra["types"]}


def test_six_by_six() -> None:
    """Of the 1,245 classes of closed tours of 6x6, 17 have a half-turn and 5 quarter turns (Jelliss; OEIS A001230)."""
    result = run(board="6x6")
    assert counts(result) == {"tours": 710064, "closed": 710064, "cycles": 9862, "cycle_classes": 1245}
    assert by_type(result) == {"none": (9784, 1223), "rotation180": (68, 17), "rotation90": (10, 5)}


def test_quarter_turns_of_ten_by_ten() -> None:
    """A sweep of the fold of 25 squares counts 831,804, as many as the quotient search lists (docs/enumeration.md)."""
    problem = parse_problem({"kind": "symmetry", "board": "10x10"})
    (turns,) = (one for one in symmetry_classes(problem.graph) if "rotation90" in one.name)
    runner = FoldedRunner(Shard(problem, FoldTarget(symmetry=turns.row).to_json()))
    while not runner.is_finished:
        runner.step(1 << 20)
    assert integer_of(runner.statistics()["odd"]) == 831_804


@pytest.mark.parametrize(
    ("board", "classes", "symmetric"),
    [
        ("5x6", 3, {"mirror-columns": (4, 2)}),
        ("5x8", 11056, {"rotation180": (22, 11)}),
        ("3x10", 6, {"mirror-columns": (4, 2), "rotation180": (4, 2)}),
        ("3x12", 44, {}),
    ],
)
def test_published_classes(board: str, classes: int, symmetric: dict[str, tuple[int, int]]) -> None:
    """Classes of closed tours, and the symmetric ones among them, are as many as published (findings/references)."""
    result = run(board=board)
    assert counts(result)["cycle_classes"] == classes
    assert {name: found for name, found in by_type(result).items() if name != "none"} == symmetric


def test_open_tours_of_five_by_five() -> None:
    """The 864 undirected tours of 5x5, all open, are 112 up to symmetry, as published (findings/references)."""
    result = run(board="5x5", tours="open")
    assert (counts(result)["tours"], counts(result)["open_classes"]) == (1728, 112)
    assert by_type(result) == {"none": (832, 104), "rotation180": (32, 8)}


def test_eight_by_eight_by_half_turn() -> None:
    """608,233 classes of closed tours of 8x8 have a half-turn, so four times as many tours; none has another one."""
    problem, kind = parse_problem({"kind": "symmetry", "board": "8x8"}), SymmetryCounting()
    records = []
    for shard in kind.plan(problem).shards[1:]:
        runner = open_symmetry(Shard(problem, shard.target))
        while not runner.is_finished:
            runner.step(1 << 19)
        records.append(ShardRecord(shard.index, shard.target, is_finished=True, statistics=runner.statistics()))
    rows = {row["symmetry"]: row for row in kind.merge(problem, records).extra["symmetries"]}
    assert rows["rotation180"]["moved_along"] == str(4 * 608233)
    assert all(row["moved_along"] == row["turned_round"] == "0" for name, row in rows.items() if name != "rotation180")


@pytest.mark.parametrize(
    ("board", "piece"),
    [
        ("3x4", (1, 2)),
        ("cylinder:3x4", (1, 2)),
        ("torus:4x4", (0, 1)),
        ("4x5", (0, 1)),
        ("4x4", (0, 1)),
        ("2x4", (0, 1)),
        ("1x2", (0, 1)),
        ("mask:####/#..#/#..#/####", (0, 1)),
        ("mask:.##./####/####/.##.", (0, 1)),
    ],
    ids=str,
)
@pytest.mark.parametrize("tours", ["closed", "open"])
def test_classes_of_every_tour(board: str, piece: tuple[int, int], tours: str) -> None:
    """There are as many classes as canonical forms of all tours, in all and of each type that the result has."""
    field = {"rows": board.removeprefix("mask:").split("/")} if board.startswith("mask:") else board
    result = run(board=field, piece=list(piece), tours=tours)
    one = parse_board(board)
    graph, table, closed = move_graph(one, piece), symmetries(one), tours == "closed"
    adjacency = [[int(square) for square in row if square >= 0] for row in graph.neighbours]
    found = [t for t in all_tours(adjacency) if (len(t) > 2 and t[0] in adjacency[t[-1]]) == closed]
    if not found:
        assert counts(result)[f"{'cycle' if closed else 'open'}_classes"] == 0
        return
    classes = classify(np.array(found, dtype=np.int32), np.full(len(found), closed), table)
    forms = np.unique(classes.canonical, axis=0)
    assert counts(result)[f"{'cycle' if closed else 'open'}_classes"] == len(forms)
    if result.extra["types"] and one.surface == "flat":
        names = [symmetry_type(one, form, table, closed=closed) for form in forms]
        merged = dict.fromkeys(names, 0)
        for told, (_, number) in by_type(result).items():
            alike = [name for name in merged if name in told.split(" or ")]
            assert number == sum(names.count(name) for name in alike)
            merged = {name: count for name, count in merged.items() if name not in alike}
        assert not merged


def test_no_tours_by_proof() -> None:
    """4x5 has no closed tour, so it has no class of them."""
    result = run(board="4x5")
    assert (result.outcome, counts(result)) == ("impossible", {"cycle_classes": 0})


@pytest.mark.parametrize(
    ("board", "why"),
    [
        ("torus:3x3", "order 3"),
        ("torus:3x4", "order 3"),
        ("torus:2x5", "order 5"),
        ("torus:2x7", "order 7"),
        ("cylinder:2x5", "order 5"),
        ("cylinder:3x5", "order 5"),
        ("cylinder:3x6", "order 6"),
        ("cylinder:4x5", "order 5"),
        ("torus:3x22", "symmetries"),
    ],
)
def test_what_is_refused(board: str, why: str) -> None:
    """Boards with too many symmetries, or one whose order is no power of two, are refused before a job is made."""
    problem = parse_problem({"kind": "symmetry", "board": board})
    for refuse in (SymmetryCounting().check, SymmetryCounting().plan):
        with pytest.raises(InvalidProblemError, match=why) as error:
            refuse(problem)
        assert error.value.pointer == "/board"


def test_too_large_a_board_is_refused() -> None:
    """A board too large for any sweep is refused."""
    with pytest.raises(InvalidProblemError, match="too large"):
        SymmetryCounting().check(parse_problem({"kind": "symmetry", "board": "12x12"}))


@pytest.mark.parametrize(("board", "tours"), [("cylinder:2x6", "closed"), ("torus:3x4", "open")])
def test_what_needs_no_such_symmetry_is_accepted(board: str, tours: str) -> None:
    """Jobs that a proof answers are accepted, and open tours, as no symmetry moves one along itself."""
    SymmetryCounting().check(parse_problem({"kind": "symmetry", "board": board, "tours": tours}))


def test_sweeps_for_all_tours_may_be_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """The parts of a wide sweep are numbered after the shards of the folded boards."""
    problem, kind = parse_problem({"kind": "symmetry", "board": "6x6"}), SymmetryCounting()
    monkeypatch.setattr(parts, "MAX_ALONE", 100)
    monkeypatch.setattr(parts, "MAX_RECEIVED", 100)
    plan = kind.plan(problem)
    records = [
        ShardRecord(shard.index, shard.target, is_finished=True, statistics=statistics)
        for shard in plan.shards
        for statistics in [
            {"next": np.array([9]), "order": np.arange(36), "chunks": np.array(["x"]), "sent": np.array([5000])}
            if shard.index == 0
            else {"even": np.zeros(1, np.uint64), "odd": np.zeros(1, np.uint64)}
        ]
    ]
    following = kind.follow(problem, records)
    assert len(following) > 1
    assert [shard.index % len(plan.shards) for shard in following] == len(following) * [0]


def test_equal_work_leaves_equal_checkpoints(monkeypatch: pytest.MonkeyPatch) -> None:
    """However the sweep of a folded board is cut, its checkpoints after equal work are the same bit by bit."""
    monkeypatch.setattr(FoldedRunner, "batch", 64 * ROOM)
    problem = parse_problem({"kind": "symmetry", "board": "6x8"})
    shard = SymmetryCounting().plan(problem).shards[-1]
    whole, cut = (open_symmetry(Shard(problem, shard.target)) for _ in range(2))
    done = whole.step(20_000)
    while done > 0:
        done -= cut.step(min(done, 700))
    assert done == 0
    assert pack_arrays(whole.checkpoint()) == pack_arrays(cut.checkpoint())


def test_classes_are_facts_of_the_board() -> None:
    """A complete count up to symmetry has no restriction and no start squares."""
    scope = scope_of({"kind": "symmetry", "board": "6x6", "piece": "knight"}, "job", "complete", "cycle_classes")
    assert (scope.restriction, scope.starts) == (None, "all")
