"""Exactly uniform tours: each is in the set that a search finds, and chi-square finds all of them equally often."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.boards.labels import parse_board
from engine.kinds.common.kind import ShardRecord
from engine.kinds.open_shard import open_shard
from engine.kinds.parse import parse_problem
from engine.kinds.running import checkpoint_files as spill
from engine.kinds.running.shard_runner import Shard
from engine.kinds.sample.uniform import runner as uniform_tours
from engine.kinds.table import KINDS
from engine.tours.verify import closing, valid
from tests.in_memory import sample
from workers.files.folder import files_of

KNIGHT = (1, 2)


def drawn(label: str, walks: int, **fields: object) -> tuple[Any, np.ndarray]:
    """Return the result and the tours of a job, in the order of its shards."""
    result, tours = sample(board=label, method="frontier", budget={"walks": walks}, store="all", **fields)
    return result, np.array(tours, dtype=np.int32)


def searched(label: str) -> list[tuple[int, ...]]:
    """Return all tours of a board, found by depth-first search."""
    spec = parse_problem({"kind": "enumerate", "board": label, "method": "backtrack", "store": "all"})
    found: list[Any] = []
    for shard in KINDS["enumerate"].plan(spec).shards:
        runner = open_shard(Shard(spec, shard.target))
        while not runner.is_finished:
            runner.step(1 << 20)
            found += runner.take_tours().tolist()
    return [tuple(tour) for tour in found]


def chi_square_normal(counts: np.ndarray) -> float:
    """Return the chi-square statistic of equal chances as a nearly standard normal value (Wilson and Hilferty)."""
    expected, freedom = counts.mean(), len(counts) - 1
    statistic = ((counts - expected) ** 2 / expected).sum()
    return float(((statistic / freedom) ** (1 / 3) - 1 + 2 / (9 * freedom)) / math.sqrt(2 / (9 * freedom)))


def test_all_tours_of_5x5() -> None:
    """34,560 draws are twenty for each of the 1,728 tours that a search finds, within chance."""
    result, tours = drawn("5x5", 34_560)
    known = {tour: index for index, tour in enumerate(searched("5x5"))}
    counts = np.bincount([known[tuple(tour)] for tour in tours.tolist()], minlength=len(known))

    assert result.counts[0].value == str(len(known)) == "1728"
    assert result.extra["tour_distribution"] == "exact uniform"
    assert abs(chi_square_normal(counts)) < 4


def test_all_cycles_of_6x6() -> None:
    """98,620 draws hit the 9,862 cycles equally often, from every start and in both directions."""
    result, tours = drawn("6x6", 98_620, tours="closed")
    rows = np.arange(len(tours))[:, None]
    turned = tours[rows, (np.argmin(tours, axis=1)[:, None] + np.arange(36)) % 36]  # begin at square 0
    backwards = turned[:, 1] > turned[:, -1]
    turned[backwards] = np.roll(turned[backwards, ::-1], 1, axis=1)
    _, counts = np.unique(turned, axis=0, return_counts=True)

    assert [count.value for count in result.counts] == [str(72 * 9862), "9862", "98620"]
    assert closing(parse_board("6x6"), KNIGHT, tours).all()
    assert valid(parse_board("6x6"), KNIGHT, turned).all()
    assert np.pad(counts, (0, 9862 - len(counts))).sum() == 98_620
    assert abs(chi_square_normal(np.pad(counts, (0, 9862 - len(counts))))) < 4
    assert abs(chi_square_normal(np.bincount(tours[:, 0], minlength=36))) < 4
    assert abs(backwards.mean() - 0.5) < 4 * 0.5 / math.sqrt(len(tours))


@pytest.mark.parametrize("tours", ["any", "open"])
def test_chosen_starts_of_6x6(tours: str) -> None:
    """Each start square is drawn in proportion to its tours, and no tour closes if only open ones are asked for."""
    result, found = drawn("6x6", 5_000, tours=tours, starts=[[1, 1], [6, 6], [3, 3]], rng={"seed": 3})
    exact = {tuple(row.square): int(row.tours or 0) for row in result.squares}
    closed = 2 * 9862 if tours == "open" else 0
    share = 2 * (524_486 - closed) / (2 * (524_486 - closed) + 52_662 - closed)

    assert exact == {(1, 1): 524_486 - closed, (6, 6): 524_486 - closed, (3, 3): 52_662 - closed}
    assert valid(parse_board("6x6"), KNIGHT, found).all()
    assert closing(parse_board("6x6"), KNIGHT, found).any() == (tours == "any")
    starts = Counter(found[:, 0].tolist())
    assert set(starts) == {0, 35, 14}
    assert abs((starts[0] + starts[35]) / 5_000 - share) < 4 * math.sqrt(share * (1 - share) / 5_000)
    assert abs(starts[0] - starts[35]) < 4 * math.sqrt(5_000)


def test_a_board_without_such_tours() -> None:
    """A start of the wrong colour has no tour: nothing is drawn, and the count is 0."""
    result, found = drawn("5x5", 100, starts=[[1, 2]])

    assert result.counts[0].value == "0"
    assert len(found) == 0


@pytest.mark.parametrize("rounds", [1, 2])
def test_a_lost_file_is_computed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rounds: int) -> None:
    """Layers lost while they are counted or tours are drawn change nothing: each tour is found once."""
    monkeypatch.setattr(spill, "MIN_FILE_BYTES", 1 << 10)
    monkeypatch.setattr(uniform_tours, "BATCH", 10)
    fields = {"kind": "sample", "board": "5x6", "tours": "closed", "method": "frontier", "store": "all"}
    spec = parse_problem({**fields, "budget": {"walks": 60}})

    def tours(folder: Path, losses: int) -> list[list[int]]:
        shards, saved, found, files = KINDS["sample"].plan(spec).shards, None, [], files_of(folder, 0)
        for number in (1, 2):
            runner = open_shard(Shard(spec, shards[0].target, saved, files))
            while not runner.is_finished:
                runner.step(100)
                found += runner.take_tours().tolist()
                saved = {name: array.copy() for name, array in runner.checkpoint().items()}
                if number == rounds and losses:
                    losses -= bool([path.unlink() for path in (folder / "shard-0").glob("*")])
                runner = open_shard(Shard(spec, shards[0].target, saved, files))
            record = ShardRecord(0, shards[0].target, True, 0.0, runner.statistics())
            shards = KINDS["sample"].follow(spec, [record]) or shards
        assert not losses
        return found

    assert tours(tmp_path / "hurt", 2) == tours(tmp_path / "whole", 0)
