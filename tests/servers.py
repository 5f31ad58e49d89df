"""Processes that may be killed: ours by name, and Redis and PostgreSQL servers of the test's own."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from tests.processes import ROOT, STOP_SECONDS, clean_environment, ending_with_us
from tests.services import unavailable

START_SECONDS = 240.0
"""The usual time limit of `wait_until`, for a busy machine."""

LOCAL = "127.0.0.1"


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_until(condition: Callable[[], bool], what: str, seconds: float = START_SECONDS) -> None:
    """Wait until the condition holds; if it does not in time, fail with a message that names `what`."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"{what}: not within {seconds:.0f} s"
        time.sleep(0.05)


class Process(AbstractContextManager["Process"]):
    """A process with a log, ended at the latest with us; `with` kills what still runs. tree: the code that it runs."""

    def __init__(self, arguments: Sequence[str], log: Path, environment: Mapping[str, str], tree: Path = ROOT) -> None:
        self.log = log
        with log.open("ab") as output:
            self._popen = subprocess.Popen(
                ending_with_us(arguments),
                cwd=tree,
                env=clean_environment(environment),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
            )

    def __exit__(self, *_: object) -> None:
        if self.alive:
            self.kill()

    @property
    def pid(self) -> int:
        """The process id."""
        return self._popen.pid

    @property
    def alive(self) -> bool:
        """Whether it still runs."""
        return self._popen.poll() is None

    def kill(self) -> None:
        """SIGKILL: no chance to clean up."""
        self._popen.send_signal(signal.SIGKILL)
        self._popen.wait()

    def end(self, number: int = signal.SIGTERM) -> int:
        """Send a signal, and wait; return the exit code."""
        if self.alive:
            self._popen.send_signal(number)
        try:
            return self._popen.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            raise


class RedisServer(AbstractContextManager["RedisServer"]):
    """A Redis server of the test's own, without persistence. machine: prefix of commands to run elsewhere."""

    def __init__(self, folder: Path, machine: Sequence[str] = (), address: str = LOCAL) -> None:
        self._program = [*machine, program("redis-server")]
        self._folder, self._address, self.port = folder, address, free_port()
        self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def url(self) -> str:
        """The URL of its database 0."""
        return f"redis://{self._address}:{self.port}/0"

    def start(self) -> None:
        """Start it, empty."""
        options = ["--port", str(self.port), "--bind", self._address, "--save", "", "--appendonly", "no"]
        options += ["--protected-mode", "no"]  # where it has an address of its own, that is a network of the test's own
        self._process = Process([*self._program, *options], self._folder / "redis.log", {})
        wait_until(lambda: accepts(self.port, self._address), "Redis answers")

    def flush(self) -> None:
        """Delete all data."""
        command = [program("redis-cli"), "-h", self._address, "-p", str(self.port), "FLUSHALL"]
        subprocess.run(command, check=True, capture_output=True)

    def restart(self) -> None:
        """Kill it and start it again."""
        self.stop()
        self.start()

    def stop(self) -> None:
        """Kill it."""
        self._process.kill()


class PostgresServer(AbstractContextManager["PostgresServer"]):
    """A PostgreSQL server of the test's own, run as `postgres` where we are root, as it refuses to run as root.

    folder: for all its files, emptied first; not below pytest's folders, which are closed to other users.
    clock: prefix of its commands, run as that user, that gives them a clock of their own.
    """

    def __init__(
        self,
        machine: Sequence[str] = (),
        address: str = LOCAL,
        folder: Path | None = None,
        clock: Sequence[str] = (),
    ) -> None:
        self._machine, self._address, self.port, self._clock = machine, address, free_port(), clock
        self._folder = folder or Path(tempfile.mkdtemp(prefix="cavalier-postgresql-"))
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(mode=0o700)
        if os.geteuid() == 0:
            shutil.chown(self._folder, "postgres")
        initdb = self._command("initdb", "-D", str(self._folder / "data"), "-A", "trust", "-U", "postgres", "--no-sync")
        done = subprocess.run(initdb, cwd=self._folder, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr.decode()
        with (self._folder / "data" / "pg_hba.conf").open("a") as rules:
            rules.write(f"host all all {address}/8 trust\n")
        self.start()

    def __exit__(self, *_: object) -> None:
        self.remove()

    @property
    def url(self) -> str:
        """The URL of its first database."""
        return f"postgresql+psycopg://postgres@{self._address}:{self.port}/postgres"

    def start(self) -> None:
        """Start it and wait until it answers."""
        options = ["-p", str(self.port), "-c", f"listen_addresses={self._address}", "-c", "unix_socket_directories="]
        options += ["-c", "fsync=off"]  # what is killed here is processes, never the system below them
        command = self._command("postgres", "-D", str(self._folder / "data"), *options)
        self._process = Process(command, self._folder / "log", {}, self._folder)
        wait_until(lambda: self._answers() or not self._process.alive, "PostgreSQL answers")
        assert self._process.alive, self._process.log.read_text()[-3000:]

    def restart(self) -> None:
        """Crash it (all connections break) and start it again."""
        self.stop()
        self.start()

    def remove(self) -> None:
        """Stop it for good."""
        self.stop()
        shutil.rmtree(self._folder)

    def stop(self) -> None:
        """End it at once, without a clean shutdown."""
        self._process.end(signal.SIGQUIT)

    def _answers(self) -> bool:
        command = [postgres_program("pg_isready"), "-h", self._address, "-p", str(self.port)]
        return subprocess.run(command, check=False, capture_output=True).returncode == 0

    def _command(self, name: str, *arguments: str) -> list[str]:
        user = ("--reuid=postgres", "--regid=postgres", "--init-groups") if os.geteuid() == 0 else ()
        return [*self._machine, *ending_with_us([*self._clock, postgres_program(name), *arguments], *user)]


def accepts(port: int, address: str = LOCAL) -> bool:
    """Whether a server listens at a port."""
    with socket.socket() as probe:
        return probe.connect_ex((address, port)) == 0


def program(name: str) -> str:
    """Return the path of an installed program; the test is skipped (in CI: fails) where there is none."""
    path = shutil.which(name)
    if path is None:
        unavailable(f"{name} is not installed")
    return path or name


def postgres_program(name: str) -> str:
    """Return the path of a program of the newest PostgreSQL server installed."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return str(found[-1]) if found else program(name)
