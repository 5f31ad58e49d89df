"""Plans and rounds of enumeration by search; results are tested with the runner."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engine.errors import InvalidProblemError
from engine.kinds.common.kind import ShardRecord
from engine.kinds.enumerate.search.planner import SearchEnumeration
from engine.kinds.enumerate.search.shards import SHARDS
from engine.kinds.parse import parse_problem


def specification(**fields: object) -> Any:
    """Return the specification of an enumeration."""
    return parse_problem({"kind": "enumerate", "board": "5x5", **fields})


def record(index: int, start: int, counters: list[int]) -> ShardRecord:
    """Return a finished shard."""
    target = {"start": start, "branches": []}
    return ShardRecord(index, target, is_finished=True, statistics={"counters": np.array(counters)})


def test_every_start_has_a_shard() -> None:
    """Shards are numbered in search order and cover the start squares in the order given."""
    plan = SearchEnumeration().plan(specification(board="6x6", starts=[[3, 3], [1, 1]]))
    assert [shard.index for shard in plan.shards] == list(range(len(plan.shards)))
    starts = [shard.target["start"] for shard in plan.shards]
    assert starts == sorted(starts, reverse=True)
    assert set(starts) == {14, 0}
    assert len(plan.shards) >= SHARDS
    roots = [tuple(shard.target["branches"]) for shard in plan.shards if shard.target["start"] == 0]
    assert roots == sorted(roots)


def test_a_small_tree_is_not_cut() -> None:
    """A tree searched in less time than a commit is not cut: one shard for each start and class of first moves."""
    plan = SearchEnumeration().plan(specification(starts=[[3, 3], [1, 1]]))
    assert [(shard.target["start"], shard.target["multiplicity"]) for shard in plan.shards] == [(12, 8), (0, 2)]


def test_a_limit_runs_start_after_start() -> None:
    """Each round gets what the limit leaves; the job ends at the limit or after the last start."""
    kind = SearchEnumeration()
    spec = specification(starts=[[1, 1], [1, 3], [2, 2]], limit={"tours": 330}, tours="open")
    (first,) = kind.plan(spec).shards
    assert first.target == {"start": 0, "branches": [], "limit": 330}
    done = [record(0, 0, [304, 4, 0, 9])]
    (second,) = kind.follow(spec, done)
    assert (second.index, second.target["start"], second.target["limit"]) == (1, 2, 30)
    assert kind.follow(spec, [*done, record(1, 2, [30, 0, 0, 9])]) == ()
    every = [*done, record(1, 2, [9, 0, 0, 9]), record(2, 6, [9, 0, 0, 9])]
    assert not kind.follow(spec, every)
    assert kind.merge(spec, every).outcome == "complete"


def test_without_shards_worked_on_the_result_is_zero() -> None:
    """Before the first slice there is nothing to add up, and no size of the tree has been sampled."""
    kind = SearchEnumeration()
    spec = specification()
    records = [ShardRecord(shard.index, shard.target) for shard in kind.plan(spec).shards]
    result = kind.merge(spec, records)
    assert {count.value for count in result.counts} == {"0"}
    assert result.estimates == []


def test_a_start_square_that_is_not_begun_has_no_row() -> None:
    """A start square of which only tree sizes have been sampled has no row, rather than one of 0 tours."""
    kind = SearchEnumeration()
    spec = specification(starts=[[1, 1], [1, 3]])
    waiting = {"counters": np.zeros(4, dtype=np.int64), "tree_size": (9.0, 1.0, 4)}
    begun = {"counters": np.array([0, 0, 2, 5])}
    shards = [
        ShardRecord(0, {"start": 0, "branches": []}, is_finished=False, statistics=begun),
        ShardRecord(1, {"start": 2, "branches": []}, is_finished=False, statistics=waiting),
    ]
    assert [(row.square, row.tours) for row in kind.merge(spec, shards).squares] == [([1, 1], "0")]


def test_one_square_is_a_tour() -> None:
    """A board of one square has the tour of no moves, which is open."""
    result = SearchEnumeration().plan(specification(board="1x1")).result
    assert result is not None
    assert {count.quantity: count.value for count in result.counts}["tours"] == "1"


@pytest.mark.parametrize("fields", [{"starts": [[1, 1]]}, {"limit": {"tours": 9}}, {"method": "warnsdorff"}])
def test_classes_need_every_tour(fields: dict[str, object]) -> None:
    """Storing classes is refused where a class may lie partly outside the search."""
    with pytest.raises(InvalidProblemError) as error:
        SearchEnumeration().plan(specification(store="classes", **fields))
    assert error.value.pointer == "/store"


def test_absurd_boards_are_refused() -> None:
    """A board too large for any search is refused before its move graph is built."""
    with pytest.raises(InvalidProblemError) as error:
        SearchEnumeration().plan(specification(board="200x200"))
    assert error.value.pointer == "/board"
