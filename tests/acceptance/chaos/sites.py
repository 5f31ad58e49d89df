"""Where chaos happens: the embedded service on SQLite, or API and workers on PostgreSQL and Redis.

Whatever dies is started again at once, as a system's supervisor does.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from findings.setup import upgrade
from store.database.db import Database
from store.settings import Settings
from tests.acceptance.chaos.clock import Clock
from tests.acceptance.chaos.nursery import Child, Nursery
from tests.acceptance.machines import CHAOS, Line, Machine, machines
from tests.processes import ROOT, clean_environment
from tests.servers import PostgresServer, RedisServer, free_port
from tests.small_disk import SmallDisk


@dataclass(frozen=True)
class Role:
    """What a process does: the command's arguments, and the network namespace that is its machine."""

    arguments: Sequence[str]
    machine: str | None = None


COMMAND = (sys.executable, "-m", "tests.acceptance.chaos.command")

VARIABLES = {
    "CAVALIER_SLICE_SECONDS": "0.1",
    "CAVALIER_LEASE_SECONDS": "3",
    "CAVALIER_SWEEP_SECONDS": "0.25",
    "CAVALIER_NETWORK_SECONDS": "4",
    "CAVALIER_IDLE_SECONDS": "4",
    "CAVALIER_LOCK_SECONDS": "1",
    "CAVALIER_CONFIRM_SHARE": "0.1",
    "CAVALIER_KEEP_FREE": "16",
}
"""Many small slices, some run twice, and little patience: as much as possible happens in a short time."""

LEASE_SECONDS = 3.0
DISK_MEBIBYTES = 512


class Site:
    """Processes of ours on one database.

    roles: by name, what each process is to do, and its machine if it has one of its own.
    """

    def __init__(self, nursery: Nursery, folder: Path, settings: Settings, roles: Mapping[str, Role], url: str) -> None:
        self.folder, self.settings, self.roles, self.url = folder, settings, roles, url
        self._nursery = nursery
        self.clock: Clock | None = None
        self.lines: Mapping[str, Line] = {}
        self.postgresql: PostgresServer | None = None
        self.redis: RedisServer | None = None
        self.disk: SmallDisk | None = None
        self.processes: dict[str, Child] = {}
        self.away: set[str] = set()  # servers that are down for a while
        self._database: Database | None = None
        self.variables = VARIABLES | {
            "CAVALIER_DATABASE_URL": settings.database_url,
            "CAVALIER_BROKER_URL": settings.broker_url,
            "CAVALIER_SPILL_FOLDER": settings.spill_folder,
        }

    @property
    def database(self) -> Database:
        """Our own connection to the database."""
        if self._database is None:
            self._database = Database(self.settings.url, self.settings.patience)
        return self._database

    @property
    def spill(self) -> Path:
        """The folder of files that jobs share."""
        assert isinstance(self.settings.spill, Path)
        return self.settings.spill

    @property
    def workers(self) -> list[str]:
        """The roles that compute."""
        return [name for name in self.roles if name != "api"]

    def supervise(self) -> None:
        """Start every process that does not run."""
        for name, role in self.roles.items():
            if name not in self.processes or not self.processes[name].alive:
                log = self.folder / f"{name.replace(' ', '-')}.log"
                self.processes[name] = Child(self._nursery, role.arguments, self.variables, log, role.machine)

    def audit(self) -> tuple[int, str]:
        """Run `cavalier audit --full`; return its exit code and what it printed."""
        arguments = ["audit", "--full", "--data", str(self.settings.data)]
        done = subprocess.run(
            [*COMMAND, *arguments],
            cwd=ROOT,
            env=clean_environment(self.variables),
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, (done.stdout + done.stderr).strip()

    def stop(self) -> list[int]:
        """End our processes politely; return their exit codes."""
        return [process.end() for process in self.processes.values()]

    def close(self) -> None:
        """End everything."""
        for process in self.processes.values():
            if process.alive:
                process.kill()
        if self._database is not None:
            self._database.close()


@contextmanager
def embedded_site(folder: Path, nursery: Nursery) -> Iterator[Site]:
    """Return the embedded service on SQLite, its data folder on a disk of its own where we may mount one."""
    with ExitStack() as stack:
        clock = Clock()
        stack.callback(clock.remove)
        disk = _disk(stack, folder / "disk")
        settings = Settings(data=folder / "disk" / "data")
        upgrade(settings)
        port = free_port()
        arguments = ["serve", "--data", str(settings.data), "--port", str(port), "--threads", "2"]
        site = Site(nursery, folder, settings, {"service": Role(arguments)}, f"http://127.0.0.1:{port}")
        site.clock, site.disk = clock, disk
        site.variables |= clock.variables
        stack.callback(site.close)
        yield site


@contextmanager
def production_site(folder: Path, nursery: Nursery, workers: int = 3) -> Iterator[Site]:
    """Return API and workers on servers of their own, on machines of their own where we may make networks."""
    with ExitStack() as stack:
        clock = Clock()
        stack.callback(clock.remove)
        servers, lines = _network(stack, workers - 1)
        elsewhere, address = ([], "127.0.0.1") if servers is None else (servers.command, CHAOS.servers)
        postgresql = PostgresServer(elsewhere, address, clock=clock.command)
        stack.callback(postgresql.remove)
        redis = RedisServer(folder, elsewhere, address)
        stack.callback(redis.stop)
        disk = _disk(stack, folder / "disk")
        spill = str(folder / "disk" / "spill")
        settings = Settings(database_url=postgresql.url, broker_url=redis.url, spill_folder=spill, network_seconds=4.0)
        upgrade(settings)
        port = free_port()
        roles = {"api": Role(("api", "--port", str(port), "--workers", "1"))}
        for number in range(workers):
            machine = lines[number][0].name if number < len(lines) else None
            roles[f"worker {number}"] = Role(("worker", "--threads", "1"), machine)
        site = Site(nursery, folder, settings, roles, f"http://127.0.0.1:{port}")
        site.clock, site.postgresql, site.redis = clock if clock.command else None, postgresql, redis
        site.disk = disk
        site.lines = {f"worker {number}": line for number, (_, line) in enumerate(lines)}
        stack.callback(site.close)
        yield site


def _disk(stack: ExitStack, path: Path) -> SmallDisk | None:
    """Return a small disk at the path; none, and a folder there, where we have no right to mount."""
    try:
        disk = SmallDisk(path, DISK_MEBIBYTES)
    except pytest.skip.Exception:
        return None
    stack.callback(disk.remove)
    return disk


def _network(stack: ExitStack, workers: int) -> tuple[Machine | None, list[tuple[Machine, Line]]]:
    """Return the servers' machine and those of workers with their lines; none where we have no right to make them."""
    try:
        return stack.enter_context(machines(workers, CHAOS))
    except (pytest.skip.Exception, pytest.fail.Exception):
        return None, []


SITES: dict[str, Callable[[Path, Nursery], AbstractContextManager[Site]]] = {
    "sqlite": embedded_site,
    "postgresql": production_site,
}
