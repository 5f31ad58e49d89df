"""Indexes of boards: every cycle has one number, and killed anywhere the files are the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.cycles.index import CycleIndex, index_name
from engine.errors import KernelLimitError
from engine.kinds.index import runner as index
from engine.kinds.index.runner import IndexRunner
from engine.kinds.open_shard import open_shard
from engine.kinds.parse import parse_problem
from engine.kinds.running.shard_runner import Shard, ShardRunner
from engine.kinds.table import KINDS
from engine.tours.verify import closing, valid
from workers.files.folder import Folder, files_of, kept_files


def finished(folder: Path, board: Any, work: int = 1 << 20) -> ShardRunner:
    """Return the finished runner of an index, its shard reopened after every step."""
    problem = parse_problem({"kind": "index", "board": board})
    (plan,) = KINDS["index"].plan(problem).shards
    files, checkpoint = files_of(folder / "job", 0), None
    while True:
        runner = open_shard(Shard(problem, plan.target, checkpoint, files))
        runner.step(work)
        if runner.is_finished:
            return runner
        checkpoint = {name: array.copy() for name, array in runner.checkpoint().items()}


def build(folder: Path, board: Any, work: int = 1 << 20) -> CycleIndex:
    """Build an index."""
    runner, problem = finished(folder, board, work), parse_problem({"kind": "index", "board": board})
    name = index_name(kept_files(folder), problem.board, problem.piece)
    assert name is not None
    assert runner.progress == 1.0
    return CycleIndex(kept_files(folder), name)


def cycles_of(found: CycleIndex) -> set[tuple[int, ...]]:
    """Return the cycles of all numbers, after checking that they are tours."""
    tours = np.array([found.tour(number) for number in range(1, found.cycles + 1)])
    assert valid(found.board, found.piece, tours).all()
    assert closing(found.board, found.piece, tours).all()
    return {tuple(tour) for tour in tours.tolist()}


@pytest.mark.parametrize(
    ("board", "count"),
    [("5x6", 8), ("3x10", 16), ("cylinder:3x6", None), ({"rows": ["######"] * 5}, 8), ("torus:4x4", None)],
)
def test_every_cycle_has_one_number(tmp_path: Path, board: Any, count: int | None) -> None:
    """The cycles with the numbers 1, 2, ... are all different, and each is found under its number."""
    found = build(tmp_path, board)
    assert count in (None, found.cycles)
    some = cycles_of(found)
    assert len(some) == found.cycles
    for number in range(1, found.cycles + 1, max(1, found.cycles // 50)):
        tour = found.tour(number).tolist()
        assert found.number([*tour[7:], *tour[:7]]) == found.number(tour[::-1]) == number


def test_six_by_six(tmp_path: Path) -> None:
    """6x6 has 9,862 cycles (OEIS A001230); some hundreds are found under their numbers, and other tours are refused."""
    found = build(tmp_path, "6x6")
    assert found.cycles == 9862
    tours = {number: found.tour(number).tolist() for number in range(1, 9863, 49)}
    assert valid(found.board, found.piece, np.array(list(tours.values()))).all()
    assert [found.number(tour) for tour in tours.values()] == list(tours)
    for number in (0, -1, 9863):
        with pytest.raises(IndexError):
            found.tour(number)
    for wrong in (list(range(36)), found.tour(1).tolist()[:-1]):
        with pytest.raises(ValueError, match="not a Hamiltonian cycle"):
            found.number(wrong)


def test_killed_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An index reopened after every step numbers the same cycles in the same order."""
    monkeypatch.setattr(index, "MAX_UNSENT", 50)
    whole, cut = build(tmp_path / "whole", "5x6"), build(tmp_path / "cut", "5x6", 10)
    assert [whole.tour(n).tolist() for n in range(1, 9)] == [cut.tour(n).tolist() for n in range(1, 9)]
    assert (whole.cycles, whole.states, whole.bytes) == (cut.cycles, cut.states, cut.bytes)
    assert whole.digest == cut.digest != build(tmp_path / "other", "3x10").digest


def test_a_pause_leaves_no_trace(tmp_path: Path) -> None:
    """The end state does not depend on how the work was cut into slices and the sections into files."""
    ends = [finished(tmp_path / str(work), "5x6", work) for work in (1 << 20, 10)]
    whole, cut = ({**end.checkpoint(), **end.statistics()} for end in ends)
    assert {name: array.tolist() for name, array in whole.items()} == {n: array.tolist() for n, array in cut.items()}


def test_a_lost_file_begins_the_index_again(tmp_path: Path) -> None:
    """An index whose files are lost is computed again."""
    problem = parse_problem({"kind": "index", "board": "5x6"})
    (plan,) = KINDS["index"].plan(problem).shards
    runner = IndexRunner(Shard(problem, plan.target, None, files_of(tmp_path / "job", 0)))
    runner.step(300)
    for path in (tmp_path / "job").iterdir():
        path.unlink()
    runner = IndexRunner(Shard(problem, plan.target, runner.checkpoint(), files_of(tmp_path / "job", 0)))
    while not runner.is_finished:
        runner.step(1 << 20)
    assert KINDS["index"] is not None
    assert int(runner.statistics()["count"][0]) == 8


def test_without_files_it_says_what_is_missing() -> None:
    """Without a folder an index names the missing setting."""
    problem = parse_problem({"kind": "index", "board": "5x6"})
    with pytest.raises(KernelLimitError, match="CAVALIER_SPILL_FOLDER"):
        IndexRunner(Shard(problem, {"key": "x"}))


def test_names_are_listed(tmp_path: Path) -> None:
    """Half-written files are not listed."""
    files = Folder(tmp_path)
    files.write("a.1", [np.arange(3)])
    (tmp_path / "a.2.77.partial").write_bytes(b"half")
    assert files.names("a.") == ["a.1"]
    assert files.names("b.") == []
