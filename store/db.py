"""The database: one object that opens transactions for reading and for writing."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.orm import Session

from store.settings import Settings

SQLITE_PRAGMAS = (
    "PRAGMA journal_mode=WAL",  # readers never wait for the writer
    "PRAGMA synchronous=NORMAL",  # a power cut may lose the last commits, checkpoint and results together
    "PRAGMA busy_timeout=30000",
    "PRAGMA foreign_keys=ON",
    "PRAGMA cache_size=-65536",  # KiB, taken as needed: classes are stored in random places of a large index
)
CLOCK = {
    "sqlite": text("SELECT (julianday('now') - 2440587.5) * 86400.0"),
    "postgresql": text("SELECT EXTRACT(EPOCH FROM clock_timestamp())::float8"),
}


class Database:
    """Transactions on SQLite or PostgreSQL.

    On SQLite all writers of this process queue at one lock: its own busy handler is unfair to the unlucky.
    """

    def __init__(self, url: str) -> None:
        self.engine = _engine(url)
        self.is_sqlite = self.engine.dialect.name == "sqlite"
        self._writer = self.engine.execution_options(cavalier_writes=True)
        self._queue = threading.Lock() if self.is_sqlite else nullcontext()

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Yield a session of one consistent read; nothing is committed."""
        with Session(self.engine, expire_on_commit=False) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Yield a session that commits at the end, or rolls back where an exception leaves it."""
        with self._queue, Session(self._writer, expire_on_commit=False) as session, session.begin():
            yield session

    def close(self) -> None:
        """Return all connections."""
        self.engine.dispose()


def open_database(settings: Settings) -> Database:
    """Open the database that the settings name (its tables are made by store/migrate.py)."""
    if not settings.database_url:
        settings.data.mkdir(parents=True, exist_ok=True)
    return Database(settings.url)


def now(session: Session) -> float:
    """Return the database's clock: seconds since 1970, UTC. Leases live by this clock alone."""
    return float(session.execute(CLOCK[session.get_bind().dialect.name]).scalar_one())


def _engine(url: str) -> Engine:
    if make_url(url).get_backend_name() != "sqlite":
        return create_engine(url, pool_pre_ping=True, pool_size=10, max_overflow=20)
    engine = create_engine(url, connect_args={"check_same_thread": False})
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _record: object) -> None:  # noqa: ANN401  the driver's connection
    connection.isolation_level = None  # transactions are begun by _begin_sqlite, not guessed by the driver
    for pragma in SQLITE_PRAGMAS:
        connection.execute(pragma)


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("cavalier_writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
