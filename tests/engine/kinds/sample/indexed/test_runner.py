"""Uniform closed tours from an index: each tour, start and direction equally likely, however the draws are cut."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.errors import InvalidProblemError, KernelLimitError
from engine.kinds.admission import check_files
from engine.kinds.common.kind import ShardRecord
from engine.kinds.open_shard import open_shard
from engine.kinds.parse import parse_problem
from engine.kinds.running.shard_runner import Shard, ShardRunner
from engine.kinds.sample.indexed.runner import AT_ONCE
from engine.kinds.table import KINDS
from engine.specification.result import Result
from engine.tours.verify import closing, valid
from tests.engine.kinds.census.test_planner import run as whole_census
from tests.engine.kinds.index.test_runner import build
from tests.engine.kinds.sample.uniform.test_runner import chi_square_normal
from workers.files.folder import files_of

CYCLES_5X6 = 8


def problem_of(walks: int, **fields: object) -> Any:
    """Return a job that draws closed tours of 5x6."""
    given = {"board": "5x6", "tours": "closed", "store": "all", "budget": {"walks": walks}, **fields}
    return parse_problem({"kind": "sample", "method": "index", **given})


def drawn(folder: Path, problem: Any, work: int = 1 << 20, *, reopened: bool = False) -> tuple[Result, list[list[int]]]:
    """Return the result and the tours, if any are handed over, of a job whose board has its index in the folder."""
    tours: list[list[int]] = []
    records = []
    kind = KINDS[problem.spec.kind]
    for plan in kind.plan(problem).shards:
        shard = Shard(problem, plan.target, None, files_of(folder / "draws", plan.index))
        runner = open_shard(shard)
        while not runner.is_finished:
            assert runner.step(work) <= min(work, AT_ONCE)
            tours += runner.take_tours().tolist()
            if reopened:
                saved = {name: array.copy() for name, array in runner.checkpoint().items()}
                runner = open_shard(Shard(problem, plan.target, saved, shard.files))
        assert runner.progress == 1.0
        records.append(ShardRecord(plan.index, plan.target, is_finished=True, statistics=runner.statistics()))
    assert not kind.follow(problem, records)
    return kind.merge(problem, records), tours


def test_all_cycles_starts_and_directions_are_equally_likely(tmp_path: Path) -> None:
    """9,600 draws are twenty for each of the 480 directed closed tours of 5x6, within chance."""
    index = build(tmp_path, "5x6")
    problem = problem_of(9600)
    result, tours = drawn(tmp_path, problem)
    array = np.array(tours, dtype=np.int32)
    counts = Counter(map(tuple, tours))
    every = problem.board.squares(range(30))

    assert valid(problem.board, problem.piece, array).all()
    assert closing(problem.board, problem.piece, array).all()
    assert len(counts) == 2 * 30 * CYCLES_5X6 == 480
    assert abs(chi_square_normal(np.array(list(counts.values())))) < 4
    assert [(one.quantity, one.value) for one in result.counts] == [
        ("closed", "480"),
        ("cycles", "8"),
        ("stored_tours", "9600"),
    ]
    assert [(row.square, row.closed) for row in result.squares] == [(square, "16") for square in every]
    assert result.extra["tour_distribution"] == "exact uniform"
    assert result.extra["index"] == {"digest": index.digest, "states": index.states, "bytes": index.bytes}


def test_the_same_however_it_is_cut(tmp_path: Path) -> None:
    """One step, and steps of three tours with a checkpoint after each, draw the same tours."""
    build(tmp_path, "5x6")
    problem = problem_of(50, rng={"streams": 3, "seed": 7})
    assert drawn(tmp_path, problem)[1] == drawn(tmp_path, problem, 3, reopened=True)[1]


def test_starts_and_the_first_tours(tmp_path: Path) -> None:
    """Tours begin where they are asked to, and no more are drawn than are kept."""
    build(tmp_path, "5x6")
    result, tours = drawn(tmp_path, problem_of(1000, starts=[[1, 1], [3, 3]], store={"first": 40}))
    starts = Counter(tour[0] for tour in tours)
    assert len(tours) == 40
    assert len(starts) == 2
    assert result.counts[0].value == str(2 * 2 * CYCLES_5X6)


def test_without_an_index_or_files(tmp_path: Path) -> None:
    """The error names the job that makes one."""
    problem = problem_of(10)
    (plan, *_rest) = KINDS["sample"].plan(problem).shards
    with pytest.raises(InvalidProblemError, match='"kind": "index", "board": "5x6"'):
        open_shard(Shard(problem, plan.target, None, files_of(tmp_path / "draws", 0)))
    with pytest.raises(KernelLimitError, match="CAVALIER_SPILL_FOLDER"):
        open_shard(Shard(problem, plan.target))


def test_an_index_with_other_numbers_is_noticed(tmp_path: Path) -> None:
    """A checkpoint made with another index is refused, as its tours were drawn by other numbers."""
    build(tmp_path, "5x6")
    problem = problem_of(10)
    (plan, *_rest) = KINDS["sample"].plan(problem).shards
    files = files_of(tmp_path / "draws", 0)
    runner: ShardRunner = open_shard(Shard(problem, plan.target, None, files))
    saved = {**runner.checkpoint(), "index": np.array(["0" * 64])}
    with pytest.raises(KernelLimitError, match="begin anew"):
        open_shard(Shard(problem, plan.target, saved, files))


def test_a_census_of_draws(tmp_path: Path) -> None:
    """The shares of each statistic's values agree with those of all tours, within chance."""
    index = build(tmp_path, "6x6")
    draws = 4_000
    problem = parse_problem(
        {"kind": "census", "method": "index", "board": "6x6", "draws": draws, "rng": {"streams": 2}}
    )
    result, handed_over = drawn(tmp_path, problem, reopened=True)
    every = {row["statistic"]: row for row in whole_census(board="6x6").extra["census"]["distributions"]}
    census = result.extra["census"]

    assert (census["tours"], census["exact"], handed_over) == (str(draws), False, [])
    assert result.extra["index"]["digest"] == index.digest
    assert [(one.quantity, one.value) for one in result.counts] == [("closed", "710064"), ("cycles", "9862")]
    for row in census["distributions"]:
        all_tours = every[row["statistic"]]
        assert abs(row["mean"] - all_tours["mean"]) <= 5 * row["mean_error"], row["statistic"]
        assert all_tours["least"] <= row["least"] <= row["most"] <= all_tours["most"]
        for value, drawn_tours in enumerate(row["tours"], start=row["least"]):
            share = int(all_tours["tours"][value - all_tours["least"]]) / 9862
            assert abs(int(drawn_tours) / draws - share) <= 5 * math.sqrt(share * (1 - share) / draws)


def test_a_census_of_draws_is_of_closed_tours(tmp_path: Path) -> None:
    """Open tours have no index; without an index of the board the error names the job that makes one."""
    open_tours = parse_problem({"kind": "census", "method": "index", "board": "6x6", "tours": "open"})
    with pytest.raises(InvalidProblemError, match="an index is of closed tours"):
        KINDS["census"].plan(open_tours)
    closed = parse_problem({"kind": "census", "method": "index", "board": "6x6"})
    with pytest.raises(InvalidProblemError, match='"kind": "index", "board": "6x6"'):
        check_files(closed, files_of(tmp_path, 0).kept)
