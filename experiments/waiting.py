"""Waits before anything is computed: for a command to start, and for kernels. Run python -m experiments.waiting.

Times a warm run of all tours of 5x5 from the shell; then, with all kernels compiled, the small jobs that call every
kernel, one after the other. No job waits longer for its kernels than the longest of these.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path

from cli.settings import keep_kernels
from experiments.table import Row, print_rows

RUNS = 7
SMALL = {"kind": "enumerate", "board": "5x5", "method": "backtrack"}


def small_run() -> Row:
    """Time `cavalier run` of a small job, the best of several, with its processor time."""
    with tempfile.TemporaryDirectory() as folder:
        spec = Path(folder) / "spec.json"
        spec.write_text(json.dumps(SMALL))
        command = [sys.executable, "-m", "cli.main", "run", str(spec), "--json", "--data", f"{folder}/data"]
        times = [_time(command) for _ in range(RUNS)][1:]
    wall, processor = (min(part) for part in zip(*times, strict=True))
    return Row(
        "cavalier run, all tours of 5x5, warm", f"{wall:.2f} s", f"{processor:.2f} s of a core", None, "<= 0.8 s", True
    )


def _time(command: list[str]) -> tuple[float, float]:
    before, begin = os.times(), time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    wall, after = time.perf_counter() - begin, os.times()
    return wall, after.children_user + after.children_system - before.children_user - before.children_system


def kernels() -> Row:
    """Time the small jobs of every kernel once all kernels are compiled."""
    keep_kernels()
    from workers.warm_up.compile import compile_kernels, kernels_compiled

    if not kernels_compiled():
        compile_kernels(lambda *_: None)
    ends: list[float] = []
    compile_kernels(lambda *_: ends.append(time.perf_counter()))
    longest = max(after - before for before, after in pairwise(ends))
    found = f"{longest:.2f} s the longest of {len(ends) - 1}"
    return Row("small jobs of every kind, kernels compiled", found, "", None, "<= 2 s", True)


if __name__ == "__main__":
    print_rows([small_run(), kernels()])
