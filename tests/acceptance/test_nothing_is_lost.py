"""The same job undisturbed, paused, killed and let down by its servers ends with the same bits.

The digests compared cover counts, per-square statistics, every shard's final checkpoint and every stored tour.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.specification.parse import parse_specification
from store.db import Database, open_database
from store.digests import job_digest
from store.lifecycle import get_job, pause, prepare, resume, submit
from store.migrate import upgrade
from store.queries.jobs import version
from store.settings import Settings
from store.states import JobState
from tests.processes import cavalier
from tests.servers import PostgresServer, Process, RedisServer, wait_until

pytestmark = pytest.mark.acceptance

SPECIFICATION = {
    "kind": "enumerate",
    "board": "5x6",
    "method": "backtrack",
    "starts": [[1, 1], [1, 3], [3, 3]],
    "store": "all",
}
ENVIRONMENT = {
    "CAVALIER_SLICE_SECONDS": "0.1",
    "CAVALIER_LEASE_SECONDS": "2",
    "CAVALIER_SWEEP_SECONDS": "0.25",
    "CAVALIER_MAX_ATTEMPTS": "50",
}
FINISH_SECONDS = 240.0


class Service:
    """Our processes on one database, started, killed and asked."""

    def __init__(self, folder: Path, arguments: list[str], settings: Settings, environment: dict[str, str]) -> None:
        self._log = folder / "cavalier.log"
        self._arguments = arguments
        self._environment = ENVIRONMENT | environment
        self.database: Database = open_database(settings)
        self.processes: list[Process] = []

    def start(self) -> None:
        """Start one more process."""
        self.processes.append(Process(cavalier(*self._arguments), self._log, self._environment))

    def kill(self, number: int = 0) -> None:
        """SIGKILL a process."""
        assert self.processes[number].alive, self._log.read_text()[-3000:]
        self.processes.pop(number).kill()

    def ask(self, verb: Callable[..., object], *arguments: object) -> object:
        """Run one of the store's verbs in a transaction."""
        with self.database.writing() as session:
            return verb(session, *arguments)

    def submit(self) -> str:
        """Submit the job and return its id."""
        with self.database.writing() as session:
            return submit(session, prepare(parse_specification(SPECIFICATION))).public_id

    def job_state(self, job: str) -> JobState:
        """Return the job's state."""
        with self.database.reading() as session:
            return get_job(session, job).state

    def work(self, job: str) -> int:
        """Return how many shards of the job were claimed and committed so far, together."""
        with self.database.reading() as session:
            found = version(session, job)
        return 0 if found is None else found[2]

    def finished_digest(self, job: str) -> str:
        """Wait for the job's end and return the digest of all it found."""
        wait_until(lambda: self.job_state(job) == JobState.SUCCEEDED, "the job succeeds", FINISH_SECONDS)
        with self.database.reading() as session:
            return job_digest(session, get_job(session, job))

    def end(self) -> None:
        """Stop everything."""
        for process in self.processes:
            process.end()
        self.database.close()


@pytest.fixture
def embedded(tmp_path: Path) -> Iterator[Callable[[str], Service]]:
    """Make embedded services, each in a data folder of its own."""
    made = []

    def make(name: str) -> Service:
        settings = Settings(data=tmp_path / name)
        upgrade(settings)
        arguments = ["serve", "--data", str(settings.data), "--port", "0", "--threads", "2"]
        made.append(Service(tmp_path, arguments, settings, {}))
        return made[-1]

    yield make
    for service in made:
        service.end()


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The digest of the job run undisturbed."""
    folder = tmp_path_factory.mktemp("undisturbed")
    settings = Settings(data=folder / "data")
    upgrade(settings)
    service = Service(folder, ["serve", "--data", str(settings.data), "--port", "0"], settings, {})
    job = service.submit()
    service.start()
    digest = service.finished_digest(job)
    service.end()
    return digest


def test_paused_and_resumed_five_times(embedded: Callable[[str], Service], reference: str) -> None:
    """Pauses come to rest and leave no trace in the result."""
    service = embedded("paused")
    job = service.submit()
    service.start()
    for _ in range(5):
        before = service.work(job)
        wait_until(lambda before=before: service.work(job) > before + 2, "work goes on")
        service.ask(pause, job)
        wait_until(lambda: service.job_state(job) in (JobState.PAUSED, JobState.SUCCEEDED), "the job rests", 5.0)
        service.ask(resume, job)

    assert service.finished_digest(job) == reference


def test_killed_ten_times(embedded: Callable[[str], Service], reference: str) -> None:
    """SIGKILL at random moments costs some seconds of work and nothing else."""
    moments = random.Random(8)
    service = embedded("killed")
    job = service.submit()
    for _ in range(10):
        before = service.work(job)
        service.start()
        wait_until(lambda before=before: service.work(job) > before, "work goes on after a kill")
        time.sleep(moments.uniform(0.0, 0.3))
        service.kill()
    assert service.job_state(job) == JobState.RUNNING, "the kills came too late: the job must outlive them"
    service.start()

    assert service.finished_digest(job) == reference


@pytest.mark.service
def test_servers_and_workers_fail(tmp_path: Path, reference: str) -> None:
    """Three workers on Redis and PostgreSQL lose each other and both servers, and nothing is lost or doubled."""
    postgresql, redis = PostgresServer(), RedisServer(tmp_path)
    settings = Settings(database_url=postgresql.url, broker_url=redis.url)
    upgrade(settings)
    environment = {"CAVALIER_DATABASE_URL": postgresql.url, "CAVALIER_BROKER_URL": redis.url}
    service = Service(tmp_path, ["worker", "--threads", "1"], settings, environment)
    try:
        job = service.submit()
        for _ in range(3):
            service.start()
        troubles: list[Callable[[], None]] = [redis.flush, redis.restart, postgresql.restart, lambda: None]
        for trouble in troubles:
            before = service.work(job)
            wait_until(lambda before=before: service.work(job) > before + 4, "work goes on")
            service.kill()
            trouble()
            service.start()

        assert service.finished_digest(job) == reference
    finally:
        service.end()
        redis.stop()
        postgresql.remove()
