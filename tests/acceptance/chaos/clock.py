"""A wrong clock for leases: PostgreSQL's by libfaketime, SQLite's by a function that our command replaces."""

from __future__ import annotations

import os
import sqlite3
import tempfile
import time
from pathlib import Path

from sqlalchemy import Engine, event

LIBRARIES = sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
VARIABLE = "CHAOS_CLOCK"
DAY_SECONDS, EPOCH_DAYS = 86400.0, 2440587.5
"""The length of a Julian day, and the number of the one at the beginning of 1970."""


class Clock:
    """A file that says by how many seconds a clock is wrong."""

    def __init__(self) -> None:
        handle, name = tempfile.mkstemp(prefix="cavalier-clock-")
        os.close(handle)
        self._file = Path(name)
        self.seconds = 0
        self.set(0)

    @property
    def variables(self) -> dict[str, str]:
        """The environment variable that names the file to our command."""
        return {VARIABLE: str(self._file)}

    @property
    def command(self) -> list[str]:
        """The prefix of another program's command; empty where libfaketime is not installed.

        Intervals by the monotonic clock are left alone.
        """
        if not LIBRARIES:
            return []
        variables = {
            "LD_PRELOAD": str(LIBRARIES[-1]),
            "FAKETIME_TIMESTAMP_FILE": str(self._file),
            "FAKETIME_CACHE_DURATION": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "FAKETIME_DISABLE_SHM": "1",
        }
        return ["env", *(f"{name}={value}" for name, value in variables.items())]

    def set(self, seconds: int) -> None:
        """Set the clock this many seconds ahead of the right time."""
        self.seconds = seconds
        partial = self._file.with_suffix(".partial")
        partial.write_text(f"{seconds:+d}\n")
        partial.chmod(0o644)  # PostgreSQL runs as another user
        partial.replace(self._file)

    def remove(self) -> None:
        """Remove the file."""
        self._file.unlink(missing_ok=True)


def follow() -> None:
    """In a process of our command: make SQLite's clock wrong by what the file says, from now on."""
    name = os.environ.get(VARIABLE)
    if name is None:
        return
    file = Path(name)

    def days(_now: str) -> float:
        wrong = int(file.read_text()) if file.exists() else 0
        return (time.time() + wrong) / DAY_SECONDS + EPOCH_DAYS

    def set_clock(connection: object, _record: object) -> None:
        if isinstance(connection, sqlite3.Connection):
            connection.create_function("julianday", 1, days)

    event.listen(Engine, "connect", set_clock)
