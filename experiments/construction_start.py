"""How long `cavalier run` takes from the shell to the drawing: a tour of 300 x 300 between two given squares.

    python -m experiments.construction_start [RUNS]

The first run compiles kernels and makes the database; later runs are warm. The time to load the libraries alone, which
no command that computes and stores can avoid, is printed beside them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

SPECIFICATION = {"kind": "construct", "board": "300x300", "start": [1, 1], "end": [150, 151]}
LIBRARIES = "import numba, numpy, pydantic, rich.progress, sqlalchemy.orm, structlog"


def time_command(command: Sequence[str]) -> tuple[float, float]:
    """Run a command to its end; return its wall time and processor time in seconds."""
    began = time.perf_counter()
    process = subprocess.Popen([sys.executable, *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, command
    return wall, usage.ru_utime + usage.ru_stime


def report(name: str, times: Sequence[tuple[float, float]]) -> None:
    """Print the least of several runs."""
    wall, processor = (min(column) for column in zip(*times, strict=True))
    print(f"{name}: {wall:.2f} s, of which {processor:.2f} s of processor time (least of {len(times)})", flush=True)


def main() -> None:
    """Run cold once, then warm, then the libraries alone."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    with tempfile.TemporaryDirectory() as folder:
        os.environ["NUMBA_CACHE_DIR"] = f"{folder}/kernels"
        specification = Path(folder) / "tour.json"
        specification.write_text(json.dumps(SPECIFICATION))
        command = ["-m", "cli.main", "run", str(specification), "--data", f"{folder}/data"]
        report("first run", [time_command(command)])
        report("warm run", [time_command(command) for _ in range(runs)])
        report("the libraries alone", [time_command(["-c", LIBRARIES]) for _ in range(runs)])


if __name__ == "__main__":
    main()
