"""Enumeration by search, from specification to result, cut in many ways."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.kinds.base import ShardRecord
from engine.kinds.registry import KINDS
from engine.runners.door import open_shard
from engine.specification.parse import parse_specification
from engine.specification.result import Result


def run(work: int = 1_000_000, **fields: Any) -> tuple[Result, NDArray[np.int32]]:
    """Run a job shard by shard, written down and opened again between steps; return the result and the tours."""
    spec = parse_specification({"kind": "enumerate", "board": "5x5", **fields})
    kind = KINDS["enumerate"]
    todo = list(kind.plan(spec).shards)
    records: list[ShardRecord] = []
    tours = []
    while todo:
        for shard in todo:
            runner = open_shard(spec, shard.target, None)
            while not runner.finished:
                assert 0 < runner.step(work) <= work
                tours.append(runner.take_tours())
                assert 0 <= runner.progress <= 1
                runner = open_shard(spec, shard.target, runner.checkpoint())
            records.append(ShardRecord(shard.index, shard.target, finished=True, statistics=runner.statistics()))
        todo = list(kind.follow(spec, records))
    return kind.merge(spec, records), np.concatenate(tours)


def counts(result: Result) -> dict[str, int]:
    """Return the counts by quantity."""
    return {count.quantity: int(count.value) for count in result.counts}


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
    fields: dict[str, Any] = {"starts": [[1, 1], [3, 3]], "store": "all"}
    small, few = run(50_000, **fields)
    large, many = run(**fields)
    assert small == large
    assert np.array_equal(few, many)


def test_limit_counts_in_search_order() -> None:
    """The limit is met exactly, over start squares, and the counts are those of the search up to there."""
    everything, tours = run(starts=[[1, 1], [1, 3]], store="all")
    limited, first = run(77_777, starts=[[1, 1], [1, 3]], limit={"tours": 310}, store={"first": 307})
    assert limited.outcome == "limit"
    assert counts(limited)["tours"] == 310
    assert np.array_equal(first[:307], tours[:307])
    again, _ = run(starts=[[1, 1], [1, 3]], limit={"nodes": counts(limited)["nodes"]})
    assert counts(again) == counts(limited)
    assert counts(everything)["nodes"] > counts(limited)["nodes"]


def test_cycles() -> None:
    """3x10 has 16 closed tours as undirected cycles (OEIS A070030); a search from one square finds each twice."""
    result, tours = run(board="3x10", tours="closed", starts=[[1, 1]], store="all", method="backtrack")
    assert counts(result)["cycles"] == 16
    assert counts(result)["tours"] == counts(result)["closed"] == len(tours) == 32


def test_warnsdorff_tree() -> None:
    """The tie tree of the corner of 8x8 as La marche du cavalier has it."""
    result, _ = run(board="8x8", method="warnsdorff", starts=[[1, 1]])
    assert {"tours": 137_300, "closed": 2662, "dead_ends": 6804}.items() <= counts(result).items()
    assert "cycles" not in counts(result)
