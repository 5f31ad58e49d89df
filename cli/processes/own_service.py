"""A service of our own for as long as a command runs: `cavalier serve` in a process beside it."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cli.errors import problem

STOP_SECONDS = 30


@contextmanager
def embedded_service(data: Path, *options: str) -> Iterator[str]:
    """Run `cavalier serve` on the data folder; yield its URL and stop it at the end."""
    command = [sys.executable, "-m", "cli.main", "serve", "--data", str(data), "--port", "0", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # nosec B603  # noqa: S603  our own program
        try:
            yield _announced(process)
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(STOP_SECONDS)


def _announced(process: subprocess.Popen[str]) -> str:
    """Wait for the line in which the service tells its URL."""
    assert process.stdout is not None
    words = process.stdout.readline().split()
    url = next((word for word in words if word.startswith("http")), None)
    if url is None:
        raise problem("The service did not start", "its own message stands above")
    return url
