"""Enumeration by search, from specification to result, cut in many ways."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.errors import InvalidProblemError
from engine.kinds.common.kind import ShardRecord
from engine.kinds.enumerate.search import shards as search_shards
from engine.kinds.open_shard import open_shard
from engine.kinds.parse import parse_problem
from engine.kinds.running.shard_runner import Shard
from engine.kinds.table import KINDS
from engine.specification.problem import BoardProblem
from engine.specification.result import Result
from tests.in_memory import counts


def run(work: int = 1_000_000, **fields: object) -> tuple[Result, NDArray[np.int32]]:
    """Run a job shard by shard, reopening runners after every step; return the result and the tours."""
    spec = parse_problem({"kind": "enumerate", "board": "5x5", **fields})
    kind = KINDS["enumerate"]
    plan = kind.plan(spec)
    if plan.result is not None:
        return plan.result, np.empty((0, 0), np.int32)
    todo = list(plan.shards)
    records: dict[int, ShardRecord] = {}
    saved: dict[int, Any] = {}
    tours = []
    while todo:
        for shard in todo:
            runner = open_shard(Shard(spec, shard.target, saved.get(shard.index)))
            while not runner.is_finished:
                done = runner.step(work)
                assert 0 < done <= work or runner.is_finished
                tours.append(runner.take_tours())
                assert 0 <= runner.progress <= 1
                runner = open_shard(Shard(spec, shard.target, runner.checkpoint()))
            saved[shard.index], statistics = runner.checkpoint(), runner.statistics()
            records[shard.index] = ShardRecord(shard.index, shard.target, is_finished=True, statistics=statistics)
        todo = list(kind.follow(spec, in_order(records)))
    return kind.merge(spec, in_order(records)), np.concatenate(tours)


def in_order(records: dict[int, ShardRecord]) -> list[ShardRecord]:
    """Return the shards as the store hands them to a kind."""
    return [records[index] for index in sorted(records)]


def test_5x5() -> None:
    """1,728 directed tours: 304 from a corner, 64 from the centre, 56 from the other squares of its colour."""
    result, tours = run(store="all", by_end=True)
    assert counts(result)["tours"] == len({tuple(tour) for tour in tours.tolist()}) == 1728
    rows = np.array([int(row.tours or 0) for row in result.squares]).reshape(5, 5)
    assert rows.tolist() == [
        [304, 0, 56, 0, 304],
        [0, 56, 0, 56, 0],
        [56, 0, 64, 0, 56],
        [0, 56, 0, 56, 0],
        [304, 0, 56, 0, 304],
    ]
    assert sum(int(pair.tours) for pair in result.ends) == 1728
    assert {tuple(pair.start): int(pair.tours) for pair in result.ends if pair.end == [1, 1]}[3, 3] == 64 // 4


def test_cuts_do_not_matter() -> None:
    """Small steps and large ones give the same result and the same tours in the same order."""
    fields: dict[str, object] = {"starts": [[1, 1], [3, 3]], "store": "all"}
    small, few = run(50_000, **fields)
    large, many = run(**fields)
    assert small == large
    assert np.array_equal(few, many)


@pytest.mark.parametrize(
    "fields",
    [
        {"board": "4x5", "method": "backtrack"},
        {"board": "4x5", "method": "backtrack", "prune": ["symmetry"]},
        {"board": "6x6", "method": "warnsdorff", "starts": [[1, 1]]},
        {"board": "torus:3x4", "method": "backtrack", "starts": [[1, 1]]},
        {"board": "2x2x3", "piece": [0, 1, 1], "method": "backtrack"},
    ],
)
def test_large_shards_are_cut_again(fields: dict[str, object], monkeypatch: pytest.MonkeyPatch) -> None:
    """However often the search is cut, it meets the same tours, dead ends, nodes and pairs of ends."""
    fields |= {"by_end": True, "store": "none" if "prune" in fields else "all"}
    whole, tours = run(**fields)
    monkeypatch.setattr(search_shards, "SHARDS", 7)
    monkeypatch.setattr(search_shards, "ROUND", 1000)
    shards = len(search_shards.first_round(problem(fields)))
    cut, found = run(997, **fields)
    assert cut == whole
    assert {tuple(tour) for tour in found.tolist()} == {tuple(tour) for tour in tours.tolist()}
    assert len(found) == len(tours)
    assert shards < 40


@pytest.mark.parametrize("tours", ["any", "closed"])
@pytest.mark.parametrize("prune", [["exits", "forced"], ["exits", "forced", "colour", "symmetry"], ["cycle", "exits"]])
def test_large_pruned_shards_are_cut_again(prune: list[str], tours: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tours of a pruned search do not depend on where it was cut either."""
    if "cycle" in prune and tours != "closed":
        return
    fields: dict[str, object] = {"board": "3x10", "tours": tours, "method": "backtrack", "prune": prune}
    whole, _ = run(**fields)
    monkeypatch.setattr(search_shards, "SHARDS", 5)
    monkeypatch.setattr(search_shards, "ROUND", 400)
    cut, _ = run(541, **fields)
    again, _ = run(1000, **fields)
    assert cut == again
    for quantity in ("tours", "closed", "cycles"):
        assert counts(cut)[quantity] == counts(whole)[quantity]
    assert [(row.square, row.tours) for row in cut.squares] == [(row.square, row.tours) for row in whole.squares]


def problem(fields: dict[str, object]) -> BoardProblem:
    """Return the problem of a specification."""
    return parse_problem({"kind": "enumerate", **fields})  # type: ignore[return-value]  # an enumeration


def test_warnsdorff_order_finds_tours_soon_and_all_the_same() -> None:
    """Trying fewest onward moves first finds a tour of 8x8 at once and leaves all counts and tours of 5x5 the same."""
    first, tours = run(10**6, board="8x8", starts=[[1, 1]], visit="warnsdorff", limit={"tours": 1}, store={"first": 1})
    assert counts(first)["nodes"] < 200
    assert len(tours) == 1
    fields: dict[str, object] = {"starts": [[1, 1], [3, 3]], "method": "backtrack", "by_end": True, "store": "all"}
    listed, every = run(**fields)
    sorted_, found = run(**fields, visit="warnsdorff")
    assert sorted_ == listed
    assert {tuple(tour) for tour in found.tolist()} == {tuple(tour) for tour in every.tolist()}
    assert not np.array_equal(found, every)
    pruned, again = run(**fields, visit="warnsdorff", prune=["exits", "forced"])
    assert np.array_equal(again, found)
    assert pruned.ends == listed.ends


@pytest.mark.parametrize("fields", [{"tours": "closed"}, {"by_end": True}])
def test_warnsdorff_order_counts_what_auto_counts(fields: dict[str, object]) -> None:
    """With the prunings of `auto`, too, the counts do not depend on the order; the pruning by symmetry is refused."""
    listed, _ = run(board="torus:3x4", **fields)
    sorted_, _ = run(board="torus:3x4", visit="warnsdorff", **fields)
    assert counts(sorted_)["tours"] == counts(listed)["tours"] > 0
    assert [(row.square, row.tours) for row in sorted_.squares] == [(row.square, row.tours) for row in listed.squares]
    with pytest.raises(InvalidProblemError, match="visit"):
        run(visit="warnsdorff", method="backtrack", prune=["symmetry"])


def test_limit_counts_in_search_order() -> None:
    """A limit is met exactly, across start squares, and the counts are those of the search up to there."""
    everything, tours = run(starts=[[1, 1], [1, 3]], store="all", method="backtrack")
    limited, first = run(
        77_777, starts=[[1, 1], [1, 3]], limit={"tours": 310}, store={"first": 307}, method="backtrack"
    )
    assert limited.outcome == "limit"
    assert counts(limited)["tours"] == 310
    assert np.array_equal(first, tours[:307])
    again, _ = run(starts=[[1, 1], [1, 3]], limit={"nodes": counts(limited)["nodes"]})
    assert counts(again) == counts(limited)
    assert counts(everything)["nodes"] > counts(limited)["nodes"]


@pytest.mark.parametrize("tours", ["any", "closed", "open"])
@pytest.mark.parametrize("board", ["3x4", "4x5", "torus:3x4", "5x5", {"rows": ["####", "####", "####", "#.##"]}])
def test_auto_prunes_without_changing_the_answer(board: Any, tours: str) -> None:
    """Counts of tours, in all and by start square, are those of the search without prunings."""
    fields: dict[str, object] = {"board": board, "tours": tours}
    pruned, _ = run(**fields)
    whole, _ = run(**fields, prune=[], method="backtrack")
    for quantity in ("tours", "closed", "cycles"):
        assert counts(pruned)[quantity] == counts(whole)[quantity]
    assert [(row.square, row.tours) for row in pruned.squares] == [(row.square, row.tours) for row in whole.squares]


def test_symmetry_counts_every_node() -> None:
    """Mirrored start squares and first moves are counted, not searched: all counts are those of the full search."""
    whole, _ = run(board="3x7", method="backtrack")
    mirrored, _ = run(board="3x7", method="backtrack", prune=["symmetry"])
    assert mirrored == whole


@pytest.mark.parametrize("prune", [["symmetry"], ["exits", "forced", "colour", "symmetry"]])
@pytest.mark.parametrize("tours", ["any", "closed", "open"])
@pytest.mark.parametrize(
    "board", ["3x4", "4x5", "torus:3x4", "5x5", "2x3x3", {"rows": ["####", "####", "####", "#.##"]}]
)
def test_symmetry_counts_every_pair_of_ends(board: Any, tours: str, prune: list[str]) -> None:
    """Mirrored start squares and first moves have mirrored ends: the matrix is that of the full search."""
    fields: dict[str, object] = {"board": board, "tours": tours, "by_end": True, "method": "backtrack"}
    whole, _ = run(**fields)
    mirrored, _ = run(**fields, prune=prune)
    assert mirrored.ends == whole.ends
    swept, _ = run(**{**fields, "method": "frontier"})
    assert {str(pair) for pair in mirrored.ends} == {str(pair) for pair in swept.ends}


@pytest.mark.parametrize("prune", [["cycle"], ["cycle", "exits"], ["cycle", "exits", "forced", "colour", "symmetry"]])
@pytest.mark.parametrize("board", ["3x4", "torus:3x4", "4x5", "3x10", "cube:1", {"rows": ["#.##", "####", "####"]}])
def test_each_cycle_is_searched_once(board: Any, prune: list[str]) -> None:
    """A search from one square in one direction counts the closed tours of the full search, in all and by start."""
    fields: dict[str, object] = {"board": board, "tours": "closed", "method": "backtrack", "starts": "all"}
    once, _ = run(5000, **fields, prune=prune)
    fields["prune"] = ["exits", "forced"]
    whole, _ = run(**fields)
    for quantity in ("tours", "closed", "cycles"):
        assert counts(once)[quantity] == counts(whole)[quantity]
    alone, _ = run(**{**fields, "starts": [whole.squares[0].square], "prune": prune})
    assert counts(once).get("nodes") == counts(alone).get("nodes")
    assert [(row.square, row.closed) for row in once.squares] == [(row.square, row.closed) for row in whole.squares]


def test_6x6() -> None:
    """6x6 has 6,637,920 directed tours (OEIS A165134) and 9,862 cycles (A001230), also by a search for closed tours."""
    result, _ = run(100_000_000, board="6x6")
    assert counts(result)["tours"] == 6_637_920
    assert counts(result)["cycles"] == 9862
    closed, found = run(100_000_000, board="6x6", tours="closed", starts=[[1, 1]], store="all")
    assert counts(closed)["cycles"] == 9862
    assert len(found) == 2 * 9862


def test_a_pruned_search_with_tours_cut_small() -> None:
    """A pruned search reopened after every few nodes hands over the same tours."""
    fields: dict[str, object] = {"starts": [[1, 1]], "store": "all", "by_end": True}
    small, few = run(500, **fields)
    large, many = run(**fields)
    assert small == large
    assert np.array_equal(few, many)
    assert len(many) == 304


def test_a_wrong_colour_is_one_dead_end() -> None:
    """A start square of the minority colour is not searched: its one node is a dead end."""
    result, _ = run(starts=[[1, 2], [1, 1]], prune=["colour"], method="backtrack", by_end=True)
    wrong, right = result.squares
    assert (wrong.tours, wrong.dead_ends, wrong.nodes) == ("0", "1", "1")
    assert (right.tours, right.dead_ends) == ("304", "625004")


def test_the_impossible_is_proved_at_once() -> None:
    """Where no tour can be there is nothing to search: the result is zero, and a proof."""
    result, _ = run(board="4x4")
    assert result.outcome == "impossible"
    assert result.explanation
    assert counts(result) == {"tours": 0, "closed": 0, "cycles": 0}
    assert len(result.squares) == 16


@pytest.mark.parametrize("first", [1, 304, 310, 5000])
def test_the_first_tours_are_stored_in_search_order(first: int) -> None:
    """The first tours are stored across shards and start squares, and the counts are those of the whole search."""
    fields: dict[str, object] = {"starts": [[1, 1], [1, 3], [3, 3]], "method": "backtrack", "prune": ["exits"]}
    whole, tours = run(**fields, store="all")
    result, stored = run(**fields, store={"first": first})
    assert np.array_equal(stored, tours[:first])
    assert result == whole


@pytest.mark.parametrize(("board", "tours", "classes"), [("3x10", "closed", 6), ("3x4", "any", 3), ("5x5", "any", 112)])
def test_one_tour_of_each_class(board: str, tours: str, classes: int) -> None:
    """One tour of each class is stored: 6 closed tours of 3x10, 3 open ones of 3x4 and 112 of 5x5."""
    _, stored = run(board=board, tours=tours, store="classes")
    assert len(stored) == classes


@pytest.mark.parametrize("tours", ["any", "open"])
@pytest.mark.parametrize("method", ["auto", "backtrack", "warnsdorff"])
@pytest.mark.parametrize("store", ["all", "classes", {"first": 3}])
@pytest.mark.parametrize("limit", [None, {"nodes": 1}, {"tours": 1}])
def test_the_tour_of_one_square_is_stored(tours: str, method: str, store: Any, limit: Any) -> None:
    """As many tours are stored as are counted; the node is counted once, and it is no dead end."""
    if store == "classes" and (limit or method == "warnsdorff"):
        pytest.skip("classes need a whole search of all moves")
    result, stored = run(board="1x1", tours=tours, method=method, store=store, limit=limit)
    found = counts(result)
    assert (found["tours"], found["closed"], found["dead_ends"], found["nodes"]) == (1, 0, 0, 1)
    assert stored.tolist() == [[0]]


def test_jumps() -> None:
    """In ascending order of moves the first tour of 8x8 is at jump 17,739,769 (Le problème du cavalier)."""
    order = [[-2, -1], [-2, 1], [-1, -2], [-1, 2], [1, -2], [1, 2], [2, -1], [2, 1]]
    result, _ = run(10**8, board="8x8", starts=[[1, 1]], order=order, limit={"tours": 1})
    assert counts(result)["jumps"] == 17_739_769


def test_cycles() -> None:
    """3x10 has 16 closed tours as undirected cycles (OEIS A070030); a search from one square finds each twice."""
    result, tours = run(board="3x10", tours="closed", starts=[[1, 1]], store="all", method="backtrack")
    assert counts(result)["cycles"] == 16
    assert counts(result)["tours"] == counts(result)["closed"] == len(tours) == 32


def test_warnsdorff_tree() -> None:
    """The tie tree of the corner of 8x8 has the counts of La marche du cavalier."""
    result, _ = run(board="8x8", method="warnsdorff", starts=[[1, 1]])
    assert {"tours": 137_300, "closed": 2662, "dead_ends": 6804}.items() <= counts(result).items()
    assert "cycles" not in counts(result)
