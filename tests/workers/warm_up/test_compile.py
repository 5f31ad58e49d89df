"""Kernels compiled ahead."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.compile_waits import ALL_COMPILED
from store.models.states import JobState
from tests.processes import STOP_SECONDS
from workers.warm_up import compile as compiling
from workers.warm_up.compile import compile_kernels, kernels_compiled, start_compiling

WALKS = {"kind": "sample", "board": "5x5", "method": "uniform", "budget": {"walks": 10}, "store": "all"}
WAITS = """
import sys
from engine import jit
from numba.core.event import install_recorder
from workers.warm_up.compile import run_jobs
with install_recorder("numba:compile") as seen:
    assert run_jobs([%r], lambda done, of: None) == []
print(len(seen.buffer))
"""


def compiled(folder: Path) -> int:
    """Return the number of functions that a small job had to compile in its own process."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder)}
    command = [sys.executable, "-c", WAITS % WALKS]
    return int(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout)


def test_what_was_tried_once_is_not_compiled_again(tmp_path: Path) -> None:
    """The first process fills the folder, and the second finds every kernel in it."""
    assert compiled(tmp_path) > 0
    assert compiled(tmp_path) == 0


def test_progress_is_told_and_failures_leave_no_mark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A failed trial is named, the others still run, and the next worker tries again."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    ends = iter([(JobState.FAILED, "why"), (JobState.SUCCEEDED, None)])
    monkeypatch.setattr(compiling, "_run", lambda *_: next(ends))
    monkeypatch.setattr(compiling, "warm_up_jobs", lambda: iter([WALKS, WALKS]))
    told: list[tuple[int, int]] = []

    failures = compile_kernels(lambda done, of: told.append((done, of)))

    assert told == [(0, 2), (1, 2), (2, 2)]
    assert failures == [f"{WALKS}: why"]
    assert not kernels_compiled()

    monkeypatch.setattr(compiling, "_run", lambda *_: (JobState.SUCCEEDED, None))
    assert compile_kernels(lambda *_: None) == []
    assert kernels_compiled()


def test_nothing_is_begun_where_all_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the folder has its mark, or there is no folder, no process is started."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert not kernels_compiled()
    (tmp_path / ALL_COMPILED).touch()
    assert start_compiling() is None
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    assert start_compiling() is None


def test_compiling_ends_with_who_asked_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that stops ends its compiling process."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    process = start_compiling()
    assert process is not None
    process.terminate()
    assert process.wait(STOP_SECONDS) != 0
