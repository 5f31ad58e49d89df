"""Reader queries on an SQLite file: each runs in a process of its own, which can be killed at any moment."""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any
from urllib.parse import quote

from store.database.db import Database
from store.sql.answer import Answer, Limits, different, too_long
from store.sql.errors import NobodyWaitsError, RefusedError, TooMuchError
from store.sql.lexer import FUNCTIONS
from store.sql.views import VIEWS

TICK_SECONDS = 0.1
READER = Path(__file__).with_name("sqlite_worker.py")
KEPT = ("TMPDIR", "LD_LIBRARY_PATH")
"""Environment variables passed on; all others, with their secrets, stay here."""

OPERATORS = ("like", "glob", "->", "->>")
"""Functions to SQLite that readers write as operators."""

Gone = Callable[[], bool]


def placeholder(number: int) -> str:
    """Return the placeholder of a parameter."""
    return f"?{number}"


def run_query(database: Database, sql: str, parameters: Sequence[object], limits: Limits, has_gone: Gone) -> Answer:
    """Return the result of a query accepted by the lexer."""
    question = {
        "path": quote(str(database.engine.url.database)),
        "sql": sql,
        "parameters": list(parameters),
        "columns": {name: [f'"{column}"' for column in view.columns] for name, view in VIEWS.items()},
        "functions": [*FUNCTIONS, *OPERATORS],
        "rows": limits.rows,
        "size": limits.size,
        "memory": limits.memory,
        "room": limits.room,
        "seconds": math.ceil(limits.seconds) + 1,
    }
    command = [sys.executable, "-I", "-S", str(READER)]
    environment = {name: os.environ[name] for name in KEPT if name in os.environ}
    with TemporaryFile() as asked, TemporaryFile() as output:
        asked.write(json.dumps(question).encode())
        asked.seek(0)
        process = subprocess.Popen(  # nosec B603  # noqa: S603  our own module
            command, stdin=asked, stdout=output, stderr=subprocess.DEVNULL, env=environment
        )
        try:
            _wait(process, limits.seconds, has_gone)
        finally:
            process.kill()
            process.wait()
        output.seek(0)
        return _answer(process.returncode, output.read().decode().splitlines(), limits)


def _wait(process: subprocess.Popen[bytes], seconds: float, has_gone: Gone) -> None:
    """Return when the process has ended; raise on timeout or when the client has gone."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            process.wait(TICK_SECONDS)
        except subprocess.TimeoutExpired:
            if has_gone():
                raise NobodyWaitsError from None
            if time.monotonic() > deadline:
                raise TooMuchError(f"it takes more than {seconds:g} s") from None
        else:
            return


def _answer(code: int, lines: list[str], limits: Limits) -> Answer:
    """Parse the output of the process; output from before it was killed is ignored."""
    last: dict[str, Any] = json.loads(lines[-1]) if code == 0 and lines else {"room": "memory or room"}
    if code == -signal.SIGXCPU:
        raise TooMuchError(f"it takes more than {limits.seconds:g} s")
    if "refused" in last:
        raise RefusedError(last["refused"])
    if "long" in last:
        raise too_long(limits)
    if "room" in last:
        room = f"{limits.memory >> 20} MiB of memory or {limits.room >> 20} MiB of room"
        raise TooMuchError(f"it takes more than {room}, or a value of it is too long")
    columns, *rows = map(json.loads, lines[:-1])
    return Answer(different(columns), rows, last["more"])
