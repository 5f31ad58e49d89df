"""A process that has loaded the command's code and forks the processes of a site, which thus start faster.

They are processes like any others, killed and stopped by their ids; only the loading of code is not part of their
start. `python -m tests.acceptance.chaos.nursery` reads a request a line and answers each by a number.
"""

from __future__ import annotations

import ctypes
import importlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.processes import ROOT, STOP_SECONDS, clean_environment

MODULE = "tests.acceptance.chaos.nursery"
CODE = (
    "api.app",
    "cli.main",
    "cli.processes.commands",
    "cli.processes.production",
    "cli.processes.serving",
    "engine.jit",
    "engine.kinds.open_shard",
    "workers.broker.celery_worker",
    "workers.entry_point",
)
"""Modules that the processes need; each process loads its kernels itself."""

RUNS = -1
NETWORK_NAMESPACE = 0x40000000


class Nursery:
    """A starter of processes, which also knows how they ended."""

    def __init__(self, log: Path) -> None:
        with log.open("ab") as output:
            self._process = subprocess.Popen(
                [sys.executable, "-m", MODULE],
                cwd=ROOT,
                env=clean_environment({}),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=output,
                text=True,
                process_group=0,  # Ctrl-C is for the bench alone
            )
        self._lock = threading.Lock()

    def ask(self, **request: Any) -> int:
        """Send a request and return the answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with self._lock:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
            return int(self._process.stdout.readline())

    def close(self) -> None:
        """End the nursery."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(STOP_SECONDS)
        self._process.stdout.close()


class Child:
    """A process of the command. machine: the network namespace that it runs in, if any."""

    def __init__(
        self, nursery: Nursery, arguments: Sequence[str], variables: Mapping[str, str], log: Path, machine: str | None
    ) -> None:
        self._nursery = nursery
        self.code: int | None = None
        self.pid = nursery.ask(arguments=list(arguments), variables=dict(variables), log=str(log), machine=machine)

    @property
    def alive(self) -> bool:
        """Whether it has not ended."""
        if self.code is None:
            code = self._nursery.ask(ended=self.pid)
            self.code = None if code == RUNS else code
        return self.code is None

    def kill(self) -> None:
        """Kill the process by SIGKILL, and wait."""
        os.kill(self.pid, signal.SIGKILL)
        self._wait()

    def end(self) -> int:
        """End the process by SIGTERM, and wait; return the exit code."""
        if self.alive:
            os.kill(self.pid, signal.SIGTERM)
        return self._wait()

    def _wait(self) -> int:
        deadline = time.monotonic() + STOP_SECONDS
        while self.alive:
            assert time.monotonic() < deadline, f"process {self.pid} does not end"
            time.sleep(0.02)
        assert self.code is not None
        return self.code


def main() -> None:
    """Load the code, then fork whatever is asked for."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    from cli.settings import keep_kernels  # noqa: PLC0415  before anything imports numba

    keep_kernels()
    for name in CODE:
        importlib.import_module(name)
    running: set[int] = set()
    for line in sys.stdin:
        request = json.loads(line)
        if "ended" in request:
            pid, status = os.waitpid(request["ended"], os.WNOHANG)
            answer = RUNS if pid == 0 else os.waitstatus_to_exitcode(status) & 0xFF
            running.discard(pid)
        else:
            answer = os.fork()
            if answer == 0:
                answers.close()
                _become(**request)
            running.add(answer)
        print(answer, file=answers, flush=True)
    for pid in running:  # the process that asked for them is gone
        os.kill(pid, signal.SIGKILL)


def _become(arguments: list[str], variables: dict[str, str], log: str, machine: str | None) -> None:
    """Turn this child into a process of the command."""
    if machine is not None:
        place = os.open(f"/run/netns/{machine}", os.O_RDONLY)
        if ctypes.CDLL(None, use_errno=True).setns(place, NETWORK_NAMESPACE) != 0:
            os._exit(1)
    output = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    for number in (1, 2):
        os.dup2(output, number)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.environ.update(variables)
    from tests.acceptance.chaos import command  # noqa: PLC0415  what it is to be

    sys.orig_argv = [sys.executable, "-m", command.__name__, *arguments]  # where it begins anew by itself
    sys.argv = ["cavalier", *arguments]
    try:
        command.run()
    except SystemExit as end:
        os._exit(end.code if isinstance(end.code, int) else 0 if end.code is None else 1)
    os._exit(0)


if __name__ == "__main__":
    main()
