"""Kernels compiled in several processes."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.kinds.methods import warm_up_jobs
from workers.warm_up import parallel
from workers.warm_up.compile import kernels_compiled
from workers.warm_up.parallel import compile_in_parallel, divide

WALKS = {"kind": "sample", "board": "5x5", "method": "uniform", "budget": {"walks": 10}, "store": "all"}
WITHOUT_INDEX = {
    "kind": "sample",
    "board": "5x6",
    "method": "index",
    "tours": "closed",
    "budget": {"walks": 9},
    "store": "all",
}


def test_every_job_is_in_one_share_and_draws_follow_their_index() -> None:
    """No job is lost or doubled, and one process makes each index before it draws from it."""
    jobs = list(warm_up_jobs())
    for number in (1, 2, 3, 64):
        shares = divide(jobs, number)
        assert len(shares) <= number
        together = [job for share in shares for job in share]
        assert sorted(map(str, together)) == sorted(map(str, jobs))
        indices = [job["board"] for job in shares[0] if job["kind"] == "index"]
        drawn = [job["board"] for job in shares[0] if job.get("method") == "index"]
        assert set(drawn) <= set(indices)
        assert [job.get("method") for job in together].count("index") == len(drawn)


def test_all_shares_are_run_counted_and_marked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two processes run a job each; the mark is written at the end, and only where no job failed."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(parallel, "warm_up_jobs", lambda: iter([WALKS, WITHOUT_INDEX]))
    reports: list[tuple[int, int]] = []
    failures = compile_in_parallel(2, lambda done, of: reports.append((done, of)))
    assert len(failures) == 1
    assert "no index of its closed tours" in failures[0]
    assert reports[-1] == (2, 2)
    assert not kernels_compiled()

    monkeypatch.setattr(parallel, "warm_up_jobs", lambda: iter([WALKS, WALKS]))
    assert compile_in_parallel(2, lambda *_: None) == []
    assert kernels_compiled()
