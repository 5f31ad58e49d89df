"""Jobs of kind `strip`, opened again from checkpoints on the way, against published and plain counts."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

from engine.arrays import Arrays, sha256_of
from engine.errors import KernelLimitError
from engine.kinds.common.kind import ShardRecord
from engine.kinds.parse import parse_problem
from engine.kinds.running import checkpoint_files
from engine.kinds.running.shard_runner import Shard
from engine.kinds.strip import runner as runner_module
from engine.kinds.strip.planner import StripCounting
from engine.kinds.strip.runner import StripRunner
from engine.specification.result import Result
from tests.reference.strips import count_tours
from workers.files.folder import files_of


def run(work: int = 5_000, **fields: object) -> Result:
    """Run a job, reopening its shard after every step."""
    problem, kind = parse_problem({"kind": "strip", **fields}), StripCounting()
    (shard,) = kind.plan(problem).shards
    runner = StripRunner(Shard(problem, shard.target))
    assert kind.merge(problem, [ShardRecord(0, shard.target)]).extra == {}
    while not runner.is_finished:
        assert 0.0 <= runner.progress < 1.0
        runner.step(work)
        record = ShardRecord(0, shard.target, statistics=runner.statistics())
        assert runner.is_finished or kind.merge(problem, [record]).extra == {}
        runner = StripRunner(Shard(problem, shard.target, runner.checkpoint()))
    assert not runner.take_tours().size
    return kind.merge(problem, [ShardRecord(0, shard.target, is_finished=True, statistics=runner.statistics())])


def test_closed_tours_of_3xn() -> None:
    """The terms are those of OEIS A070030 and obey a recurrence of order 42 over the integers."""
    found = run(family="3xn").extra["strip"]
    terms = [int(term) for term in found["terms"]]
    assert terms[9:20:2] == [16, 176, 1536, 15424, 147728, 1448416]
    assert (found["order"], found["period"], found["proved"]) == (42, 2, True)
    rule = [int(value) for value in found["recurrence"]]
    assert len(rule) == 42
    for n in range(found["after"], len(terms)):
        assert terms[n] == sum(value * terms[n - back] for back, value in enumerate(rule, 1))
    assert found["growth"]["low"] < 3.119490456755 + 1e-11 < found["growth"]["high"] + 2e-11


@pytest.mark.parametrize("family", ["4xn", "cylinder:nx3"])
def test_open_tours_are_all_that_do_not_close(family: str) -> None:
    """Open tours are the paths without those that close, as many for each cycle as the board has squares."""
    ring, height = family.startswith("cylinder"), 3 if family.startswith("cylinder") else 4
    found = run(50_000, family=family, tours="open", terms=5, order=0).extra["strip"]
    plain = [
        count_tours(height, n, (1, 2), ring=ring, paths=True)
        - height * n * count_tours(height, n, (1, 2), ring=ring, paths=False)
        for n in range(1, 6)
    ]
    assert list(map(int, found["terms"])) == plain
    assert "order" not in found


def test_a_family_without_closed_tours() -> None:
    """4xn has none (Pósa): order 0, and no growth."""
    found = run(family="4xn", terms=20).extra["strip"]
    assert set(found["terms"]) == {"0"}
    assert (found["order"], found["growth"]) == (0, {"low": 0.0, "high": 0.0})


def test_an_order_beyond_the_one_asked_for() -> None:
    """The terms and the growth are there; the recurrence is not."""
    result = run(family="3xn", order=10, terms=30)
    assert result.outcome == "limit"
    assert result.explanation == "no recurrence of order 10 or less was found"
    assert len(result.extra["strip"]["terms"]) == 30
    assert "order" not in result.extra["strip"]


def test_too_little_memory() -> None:
    """The error says what would need less memory."""
    runner = StripRunner(Shard(parse_problem({"kind": "strip", "family": "5xn"}), {}, memory=1 << 16))
    with pytest.raises(KernelLimitError, match="narrower family"):
        runner.step(10**6)


@pytest.mark.parametrize("tours", ["closed", "open"])
def test_an_operator_is_written_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tours: str) -> None:
    """A build that is killed and resumed keeps the files of its operator, and finds what one in memory does."""
    monkeypatch.setattr(runner_module, "MIN_FILE_BYTES", 1 << 8)
    problem, files = (
        parse_problem({"kind": "strip", "family": "3xn", "tours": tours, "terms": 30}),
        files_of(tmp_path, 0),
    )
    runner, saved, written = None, None, {}
    while runner is None or not runner.is_finished:
        runner = StripRunner(Shard(problem, {}, saved, files))  # as after a kill: from what was committed alone
        runner.step(1_000)
        saved = {name: array.copy() for name, array in runner.checkpoint().items()}
        now = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "shard-0").glob("*")}
        operator = {f"{saved[name].tobytes().hex()}.npy" for name in saved if name.endswith("sources@file")}
        assert all(now[name] == written.get(name, now[name]) for name in operator)
        written |= {name: now[name] for name in operator}
    assert len(written) == (1 if tours == "closed" else 2)
    whole = StripRunner(Shard(problem, {}))
    while not whole.is_finished:
        whole.step(10**6)
    one, other = whole.statistics(), runner.statistics()
    assert one.keys() == other.keys()
    assert all(np.array_equal(one[name], other[name]) for name in one)


def test_the_digest_is_that_of_the_operator() -> None:
    """The digest covers the repeated states and each step of the operator; changing one entry changes it."""
    problem = parse_problem({"kind": "strip", "family": "3xn", "terms": 20, "order": 0})
    runner = StripRunner(Shard(problem, {}))
    while not runner.is_finished:
        runner.step(10**6)
    saved = dict(runner.checkpoint())
    content = sha256(sha256_of(saved["0.repeated"]))
    ends, sources = 0, 0
    for states, entries in saved["0.step_sizes"].tolist():
        content.update(sha256_of(saved["0.step_ends"][ends : ends + states]))
        content.update(sha256_of(saved["0.step_sources"][sources : sources + entries]))
        ends, sources = ends + states, sources + entries
    digest = str(runner.statistics()["digest"][0])
    assert digest == content.hexdigest()
    saved["0.step_sources"] = saved["0.step_sources"].copy()
    saved["0.step_sources"][5] += 1
    assert str(StripRunner(Shard(problem, {}, saved)).statistics()["digest"][0]) != digest


def test_a_lost_file_is_computed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sweep begins anew, reports the loss, and has the same result."""
    monkeypatch.setattr(checkpoint_files, "MIN_FILE_BYTES", 1 << 9)
    problem = parse_problem({"kind": "strip", "family": "3xn", "terms": 20})

    def found(folder: Path, *, hurt: bool) -> Arrays:
        files, runner = files_of(folder, 0), None
        saved: Arrays | None = None
        while runner is None or not runner.is_finished:
            runner = StripRunner(Shard(problem, {}, saved, files))
            runner.step(2_000)
            saved = {name: array.copy() for name, array in runner.checkpoint().items()}
            gone = list((folder / "shard-0").glob("*"))
            if hurt and gone:
                hurt = False
                for path in gone:
                    path.unlink()
                StripRunner(Shard(problem, {}, saved, files))
                assert len(files.losses) == 1
                saved = None
        assert not hurt
        return runner.statistics()

    whole, again = found(tmp_path / "whole", hurt=False), found(tmp_path / "hurt", hurt=True)
    assert whole.keys() == again.keys()
    assert all(np.array_equal(whole[name], again[name]) for name in whole)
