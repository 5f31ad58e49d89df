"""A set of our processes on one database: started, killed and asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from engine.specification.parse import parse_problem
from store.database.db import Database, open_database
from store.database.migrate import upgrade
from store.jobs.lifecycle import get_job, prepare, submit
from store.jobs.states import JobState
from store.queries.jobs import version
from store.settings import Settings
from store.trust.digests import job_digest
from tests.processes import ROOT, cavalier
from tests.servers import PostgresServer, Process, RedisServer, accepts, free_port, wait_until

ENVIRONMENT = {
    "CAVALIER_SLICE_SECONDS": "0.1",
    "CAVALIER_LEASE_SECONDS": "2",
    "CAVALIER_SWEEP_SECONDS": "0.25",
    "CAVALIER_MAX_ATTEMPTS": "50",
}
"""Many small slices, and little patience: as much as possible happens in a short test."""


class Service:
    """Our processes on one database, started, killed and asked."""

    def __init__(self, folder: Path, arguments: list[str], settings: Settings, environment: dict[str, str]) -> None:
        self._log = folder / "cavalier.log"
        self._arguments = arguments
        self._environment = ENVIRONMENT | environment
        self.database: Database = open_database(settings)
        self.processes: list[Process] = []

    def start(self, *options: str, tree: Path = ROOT) -> None:
        """Start one more process, with these options after the usual ones, of the code in `tree`."""
        self.processes.append(Process(cavalier(*self._arguments, *options), self._log, self._environment, tree))

    def kill(self, number: int = 0) -> None:
        """SIGKILL a process."""
        assert self.processes[number].alive, self._log.read_text()[-3000:]
        self.processes.pop(number).kill()

    def ask(self, verb: Callable[..., object], *arguments: object) -> object:
        """Run one of the store's verbs in a transaction."""
        with self.database.writing() as session:
            return verb(session, *arguments)

    def submit(self, specification: Mapping[str, object]) -> str:
        """Submit a job and return its id."""
        with self.database.writing() as session:
            return submit(session, prepare(parse_problem(specification))).public_id

    def job_state(self, job: str) -> JobState:
        """Return the job's state."""
        with self.database.reading() as session:
            return get_job(session, job).state

    def work(self, job: str) -> int:
        """Return how many shards of the job were claimed and committed so far, together."""
        with self.database.reading() as session:
            return int(version(session, job)[2])

    def finished_digest(self, job: str, seconds: float = 240.0) -> str:
        """Wait for the job's end and return the digest of all it found."""
        wait_until(lambda: self.job_state(job) == JobState.SUCCEEDED, "the job succeeds", seconds)
        with self.database.reading() as session:
            return job_digest(session, get_job(session, job))

    def end(self) -> None:
        """Stop everything."""
        for process in self.processes:
            process.end()
        self.database.close()


@contextmanager
def on_servers(
    folder: Path, workers: int, settings_of_workers: Mapping[str, str] = ENVIRONMENT
) -> Iterator[tuple[Service, RedisServer, PostgresServer]]:
    """Run so many workers on a Redis and a PostgreSQL server of their own; everything is gone afterwards."""
    postgresql, redis = PostgresServer(), RedisServer(folder)
    settings = Settings(database_url=postgresql.url, broker_url=redis.url)
    upgrade(settings)
    environment = {**settings_of_workers, "CAVALIER_DATABASE_URL": postgresql.url, "CAVALIER_BROKER_URL": redis.url}
    service = Service(folder, ["worker", "--threads", "1"], settings, environment)
    try:
        for _ in range(workers):
            service.start()
        yield service, redis, postgresql
    finally:
        service.end()
        redis.stop()
        postgresql.remove()


@contextmanager
def production(folder: Path) -> Iterator[tuple[str, Settings, list[Process]]]:
    """Run the API and a worker as processes of their own on a Redis and a PostgreSQL server; yield address and both."""
    postgresql, redis = PostgresServer(), RedisServer(folder)
    settings = Settings(database_url=postgresql.url, broker_url=redis.url)
    upgrade(settings)
    variables = {"CAVALIER_DATABASE_URL": postgresql.url, "CAVALIER_BROKER_URL": redis.url}
    port = free_port()
    started = [
        Process(cavalier("api", "--port", str(port), "--workers", "1"), folder / "api.log", variables),
        Process(cavalier("worker", "--threads", "1"), folder / "worker.log", variables),
    ]
    try:
        wait_until(lambda: accepts(port), "the API answers")
        yield f"http://127.0.0.1:{port}", settings, started
    finally:
        for process in started:
            process.end()
        redis.stop()
        postgresql.remove()
