"""How soon an embedded service answers after a kill: python -m experiments.restart.

It is killed with SIGKILL and started again, five times, on a data folder that it has worked on; the time runs from the
start of the process until `/health/ready` answers with 200. The processor time is that of the service alone.
"""

from __future__ import annotations

import os
import signal
import statistics
import subprocess
import tempfile
import time
from contextlib import closing
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path

from experiments.table import Row, print_rows
from tests.processes import ROOT, cavalier, clean_environment
from tests.servers import free_port

TIMES = 5
TARGET_SECONDS = 3.0
TICK_SECONDS = 0.02


def rows() -> list[Row]:
    """Start it once, unmeasured, then after each kill."""
    with tempfile.TemporaryDirectory() as folder:
        _start_and_kill(Path(folder))
        times = [_start_and_kill(Path(folder)) for _ in range(TIMES)]
    target = f"<= {TARGET_SECONDS:g} s"
    kinds = (("by the clock", True), ("of a core", False))
    return [
        Row(
            f"answers after a kill, {what}",
            _format_seconds([one[index] for one in times]),
            target=target,
            by_wall=by_wall,
        )
        for index, (what, by_wall) in enumerate(kinds)
    ]


def _format_seconds(seconds: list[float]) -> str:
    return f"median {statistics.median(seconds):.2f} s, worst {max(seconds):.2f} s"


def _start_and_kill(data: Path) -> tuple[float, float]:
    """Return the seconds until it answers and its processor time."""
    port = free_port()
    begin = time.monotonic()
    command = cavalier("serve", "--data", str(data), "--port", str(port))
    output = subprocess.DEVNULL
    with subprocess.Popen(command, cwd=ROOT, env=clean_environment({}), stdout=output, stderr=output) as process:
        while not _ready(port):
            time.sleep(TICK_SECONDS)
        taken = time.monotonic() - begin
        fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
        ticks = int(fields[11]) + int(fields[12])
        process.send_signal(signal.SIGKILL)
    return taken, ticks / os.sysconf("SC_CLK_TCK")


def _ready(port: int) -> bool:
    try:
        with closing(HTTPConnection("127.0.0.1", port, timeout=1.0)) as connection:
            connection.request("GET", "/health/ready")
            return connection.getresponse().status == HTTPStatus.OK
    except OSError:
        return False


if __name__ == "__main__":
    print_rows(rows())
