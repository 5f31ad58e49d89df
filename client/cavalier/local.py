"""A service of one's own, beside this process, for as long as it is wanted."""

from __future__ import annotations

import atexit
import importlib.util
import signal
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from cavalier.cache import cache_folder
from cavalier.client import Client
from cavalier.errors import CavalierError, NotInstalledError
from cavalier.transport import Transport

STOP_SECONDS = 30
PROGRAM = "cli.main"


def local(folder: str | Path | None = None) -> Client:
    """Start a service on a folder (SQLite, one process) and return its client; it stops with the client or at exit.

    folder: where the database is kept; None: a temporary one, removed at the end.
    """
    if importlib.util.find_spec("cli") is None or importlib.util.find_spec(PROGRAM) is None:
        raise NotInstalledError("a local service needs the service itself: install the package cavalier")
    with ExitStack() as failed:
        place = folder or failed.enter_context(tempfile.TemporaryDirectory(prefix="cavalier-"))
        command = [sys.executable, "-m", PROGRAM, "serve", "--data", str(place), "--port", "0"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)  # noqa: S603  our own
        failed.callback(_stop, process)
        url = _announced(process)
        stack = failed.pop_all()
    atexit.register(stack.close)
    return Client(Transport(url), cache=cache_folder() if folder else None, stop=stack.close)


def _announced(process: subprocess.Popen[str]) -> str:
    """Wait for the line in which the service tells its address."""
    assert process.stdout is not None
    words = process.stdout.readline().split()
    url = next((word for word in words if word.startswith("http")), None)
    if url is None:
        said = process.communicate()[1].strip().splitlines()
        raise CavalierError(f"the service did not start: {said[-1] if said else 'it says nothing'}")
    return url


def _stop(process: subprocess.Popen[str]) -> None:
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
    try:
        process.communicate(timeout=STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
