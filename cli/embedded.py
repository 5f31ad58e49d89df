"""The embedded default: SQLite in a data folder, and a worker in threads of this process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cli.errors import problem
from cli.settings import embedded_settings, keep_kernels, usable_cores
from store.db import Database, open_database
from store.errors import DataFolderInUseError
from store.logs import configure_logs
from store.migrate import upgrade
from store.settings import Settings
from workers.data_folder import lock_data_folder

if TYPE_CHECKING:
    from workers.embedded import EmbeddedWorker


@dataclass(frozen=True)
class Embedded:
    """What lives while the data folder is ours."""

    settings: Settings
    database: Database
    worker: EmbeddedWorker


@contextmanager
def embedded(data: Path, threads: int | None) -> Iterator[Embedded]:
    """Hold the data folder, bring its database to the newest schema and work on its jobs until the block ends."""
    settings = embedded_settings(data)
    configure_logs(settings)
    try:
        with lock_data_folder(data):
            upgrade(settings)
            with _working(settings, threads or usable_cores()) as service:
                yield service
    except DataFolderInUseError as error:
        raise problem("Data folder in use", str(error)) from error


@contextmanager
def _working(settings: Settings, threads: int) -> Iterator[Embedded]:
    keep_kernels()
    from workers.embedded import EmbeddedWorker  # noqa: PLC0415  loads numba, which reads its cache folder's name now

    database = open_database(settings)
    worker = EmbeddedWorker(settings, database, threads)
    worker.start()
    try:
        yield Embedded(settings, database, worker)
    finally:
        worker.stop()
        database.close()
