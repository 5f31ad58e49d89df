"""Machines that vanish, and lines that are cut one way or both or lose much: the others go on, nothing is lost."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from store.migrate import upgrade
from store.settings import Settings
from tests.acceptance.machines import SERVERS, Line, Machine, machines
from tests.acceptance.service import Service
from tests.processes import cavalier
from tests.servers import PostgresServer, Process, RedisServer, wait_until

pytestmark = [pytest.mark.service, pytest.mark.acceptance]

SPECIFICATION = {"kind": "enumerate", "board": "5x6", "method": "backtrack", "starts": [[1, 1], [1, 3], [3, 3]]}
RECOVERY_SECONDS = 30.0

HOLDER = """
import sys, time
from sqlalchemy import select
from store.db import open_database
from store.lifecycle import get_job
from store.settings import Settings
with open_database(Settings.from_env()).writing() as session:
    get_job(session, sys.argv[1], lock=True)
    print("locked", flush=True)
    time.sleep(3600)
"""
"""A worker in the middle of a commit: it holds the job's lock."""


class Cluster:
    """Two worker machines, and the servers on a third."""

    def __init__(self, folder: Path, servers: Machine, workers: list[tuple[Machine, Line]]) -> None:
        self._folder, self._workers = folder, workers
        self.postgresql = PostgresServer(servers.command, SERVERS)
        self.redis = RedisServer(folder, servers.command, SERVERS)
        settings = Settings(database_url=self.postgresql.url, broker_url=self.redis.url)
        upgrade(settings)
        self.variables = {"CAVALIER_DATABASE_URL": settings.database_url, "CAVALIER_BROKER_URL": settings.broker_url}
        self.variables |= {"CAVALIER_SLICE_SECONDS": "0.1"}
        self.service = Service(folder, [], settings, {})
        self.processes: list[Process] = []

    def start(self, number: int, *command: str) -> Process:
        """Start a process on a worker machine."""
        log = self._folder / f"{number}-{len(self.processes)}.log"
        self.processes.append(Process([*self._workers[number][0].command, *command], log, self.variables))
        return self.processes[-1]

    def line(self, number: int) -> Line:
        """Return the line of a worker machine."""
        return self._workers[number][1]

    def goes_on(self, job: str, seconds: float = RECOVERY_SECONDS) -> float:
        """Wait until more slices are committed; return how long it took."""
        begun, before = time.monotonic(), self.service.work(job)
        wait_until(lambda: self.service.work(job) > before + 3, "the cluster goes on", seconds)
        return time.monotonic() - begun

    def remove(self) -> None:
        """End everything."""
        for process in self.processes:
            process.kill()
        self.service.end()
        self.redis.stop()
        self.postgresql.remove()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """Return a cluster without processes."""
    with machines(2) as (servers, workers):
        one = Cluster(tmp_path, servers, workers)
        yield one
        one.remove()


def test_a_machine_that_loses_power_in_a_commit(cluster: Cluster) -> None:
    """With the usual settings: the job's lock is free again and the other machine goes on within half a minute."""
    job = cluster.service.submit(SPECIFICATION)
    for number in (0, 1):
        cluster.start(number, *cavalier("worker", "--threads", "1"))
    cluster.goes_on(job, 60.0)
    holder = cluster.start(0, sys.executable, "-c", HOLDER, job)
    wait_until(lambda: "locked" in holder.log.read_text(), "the lock is held")
    cluster.line(0).cut()

    assert cluster.goes_on(job) < RECOVERY_SECONDS
    cluster.service.finished_digest(job)


@pytest.mark.parametrize("cut", [(True, True), (True, False), (False, True)], ids=["both ways", "there", "back"])
def test_lines_cut_and_mended(cluster: Cluster, cut: tuple[bool, bool]) -> None:
    """A line that is cut for seconds, then slow and lossy: the same result, each tour counted once."""
    cluster.variables |= {"CAVALIER_LEASE_SECONDS": "3", "CAVALIER_NETWORK_SECONDS": "4"}
    job = cluster.service.submit(SPECIFICATION)
    for number in (0, 1):
        cluster.start(number, *cavalier("worker", "--threads", "1"))
    cluster.goes_on(job, 60.0)
    cluster.line(0).cut(there=cut[0], back=cut[1])
    cluster.goes_on(job)
    cluster.line(0).mend()
    cluster.line(1).burden()
    cluster.goes_on(job)
    cluster.line(1).relieve()

    assert cluster.service.finished_digest(job) == undisturbed(cluster)


def undisturbed(cluster: Cluster) -> str:
    """Return the digest of the same job with nothing in its way."""
    return cluster.service.finished_digest(cluster.service.submit(SPECIFICATION))
