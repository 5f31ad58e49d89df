"""The faults that befall a site. Each returns whether it found its target."""

from __future__ import annotations

import os
import signal
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

from sqlalchemy import ColumnElement, exists, select
from sqlalchemy.exc import SQLAlchemyError

from store.models.jobs import Job
from store.models.states import TERMINAL, Step
from tests.acceptance.chaos.sites import LEASE_SECONDS, Site

HOUR = 3600
AIM_SECONDS = 1.5
PLAN_SECONDS = 6.0
PLANNED = "search, planned by a worker"
LOOK_SECONDS = 0.01


class Strike:
    """One fault as it happens: its site, its random draws, and what is undone later. submit: submits one more job."""

    def __init__(self, site: Site, chance: Random, submit: Callable[[str], None]) -> None:
        self.site, self.chance, self.submit = site, chance, submit
        self.undo: list[tuple[float, Callable[[], None]]] = []

    def later(self, seconds: float, undo: Callable[[], None]) -> None:
        """Undo the fault after this many seconds."""
        self.undo.append((time.monotonic() + seconds, undo))

    @property
    def worker(self) -> str:
        """A worker of the site, drawn at random."""
        return self.chance.choice(self.site.workers)


Act = Callable[[Strike], bool]


@dataclass(frozen=True)
class Fault:
    """A kind of fault. weight: how often it is drawn beside others."""

    name: str
    act: Act
    weight: int = 2


def kill(strike: Strike, role: str | None = None) -> bool:
    """SIGKILL a process of ours."""
    process = strike.site.processes[role or strike.worker]
    if not process.alive:
        return False
    process.kill()
    return True


def kill_planning(strike: Strike) -> bool:
    """SIGKILL a worker while a job submitted now is planned: planning is short and rare.

    Only where no such job is unfinished: they would crowd out all others.
    """
    if _some_job(strike.site, (Job.label == PLANNED) & Job.state.not_in(TERMINAL)):
        return False
    strike.submit(PLANNED)
    return kill_when(strike, planning, PLAN_SECONDS)


def kill_when(strike: Strike, moment: Callable[[Site], bool], seconds: float = AIM_SECONDS) -> bool:
    """SIGKILL a worker at a moment of this kind, if one comes within some seconds."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if moment(strike.site):
            return kill(strike)
        time.sleep(LOOK_SECONDS)
    return False


def stop_long(strike: Strike) -> bool:
    """Stop a worker for longer than its lease; when it continues, its work may have been given to another worker."""
    process = strike.site.processes[strike.worker]
    if not process.alive:
        return False
    os.kill(process.pid, signal.SIGSTOP)

    def go_on() -> None:
        if process.alive:
            os.kill(process.pid, signal.SIGCONT)

    strike.later(LEASE_SECONDS * strike.chance.uniform(1.1, 1.6), go_on)
    return True


def kill_answering(strike: Strike) -> bool:
    """SIGKILL a process that answers requests; gunicorn is to fork another."""
    api = strike.site.processes["api"]
    children = Path(f"/proc/{api.pid}/task/{api.pid}/children")
    pids = children.read_text().split() if api.alive and children.exists() else []
    if not pids:
        return False
    os.kill(int(strike.chance.choice(pids)), signal.SIGKILL)
    return True


def lock_database(strike: Strike) -> bool:
    """Keep SQLite from all writers for a while, as a backup or a slow disk would."""
    connection = sqlite3.connect(strike.site.settings.data / "cavalier.sqlite", isolation_level=None, timeout=0.2)
    try:
        connection.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError:  # the database is being written
        connection.close()
        return False
    strike.later(strike.chance.uniform(0.5, 2.0), connection.close)
    return True


def crash_postgresql(strike: Strike) -> bool:
    """End PostgreSQL at once, and start it again."""
    return _postgresql_away(strike, 0.0)


def lose_postgresql(strike: Strike) -> bool:
    """End PostgreSQL while a result is being put together; it stays away for a while."""
    deadline = time.monotonic() + AIM_SECONDS
    while time.monotonic() < deadline:
        if merging(strike.site):
            return _postgresql_away(strike, strike.chance.uniform(1.0, 1.5 * LEASE_SECONDS))
        time.sleep(LOOK_SECONDS)
    return False


def _postgresql_away(strike: Strike, seconds: float) -> bool:
    server, away = strike.site.postgresql, strike.site.away
    if server is None or "postgresql" in away:
        return False
    away.add("postgresql")
    server.stop()

    def come_back() -> None:
        server.start()
        away.discard("postgresql")

    strike.later(seconds, come_back)
    return True


def kill_redis(strike: Strike) -> bool:
    """SIGKILL Redis; it comes back empty, at once or after a while."""
    server, away = strike.site.redis, strike.site.away
    if server is None or "redis" in away:
        return False
    away.add("redis")
    server.stop()

    def come_back() -> None:
        server.start()
        away.discard("redis")

    strike.later(strike.chance.choice([0.0, 0.0, 2.0, 5.0]), come_back)
    return True


def flush_redis(strike: Strike) -> bool:
    """Delete all data of Redis."""
    server = strike.site.redis
    if server is None or "redis" in strike.site.away:
        return False
    server.flush()
    return True


def cut(strike: Strike, *, there: bool, back: bool) -> bool:
    """Cut the line of a worker's machine for a while."""
    if not strike.site.lines:
        return False
    line = strike.site.lines[strike.chance.choice(sorted(strike.site.lines))]
    line.cut(there=there, back=back)
    strike.later(strike.chance.uniform(1.0, 8.0), line.mend)
    return True


def burden(strike: Strike) -> bool:
    """Make the line of a worker's machine slow and lossy for a while."""
    free = sorted(name for name in strike.site.lines if f"line {name}" not in strike.site.away)
    if not free:
        return False
    name = strike.chance.choice(free)
    strike.site.lines[name].burden()
    strike.site.away.add(f"line {name}")

    def relieve() -> None:
        strike.site.lines[name].relieve()
        strike.site.away.discard(f"line {name}")

    strike.later(strike.chance.uniform(1.0, 6.0), relieve)
    return True


def jump(strike: Strike) -> bool:
    """Set the clock of the leases to another time: right, an hour ahead or an hour behind."""
    clock = strike.site.clock
    if clock is None:
        return False
    clock.set(strike.chance.choice([later for later in (-HOUR, 0, HOUR) if later != clock.seconds]))
    return True


def spoil(strike: Strike, *, delete: bool) -> bool:
    """Truncate or delete a file that a job at work shares between its shards."""
    kept = strike.site.spill / "kept"
    files = sorted(path for path in strike.site.spill.glob("**/*") if path.is_file() and kept not in path.parents)
    if not files:
        return False
    chosen = strike.chance.choice(files)
    try:
        if delete:
            chosen.unlink()
        else:
            os.truncate(chosen, int(chosen.stat().st_size * strike.chance.random()))
    except FileNotFoundError:  # the job has just removed it
        return False
    return True


def fill_disk(strike: Strike) -> bool:
    """Leave no room on the disk of the jobs' files, which is SQLite's too, for a while."""
    disk, away = strike.site.disk, strike.site.away
    if disk is None or "disk" in away:
        return False
    away.add("disk")
    disk.fill()

    def empty() -> None:
        disk.empty()
        away.discard("disk")

    strike.later(strike.chance.uniform(0.5, 4.0), empty)
    return True


def planning(site: Site) -> bool:
    """Whether a plan is being made."""
    return _some_job(site, (Job.step == Step.PLAN) & (Job.step_due > 0.0))


def merging(site: Site) -> bool:
    """Whether a result is due or being put together."""
    return _some_job(site, Job.step == Step.MERGE)


def publishing(site: Site) -> bool:
    """Whether a file is being written."""
    return any(True for _ in site.spill.glob("**/*.partial"))


def _some_job(site: Site, condition: ColumnElement[bool]) -> bool:
    try:
        with site.database.reading() as session:
            return bool(session.scalar(select(exists().where(condition))))
    except SQLAlchemyError:
        return False


COMMON = (
    Fault("worker killed", kill, 8),
    Fault("worker killed while a plan is made", kill_planning),
    Fault("worker killed while a result is put together", partial(kill_when, moment=merging)),
    Fault("worker killed while a file is written", partial(kill_when, moment=publishing)),
    Fault("worker stopped for longer than its lease", stop_long, 4),
    Fault("clock set by an hour", jump, 3),
    Fault("file of a sweep truncated", partial(spoil, delete=False), 4),
    Fault("file of a sweep deleted", partial(spoil, delete=True), 4),
    Fault("disk full", fill_disk, 3),
)
FAULTS: dict[str, tuple[Fault, ...]] = {
    "sqlite": (*COMMON, Fault("database locked by another process", lock_database, 4)),
    "postgresql": (
        *COMMON,
        Fault("api process killed", kill_answering, 3),
        Fault("api's supervisor killed", partial(kill, role="api")),
        Fault("redis killed", kill_redis, 3),
        Fault("redis flushed", flush_redis, 3),
        Fault("postgresql crashed", crash_postgresql, 3),
        Fault("postgresql away while a result is put together", lose_postgresql),
        Fault("line cut both ways", partial(cut, there=True, back=True)),
        Fault("line cut from the worker", partial(cut, there=True, back=False)),
        Fault("line cut to the worker", partial(cut, there=False, back=True)),
        Fault("line slow and lossy", burden),
    ),
}
"""The faults by database."""
