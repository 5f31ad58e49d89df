"""Plans of sweeps; what they count is tested with the runner."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import InvalidProblemError
from engine.kinds.common.kind import ShardRecord
from engine.kinds.enumerate.sweep.planner import FrontierEnumeration
from engine.kinds.parse import parse_problem


def specification(**fields: object) -> Any:
    """Return the specification of an enumeration by sweeps."""
    return parse_problem({"kind": "enumerate", "board": "6x6", "method": "frontier", **fields})


def sweeps(**fields: object) -> list[tuple[int, ...]]:
    """Return the squares of each sweep planned."""
    return [tuple(shard.target["sweep"]) for shard in FrontierEnumeration().plan(specification(**fields)).shards]


def test_one_sweep_for_each_class() -> None:
    """6x6 has 6 classes of squares and 45 of pairs of different colour; cycles need one sweep for all."""
    assert sweeps(tours="closed") == [()]
    assert sweeps() == [(), (0,), (1,), (2,), (7,), (8,), (14,)]
    assert len(sweeps(by_end=True)) == 45
    assert len(sweeps(by_end=True, tours="closed")) < 45


@pytest.mark.parametrize(
    ("pointer", "field"),
    [
        ("/limit", {"limit": {"tours": 5}}),
        ("/store", {"store": "all"}),
        ("/prune", {"prune": ["exits"]}),
        ("/order", {"order": [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]]}),
    ],
)
def test_what_only_a_search_can_do_is_refused(pointer: str, field: dict[str, object]) -> None:
    """A sweep meets no single tour: limits, orders and storing point at their field."""
    with pytest.raises(InvalidProblemError) as caught:
        FrontierEnumeration().plan(specification(**field))
    assert caught.value.pointer == pointer


def test_a_sweep_too_large_is_refused_with_its_estimate() -> None:
    """12x12 is refused before it starts; the method's field says how much memory it would need."""
    with pytest.raises(InvalidProblemError, match=r"about .* states at most, .* GiB") as caught:
        FrontierEnumeration().plan(specification(board="12x12", tours="closed"))
    assert caught.value.pointer == "/method"


def test_no_path_by_colour_is_answered_at_once() -> None:
    """A path on an odd board starts on the majority colour: from the other nothing is swept."""
    result = FrontierEnumeration().plan(specification(board="5x5", starts=[[1, 2]], by_end=True)).result
    assert result is not None
    assert {count.value for count in result.counts} == {"0"}


def test_nothing_is_told_before_a_sweep_is_finished() -> None:
    """Partial sweeps have no counts: totals stand when all are finished, rows when theirs are."""
    spec = specification(starts=[[1, 1]])
    shards = FrontierEnumeration().plan(spec).shards
    result = FrontierEnumeration().merge(spec, [ShardRecord(shard.index, shard.target) for shard in shards])
    assert (result.counts, result.squares) == ([], [])


def test_one_square_is_a_tour() -> None:
    """As for the search: the path of no moves, which is open and needs no sweep."""
    plan = FrontierEnumeration().plan(specification(board="1x1"))
    assert plan.result is not None
    assert {count.quantity: count.value for count in plan.result.counts}["tours"] == "1"
    assert not plan.shards
