"""Sweeps as shards: planned, run with checkpoints, merged, and compared with the search and with published figures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.errors import KernelLimitError, NoSpaceError
from engine.kinds.enumerate.planner import Enumeration
from engine.kinds.enumerate.sweep.planner import is_sweep
from engine.kinds.enumerate.sweep.runner import FrontierRunner
from engine.kinds.parse import parse_problem
from engine.kinds.running.shard_runner import Shard
from engine.search.frontier import table_parts as parts
from engine.search.frontier.transition import ROOM
from engine.specification.result import Result
from store.arrays import pack_arrays
from tests.in_memory import cut_enumeration, enumerated
from workers.files.folder import Folder, files_of


def facts(result: Result) -> dict[str, Any]:
    """Return the counts that both methods have: totals, by start and by end."""
    counts = {count.quantity: count.value for count in result.counts if count.quantity in {"tours", "closed", "cycles"}}
    squares = {tuple(row.square): (row.tours, row.closed) for row in result.squares}
    ends = {(tuple(row.start), tuple(row.end)): row.tours for row in result.ends}
    return {"counts": counts, "squares": squares, "ends": ends}


BOARDS: list[Any] = [
    {"board": "3x4"},
    {"board": "4x5"},
    {"board": "5x5", "starts": [[1, 1], [3, 3], [1, 2]]},
    {"board": "torus:3x4"},
    {"board": "cylinder:3x4"},
    {"board": "2x3x3"},
    {"board": {"rows": ["####", "#.##", "####", "##.#"]}},
    {"board": "3x4", "piece": [0, 1]},
    {"board": "1x2", "piece": [0, 1]},
    {"board": "2x2"},
]


@pytest.mark.parametrize("fields", BOARDS, ids=lambda fields: str(fields["board"])[:20])
@pytest.mark.parametrize("tours", ["any", "closed", "open"])
@pytest.mark.parametrize("by_end", [False, True])
def test_search_and_sweep_agree(fields: dict[str, object], tours: str, by_end: bool) -> None:
    """Totals, counts by start and counts by end are the same by either method, on every surface and with holes."""
    fields = {**fields, "tours": tours, "by_end": by_end}
    assert facts(enumerated(method="frontier", **fields)) == facts(enumerated(method="backtrack", **fields))


def test_six_by_six() -> None:
    """6x6 has 9,862 cycles (OEIS A001230) and 6,637,920 directed tours (A165134); both add up from pairs of ends."""
    result = enumerated(board="6x6", method="frontier", by_end=True)
    counts = facts(result)["counts"]
    assert counts == {"tours": "6637920", "closed": str(2 * 36 * 9862), "cycles": "9862"}
    assert sum(int(row.tours) for row in result.ends) == 6637920
    assert facts(enumerated(board="6x6", method="frontier"))["squares"] == facts(result)["squares"]


@pytest.mark.parametrize("work", [1, 50, 4000])
def test_killed_anywhere(work: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sweep opened again from its checkpoint after every step, in the middle of squares, gives the same result."""
    monkeypatch.setattr(FrontierRunner, "batch", ROOM)
    fields = {"board": "3x10", "method": "frontier", "tours": "closed"}
    assert facts(cut_enumeration(work, **fields)) == facts(enumerated(**fields))
    assert facts(cut_enumeration(work, **fields))["counts"]["cycles"] == "16"


def test_checkpoints_do_not_depend_on_the_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """The checkpoint after equal work is the same, bit by bit, however the work was cut."""
    monkeypatch.setattr(FrontierRunner, "batch", 4 * ROOM)
    spec = parse_problem({"kind": "enumerate", "board": "5x6", "method": "frontier"})

    def held(most: int, wanted: int) -> tuple[int, bytes]:
        runner, done = FrontierRunner(Shard(spec, {"sweep": [0]})), 0
        while done < wanted:
            done += runner.step(min(most, wanted - done))
        return done, pack_arrays(runner.checkpoint())

    done, checkpoint = held(600, 600)
    assert [held(most, done) for most in (1, 99, 500)] == 3 * [(done, checkpoint)]


def test_progress_grows_to_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Progress never falls, even across restarts, and is 1 only at the end."""
    spec = parse_problem({"kind": "enumerate", "board": "6x6", "tours": "closed", "method": "frontier"})
    monkeypatch.setattr(FrontierRunner, "batch", 8 * ROOM)
    runner, seen = FrontierRunner(Shard(spec, {"sweep": []})), [0.0]
    while not runner.is_finished:
        runner.step(500)
        runner = FrontierRunner(Shard(spec, {"sweep": []}, runner.checkpoint()))
        seen.append(runner.progress)
    assert seen == sorted(seen)
    assert seen[-1] == 1.0 > seen[-2]
    assert not len(runner.take_tours())


def test_more_memory_than_allowed_stops_the_shard() -> None:
    """A sweep without files that outgrows its memory stops and names the setting that would help."""
    problem = parse_problem({"kind": "enumerate", "board": "6x6", "tours": "closed", "method": "frontier"})
    with pytest.raises(KernelLimitError, match="CAVALIER_SWEEP_MEMORY"):
        FrontierRunner(Shard(problem, {"sweep": []}, memory=1 << 10)).step(1)


def test_a_disk_too_small_is_told_before_anything_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sweep about to be shared needs room for all its rounds; without it the checkpoint fails and writes nothing."""
    monkeypatch.setattr(parts, "MAX_ALONE", 300)
    monkeypatch.setattr(Folder, "free", lambda _: 3 << 30)
    problem = parse_problem({"kind": "enumerate", "board": "8x8", "tours": "closed", "method": "frontier"})
    files = files_of(tmp_path / "job", 1)
    runner = FrontierRunner(Shard(problem, {"sweep": []}, files=files))
    runner.step(1 << 12)
    with pytest.raises(NoSpaceError, match=r"GiB of files, and 3\.0 GiB are free"):
        runner.checkpoint()
    assert not (tmp_path / "job").exists()


def test_auto_sweeps_where_a_search_would_not_end() -> None:
    """`auto` sweeps 6x8, says why, and counts its 55,488,142 cycles (A175881); 5x5 is searched."""
    result = enumerated(board="6x8", tours="closed")
    assert facts(result)["counts"]["cycles"] == "55488142"
    assert result.explanation is not None
    assert "sweep" in result.explanation
    plan = Enumeration().plan(parse_problem({"kind": "enumerate", "board": "5x5"}))
    assert not any(is_sweep(shard.target) for shard in plan.shards)


def test_words_of_large_counts() -> None:
    """Counts beyond 64 bits come out whole: 5x24 has 5,717,847,862,749,642,677,204,182 cycles (A175855)."""
    result = enumerated(board="5x24", tours="closed", method="frontier")
    assert facts(result)["counts"]["cycles"] == "5717847862749642677204182"
    assert np.iinfo(np.uint64).max < 5717847862749642677204182
