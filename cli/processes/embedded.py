"""The embedded default: SQLite in a data folder, and a worker in threads of this process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from cli.database.connect import upgrade_or_say_why
from cli.errors import problem
from cli.lazy import lasting
from cli.settings import embedded_settings, keep_kernels, usable_cores
from store.database.db import Database, open_database
from store.errors import DataFolderInUseError, DataFolderUnusableError
from store.logs import configure_logs
from store.settings import Settings
from store.traces import start_traces
from workers.host.data_lock import lock_data_folder

if TYPE_CHECKING:
    from workers.broker.celery_worker import CeleryWorker
    from workers.local_worker import LocalWorker


class Worker(Protocol):
    """A worker on the jobs of the data folder."""

    def start(self) -> None:
        """Begin to work."""

    def stop(self) -> None:
        """Commit the running slices and end."""


AnyWorker = TypeVar("AnyWorker", bound=Worker)
WorkerMaker = Callable[[Settings, Database, int], AnyWorker]


@dataclass(frozen=True)
class Embedded(Generic[AnyWorker]):
    """The resources in use while this process holds the data folder."""

    settings: Settings
    database: Database
    worker: AnyWorker


def embedded_worker(settings: Settings, database: Database, threads: int) -> CeleryWorker:
    """Make a worker that answers the notifications of other threads of this process, through Celery."""
    from workers.broker.celery_worker import CeleryWorker  # noqa: PLC0415  loads numba, which reads its cache folder's name now

    return CeleryWorker(settings, database, threads)


def local_worker(settings: Settings, database: Database, threads: int) -> LocalWorker:
    """Make a worker that needs no messages, for a command that runs one job."""
    from workers.local_worker import LocalWorker  # noqa: PLC0415  as above, and Celery is not needed

    return LocalWorker(settings, database, threads)


@contextmanager
def run_embedded(data: Path, threads: int | None, make: WorkerMaker[AnyWorker]) -> Iterator[Embedded[AnyWorker]]:
    """Lock the data folder, bring its database to the newest schema and work on its jobs until the block ends."""
    settings = embedded_settings(data)
    configure_logs(settings)
    try:
        with lock_data_folder(data):
            upgrade_or_say_why(settings)
            with _working(settings, threads or usable_cores(), make) as service:
                yield service
    except DataFolderInUseError as error:
        detail = f"{error}; or ask the service that works on it, by --url or CAVALIER_URL"
        raise problem("Data folder in use", detail) from error
    except DataFolderUnusableError as error:
        raise problem("Data folder unusable", str(error)) from error


@contextmanager
def _working(settings: Settings, threads: int, make: WorkerMaker[AnyWorker]) -> Iterator[Embedded[AnyWorker]]:
    keep_kernels()
    database = open_database(settings)
    start_traces(settings, database)
    with lasting():
        worker = make(settings, database, threads)
    worker.start()
    try:
        yield Embedded(settings, database, worker)
    finally:
        worker.stop()
        database.close()
