"""Kernels are compiled by one process per machine, as long as a process needs them."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
from pathlib import Path

from engine.compile_waits import ALL_COMPILED
from tests.processes import alive
from tests.servers import wait_until
from workers.warm_up.process import LOCK

ASKS = "from workers.warm_up.compile import start_compiling; print(start_compiling().pid, flush=True); input()"


def asker(folder: Path) -> subprocess.Popen[str]:
    """Start a process that requests compilation and keeps running."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder / "kernels"), "TMPDIR": str(folder)}
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-c", ASKS], env=environment, stdin=pipe, stdout=pipe, text=True)


def test_compiling_ends_with_a_killed_asker(tmp_path: Path) -> None:
    """A killed process leaves neither a compiling process nor scratch files, which restarts would pile up."""
    with asker(tmp_path) as process:
        assert process.stdout is not None
        pid = int(process.stdout.readline())
        wait_until(lambda: any(tmp_path.glob("cavalier-kernels-*/*")), "compiling has begun")
        process.send_signal(signal.SIGKILL)
        wait_until(lambda: not alive(pid), "it has ended")
        assert not any(tmp_path.glob("cavalier-kernels-*"))


def test_one_process_of_a_machine_compiles_at_a_time(tmp_path: Path) -> None:
    """A second process waits for the first to compile, and then finds nothing left to do."""
    kernels = tmp_path / "kernels"
    kernels.mkdir()
    with (kernels / LOCK).open("w") as lock, asker(tmp_path) as process:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert process.stdout is not None
        pid = int(process.stdout.readline())
        wait_until(lambda: any(tmp_path.glob("cavalier-kernels-*")), "it has started")
        assert not any(tmp_path.glob("cavalier-kernels-*/*"))
        (kernels / ALL_COMPILED).touch()
        fcntl.flock(lock, fcntl.LOCK_UN)
        wait_until(lambda: not alive(pid), "it has ended")
        assert {path.name for path in kernels.iterdir()} == {LOCK, ALL_COMPILED}
        process.kill()
