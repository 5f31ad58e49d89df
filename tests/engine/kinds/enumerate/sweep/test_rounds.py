"""Sweeps in parts: the same counts and, at the end, the same bits, in any order of the parts."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from engine.errors import KernelLimitError
from engine.kinds.common.kind import ShardPlan, ShardRecord
from engine.kinds.enumerate.planner import Enumeration
from engine.kinds.enumerate.sweep.runner import FrontierRunner
from engine.kinds.open_shard import open_shard
from engine.kinds.parse import parse_problem
from engine.kinds.running.shard_runner import Shard
from engine.search.frontier import table_parts as parts
from engine.specification.result import Result
from workers.files.folder import files_of


@pytest.fixture(autouse=True)
def _narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Share tables of a few hundred states already."""
    monkeypatch.setattr(parts, "MAX_ALONE", 300)
    monkeypatch.setattr(parts, "MAX_RECEIVED", 500)


class Job:
    """A job in memory: `run` takes shards in any order, by steps of any size, and can reopen them after each step."""

    def __init__(self, folder: Path | None, **fields: object) -> None:
        self.spec = parse_problem({"kind": "enumerate", "method": "frontier", **fields})
        self.folder, self.rounds, self.most_parts, self.most_files, self.most_sweeps = folder, 0, 0, 0, 0
        self.saved: dict[int, Any] = {}
        self.records: dict[int, ShardRecord] = {}
        self.due = list(Enumeration().plan(self.spec).shards)

    def run(self, work: int = 1 << 30, *, reopen: bool = False, random: Random | None = None) -> Result:
        """Run to the end; with `random` the shards of each round in random order."""
        while self.due:
            if random is not None:
                random.shuffle(self.due)
            for shard in self.due:
                self._finish(shard, work, reopen=reopen)
            self.rounds += 1
            taking_turns = {tuple(shard.target["sweep"]) for shard in self.due if shard.target.get("chunks")}
            self.most_sweeps = max(self.most_sweeps, len(taking_turns))
            self.most_parts = max(self.most_parts, len(self.due))
            if self.folder is not None and self.folder.exists():
                self.most_files = max(self.most_files, len(list(self.folder.iterdir())))
            self.due = list(Enumeration().follow(self.spec, self._all()))
        return Enumeration().merge(self.spec, self._all())

    def _finish(self, shard: ShardPlan, work: int, *, reopen: bool) -> None:
        files = files_of(self.folder, shard.index)
        runner = open_shard(Shard(self.spec, shard.target, self.saved.get(shard.index), files))
        while not runner.is_finished:
            runner.step(work)
            if reopen:
                written = {name: array.copy() for name, array in runner.checkpoint().items()}
                runner = open_shard(Shard(self.spec, shard.target, written, files))
        self.saved[shard.index] = runner.checkpoint()
        self.records[shard.index] = ShardRecord(shard.index, shard.target, True, 0.0, runner.statistics())

    def _all(self) -> list[ShardRecord]:
        return [self.records[index] for index in sorted(self.records)]

    def widths(self) -> list[int]:
        """Return the states met before each square, all parts together."""
        return sum(record.statistics["widths"] for record in self._all()).tolist()  # type: ignore[union-attr]

    def counts(self) -> list[tuple[int, list[int]]]:
        """Return every shard's widths."""
        return [(record.index, record.statistics["widths"].tolist()) for record in self._all()]


def values(result: Result) -> dict[str, str]:
    """Return the counts."""
    return {count.quantity: count.value for count in result.counts}


def test_a_shared_sweep_counts_what_one_worker_counts(tmp_path: Path) -> None:
    """6x6 has 9,862 cycles either way, through the same numbers of states; files read by all do not pile up."""
    alone, shared = Job(None, board="6x6", tours="closed"), Job(tmp_path / "job", board="6x6", tours="closed")
    assert values(alone.run()) == values(shared.run())
    assert values(shared.run())["cycles"] == "9862"
    assert alone.widths() == shared.widths()
    assert (alone.rounds, alone.most_parts) == (1, 1)
    assert shared.rounds > 10
    assert 2 < shared.most_parts <= shared.most_files <= 3 * shared.most_parts


@pytest.mark.parametrize("work", [150, 1000])
def test_killed_anywhere_and_in_any_order(tmp_path: Path, work: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reopened after every step and taken in random order, every part meets the same states; the count is the same.

    What a job's digest covers does not depend on how the work was cut.
    """
    monkeypatch.setattr(FrontierRunner, "batch", 1 << 10)
    whole, cut = (Job(tmp_path / name, board="6x6", tours="closed") for name in ("whole", "cut"))
    assert values(whole.run()) == values(cut.run(work, reopen=True, random=Random(work)))
    assert whole.counts() == cut.counts()
    assert [shard.target for shard in whole._all()] == [shard.target for shard in cut._all()]
    assert all(not shard.statistics["chunks"].size for shard in cut._all()[1:])
    assert whole.rounds == cut.rounds


def test_several_sweeps_of_one_job_are_shared(tmp_path: Path) -> None:
    """Every sweep of a job has its own rounds and parts, in its turn; narrow ones stay with one worker."""
    fields = {"board": "5x6", "starts": [[1, 1], [2, 2], [3, 3]]}
    shared, alone = Job(tmp_path / "job", **fields), Job(None, **fields)
    assert values(shared.run()) == values(alone.run())
    assert len(shared.records) > len(alone.records) == 4
    assert shared.most_sweeps == 1


def test_counts_beyond_64_bits_pass_between_parts(tmp_path: Path) -> None:
    """5x24 has 5,717,847,862,749,642,677,204,182 cycles (A175855): two words a count in every file at the end."""
    shared = Job(tmp_path / "job", board="5x24", tours="closed")
    parts.MAX_ALONE = parts.MAX_RECEIVED = 20_000  # the fixture restores both at its end
    assert values(shared.run())["cycles"] == "5717847862749642677204182"
    assert shared.most_parts > 1


def test_progress_goes_on_over_rounds(tmp_path: Path) -> None:
    """A part that has finished its round has done its share of the whole sweep, not all of it."""
    job = Job(tmp_path / "job", board="6x6", tours="closed")
    job._finish(job.due[0], 1 << 30, reopen=False)
    (first, *_) = Enumeration().follow(job.spec, job._all())
    runner = open_shard(Shard(job.spec, first.target, job.saved[0], files_of(job.folder, 0)))
    before = runner.progress
    while not runner.is_finished:
        runner.step(100)
    assert 0.0 < before < runner.progress < 1.0


def test_without_the_folder_a_part_says_what_is_missing(tmp_path: Path) -> None:
    """A worker that does not share the folder cannot take part, and names the setting."""
    job = Job(tmp_path / "job", board="6x6", tours="closed")
    job._finish(job.due[0], 1 << 30, reopen=False)
    (first, *_) = Enumeration().follow(job.spec, job._all())
    with pytest.raises(KernelLimitError, match="CAVALIER_SPILL_FOLDER"):
        open_shard(Shard(job.spec, first.target, job.saved[0]))


def test_the_reason_of_auto_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The result of a sweep that `auto` chose gives the reason even after several rounds."""
    monkeypatch.setattr("engine.kinds.enumerate.planner.choose_method", lambda _: ("frontier", "the reason"))
    job = Job(tmp_path / "job", board="6x6", tours="closed", method="auto")
    result = job.run()
    assert job.rounds > 1
    assert values(result)["cycles"] == "9862"
    assert result.explanation == "the reason"


def test_rounds_are_cut_by_the_number_of_states_alone() -> None:
    """Few states stay with one worker; many go to parts that together cover each bucket once."""
    assert parts.bucket_ranges(parts.MAX_ALONE) == [(0, parts.BUCKETS)]
    for received in (parts.MAX_ALONE + 1, 3 * parts.MAX_RECEIVED, 10**12):
        ranges = parts.bucket_ranges(received)
        assert len(ranges) > 1
        assert [bucket for first, last in ranges for bucket in range(first, last)] == list(range(parts.BUCKETS))
    assert len(parts.bucket_ranges(10**12)) == parts.MAX_PARTS
    assert np.log2(parts.BUCKETS).is_integer()


@pytest.mark.parametrize("damage", ["missing", "flipped", "cut off"])
@pytest.mark.parametrize("share", [0.02, 0.3])
def test_lost_files_are_computed_again(tmp_path: Path, damage: str, share: float) -> None:
    """Files missing or damaged in any round are computed again, by the round before or by the whole sweep."""
    whole, hurt = (Job(tmp_path / name, board="6x6", tours="closed") for name in ("whole", "hurt"))
    expected, random, met = values(whole.run()), Random(share), set[str]()
    again = hurt._finish

    def finish(shard: ShardPlan, work: int, *, reopen: bool) -> None:
        for name in sorted(set(shard.target.get("chunks", [])) - met):
            met.add(name)
            if random.random() < share:
                spoil(tmp_path / "hurt" / name, damage)
        again(shard, work, reopen=reopen)

    hurt._finish = finish  # type: ignore[method-assign]
    assert values(hurt.run(1000, reopen=True, random=random)) == expected
    assert hurt.rounds > whole.rounds
    assert whole.counts() == hurt.counts()
    assert [shard.target for shard in whole._all()] == [shard.target for shard in hurt._all()]
    assert all("lost" not in shard.statistics for shard in hurt._all())


def spoil(path: Path, damage: str) -> None:
    """Remove a file, change a byte of it, or cut its end off."""
    if not path.exists():
        return
    content = path.read_bytes()
    if damage == "missing":
        path.unlink()
    elif damage == "flipped":
        path.write_bytes(content[:-5] + bytes([content[-5] ^ 1]) + content[-4:])
    else:
        path.write_bytes(content[: len(content) // 2])
