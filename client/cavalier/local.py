"""A private service, which runs beside this process until it is closed."""

from __future__ import annotations

import atexit
import importlib.util
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

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
        output = failed.enter_context(tempfile.TemporaryFile("w+"))
        try:
            url = failed.enter_context(serving(place, messages=output))
        except CavalierError as error:
            output.seek(0)
            lines = output.read().strip().splitlines()
            raise CavalierError(f"{error}: {lines[-1] if lines else 'it says nothing'}") from error
        stack = failed.pop_all()
    atexit.register(stack.close)
    return Client(Transport(url), cache=cache_folder() if folder else None, stop=stack.close)


@contextmanager
def serving(folder: str | Path, *options: str, messages: IO[str] | None = None) -> Iterator[str]:
    """Run `cavalier serve` on a data folder; yield its address and stop it at the end.

    messages: file for the service's messages; None: this program's stderr. CavalierError where it does not start.
    """
    command = [sys.executable, "-m", PROGRAM, "serve", "--data", str(folder), "--port", "0", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=messages, text=True) as process:  # noqa: S603  ours
        try:
            yield _read_address(process)
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()


def _read_address(process: subprocess.Popen[str]) -> str:
    """Wait for the line in which the service prints its address; return the address."""
    assert process.stdout is not None
    words = process.stdout.readline().split()
    url = next((word for word in words if word.startswith("http")), None)
    if url is None:
        raise CavalierError("the service did not start")
    return url
