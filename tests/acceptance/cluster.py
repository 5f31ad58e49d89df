"""A cluster on machines of its own: the servers on one, workers on others, whose lines may be cut."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import pairwise
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import undefer

from engine.kinds.open_shard import open_shard
from engine.kinds.parse import parse_problem
from engine.kinds.running import shard_runner as base
from findings.audit import audit
from findings.setup import upgrade
from store.arrays import pack_arrays
from store.database.db import now
from store.jobs.lifecycle import get_job
from store.models.shards import Shard, Slice
from store.settings import Settings
from tests.acceptance.machines import Line, Machine, machines
from tests.acceptance.service import Service, urls
from tests.processes import cavalier
from tests.servers import PostgresServer, Process, RedisServer, wait_until

ENDLESS = {"kind": "enumerate", "board": "6x6", "method": "backtrack"}
"""Work for hours on any machine; the part that is done is checked."""

FOLDER = Path(tempfile.gettempdir()) / "cavalier-cluster"
"""Folder of the database: one left behind by a killed run is found there and removed."""

PATIENCE_SECONDS = 200.0
"""What a busy machine may need where nothing is measured, such as for starting and compiling."""

QUICK = {"CAVALIER_LEASE_SECONDS": "3", "CAVALIER_NETWORK_SECONDS": "4"}
"""Settings with which a vanished machine is noticed sooner than usual."""

HOLDER = """
import sys, time
from store.database.db import open_database
from store.jobs.lifecycle import get_job
from store.settings import Settings
with open_database(Settings.from_env()).writing() as session:
    get_job(session, sys.argv[1], lock=True)
    print("locked", flush=True)
    time.sleep(3600)
"""
"""A worker in the middle of a commit: it holds the job's lock."""


class Cluster:
    """Two machines with a worker each, on the servers of a third, and a job that they work on."""

    def __init__(self, folder: Path, servers: Machine, workers: list[tuple[Machine, Line]]) -> None:
        self._folder, self._workers, self._stack = folder, workers, ExitStack()
        postgresql = self._stack.enter_context(PostgresServer(servers.command, servers.place.servers, FOLDER))
        redis = self._stack.enter_context(RedisServer(folder, servers.command, servers.place.servers))
        settings = Settings(database_url=postgresql.url, broker_url=redis.url)
        upgrade(settings)
        self._variables = urls(settings)
        self._service = self._stack.enter_context(Service(folder, [], settings, {}))
        self._processes: list[Process] = []
        self.job = self._service.submit(ENDLESS)

    def start(self, variables: dict[str, str]) -> None:
        """Start a worker on each machine and wait until both have committed something."""
        self._variables |= {"CAVALIER_SLICE_SECONDS": "0.1", **variables}
        for number in range(len(self._workers)):
            self._start(number, *cavalier("worker", "--threads", "1"))
        for number in range(len(self._workers)):
            self.wait_for_commits(0.0, number)

    def _start(self, number: int, *command: str) -> Process:
        log = self._folder / f"{number}-{len(self._processes)}.log"
        process = Process([*self._workers[number][0].command, *command], log, self._variables)
        self._processes.append(self._stack.enter_context(process))
        return self._processes[-1]

    def hold_the_lock(self) -> None:
        """Let a process on the first machine take the job's lock in a transaction that does not end."""
        holder = self._start(0, sys.executable, "-c", HOLDER, self.job)
        wait_until(lambda: "locked" in holder.log.read_text(), "the lock is held", PATIENCE_SECONDS)

    def line(self, number: int) -> Line:
        """Return the line of a worker machine."""
        return self._workers[number][1]

    def now(self) -> float:
        """Return the moment on the database's clock."""
        with self._service.database.reading() as session:
            return now(session)

    def commits(self, since: float, number: int | None = None) -> list[float]:
        """Return when slices were committed since a moment, by one machine or any, on the database's clock."""
        moments = select(Slice.done_at).where(Slice.done_at > since).order_by(Slice.done_at)
        if number is not None:
            moments = moments.where(Slice.worker.contains(f"-{self._processes[number].pid}-"))
        with self._service.database.reading() as session:
            return list(session.scalars(moments))

    def wait_for_commits(self, since: float, number: int) -> float:
        """Wait until a machine has committed some slices since a moment; return how long it took to the first."""
        wait_until(lambda: len(self.commits(since, number)) > 3, "the machine commits", PATIENCE_SECONDS)
        return self.commits(since, number)[0] - since

    def silence(self, since: float) -> float:
        """Return the longest time without a commit since a moment, by the database's clock."""
        moments = [since, *self.commits(since)]
        return max((later - earlier for earlier, later in pairwise(moments)), default=0.0)

    def faults(self) -> list[str]:
        """End the workers; return the audit's findings, and the shards whose checkpoint does not match their work."""
        for process in self._processes:
            process.kill()
        with self._service.database.reading() as session:
            found = [f"{one.subject}: {one.fault}" for one in audit(session).findings]
            problem = parse_problem(get_job(session, self.job).specification)
            worked_on = select(Shard).where(Shard.work > 0).options(undefer(Shard.checkpoint))
            for shard in session.scalars(worked_on):
                runner, done = open_shard(base.Shard(problem, shard.target, None)), 0
                while done < shard.work:
                    done += runner.step(min(1 << 22, shard.work - done))
                if pack_arrays(runner.checkpoint()) != shard.checkpoint:
                    found.append(f"{shard.label}: another checkpoint than undisturbed work makes")
        return found

    def remove(self) -> None:
        """End everything."""
        self._stack.close()


@contextmanager
def cluster(folder: Path) -> Iterator[Cluster]:
    """Make a cluster in which nothing is started yet; skip the test where we have no right to make networks."""
    with machines(2) as (servers, workers):
        one = Cluster(folder, servers, workers)
        try:
            yield one
        finally:
            one.remove()


def power_loss(one: Cluster) -> float:
    """Cut a machine off while it holds the job's lock; return the longest time without a commit."""
    one.start({})
    one.hold_the_lock()
    moment = one.now()
    one.line(0).cut()
    one.wait_for_commits(moment, 1)
    return one.silence(moment)


def cut_and_mended(
    one: Cluster, *, there: bool = True, back: bool = True, seconds: float, variables: dict[str, str]
) -> tuple[float, float]:
    """Cut a line for this many seconds, mend it, then make the other slow and lossy.

    Return the longest time without a commit, and how long the machine that was cut off took to commit again.
    """
    one.start(variables)
    moment = one.now()
    one.line(0).cut(there=there, back=back)
    time.sleep(seconds)
    one.wait_for_commits(moment, 1)
    silence = one.silence(moment)
    one.line(0).mend()
    again = one.wait_for_commits(one.now(), 0)
    one.line(1).burden()
    one.wait_for_commits(one.now(), 1)
    one.line(1).relieve()
    return silence, again
