"""A set of our processes on one database: started, killed and asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path

from engine.kinds.admission import plan_now
from engine.kinds.parse import parse_problem
from findings.setup import upgrade
from store.database.db import Database, open_database
from store.jobs.lifecycle import get_job, submit
from store.models.states import TERMINAL, JobState
from store.queries.jobs import version
from store.settings import Settings
from tests.digests import job_digest
from tests.processes import ROOT, cavalier
from tests.servers import PostgresServer, Process, RedisServer, accepts, free_port, wait_until

ENVIRONMENT = {
    "CAVALIER_SLICE_SECONDS": "0.1",
    "CAVALIER_LEASE_SECONDS": "2",
    "CAVALIER_SWEEP_SECONDS": "0.25",
    "CAVALIER_MAX_ATTEMPTS": "50",
}
"""Many small slices, and little patience: as much as possible happens in a short test."""

END_SECONDS = 600.0
"""The longest time that a job may take to its end on a busy machine."""


LASTING = {
    "kind": "enumerate",
    "board": "5x6",
    "method": "backtrack",
    "starts": [[row, column] for row in range(1, 6) for column in range(1, 4)],
    "by_end": True,
    "store": "all",
}
"""A job of at least ten seconds of computing, so that a fault hits it in the middle however slow the test itself is."""


class Service(AbstractContextManager["Service"]):
    """Our processes on one database, started, killed and asked; `with` stops them."""

    def __init__(self, folder: Path, arguments: list[str], settings: Settings, environment: dict[str, str]) -> None:
        self._log = folder / "cavalier.log"
        self._arguments = arguments
        self._environment = ENVIRONMENT | environment
        self.database: Database = open_database(settings)
        self.processes: list[Process] = []

    def __exit__(self, *_: object) -> None:
        with ExitStack() as stack:  # each, whatever becomes of the others
            stack.callback(self.database.close)
            for process in self.processes:
                stack.callback(process.end)

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
            return submit(session, plan_now(parse_problem(specification))).public_id

    def job_state(self, job: str) -> JobState:
        """Return the job's state."""
        with self.database.reading() as session:
            return get_job(session, job).state

    def work(self, job: str) -> int:
        """Return how many shards of the job were claimed and committed so far, together."""
        with self.database.reading() as session:
            return int(version(session.connection(), job)[2])

    def finished_digest(self, job: str) -> str:
        """Wait for the job's end and return the digest of all it found."""
        wait_until(lambda: self.job_state(job) in TERMINAL, "the job ends", END_SECONDS)
        assert self.job_state(job) == JobState.SUCCEEDED, self._log.read_text()[-3000:]
        with self.database.reading() as session:
            return job_digest(session, get_job(session, job))


@contextmanager
def servers(folder: Path) -> Iterator[tuple[Settings, RedisServer, PostgresServer]]:
    """Run a Redis and a migrated PostgreSQL server of the test's own; they are gone afterwards."""
    with PostgresServer() as postgresql, RedisServer(folder) as redis:
        settings = Settings(database_url=postgresql.url, broker_url=redis.url)
        upgrade(settings)
        yield settings, redis, postgresql


def urls(settings: Settings) -> dict[str, str]:
    """Return the environment variables that name these servers to a process."""
    return {"CAVALIER_DATABASE_URL": settings.database_url, "CAVALIER_BROKER_URL": settings.broker_url}


@contextmanager
def on_servers(
    folder: Path, workers: int, settings_of_workers: Mapping[str, str] = ENVIRONMENT
) -> Iterator[tuple[Service, RedisServer, PostgresServer]]:
    """Run this many workers on a Redis and a PostgreSQL server of their own; everything is gone afterwards."""
    with servers(folder) as (settings, redis, postgresql):
        environment = {**settings_of_workers, **urls(settings)}
        with Service(folder, ["worker", "--threads", "1"], settings, environment) as service:
            for _ in range(workers):
                service.start()
            yield service, redis, postgresql


@contextmanager
def production(folder: Path) -> Iterator[tuple[str, Settings, list[Process]]]:
    """Run the API and a worker as processes of their own on a Redis and a PostgreSQL server; yield address and both."""
    port = free_port()
    api, worker = cavalier("api", "--port", str(port), "--workers", "1"), cavalier("worker", "--threads", "1")
    with (
        servers(folder) as (settings, _, _),
        Process(api, folder / "api.log", urls(settings)) as answering,
        Process(worker, folder / "worker.log", urls(settings)) as working,
    ):
        wait_until(lambda: accepts(port), "the API answers")
        yield f"http://127.0.0.1:{port}", settings, [answering, working]
        for process in (answering, working):
            process.end()
