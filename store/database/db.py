"""The database: one object that opens transactions for reading and for writing."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import ColumnElement, Connection, Engine, create_engine, event, func, make_url, select
from sqlalchemy.exc import InternalError, OperationalError
from sqlalchemy.orm import DeclarativeBase, Session

from store.database.expressions import CLOCK
from store.database.postgresql import ONE_SNAPSHOT, reading_engine, writing_engine
from store.private import make_file, make_folder
from store.settings import Pool, Settings, Timeouts

if TYPE_CHECKING:
    from store.database.replica import Replica

PASSING = (OperationalError, InternalError)
"""Transient errors: no connection, lock timeout, transaction ended by the server."""

SQLITE_PRAGMAS = (
    "PRAGMA journal_mode=WAL",  # readers never wait for the writer
    "PRAGMA synchronous=NORMAL",  # a power cut may lose the last commits, checkpoint and results together
    "PRAGMA busy_timeout=30000",
    "PRAGMA foreign_keys=ON",
)
WRITER_PRAGMAS = (
    # Classes go to random places of a large index, so writing them is cheap only while the index is cached.
    "PRAGMA cache_size=-262144",  # KiB, taken as needed
    "PRAGMA wal_autocheckpoint=16384",  # pages, 64 MiB: pages that several commits changed are copied once
    "PRAGMA temp_store=MEMORY",  # transactions are short, and a full temporary folder must stop none of them
)
NOW = select(CLOCK)


class Database:
    """Transactions on SQLite or PostgreSQL.

    On SQLite all writers of this process queue at one lock, as its own busy handler is unfair. They share one
    connection, whose cache stays warm because no other connection changes the cached pages.
    """

    def __init__(self, url: str, patience: Timeouts = Timeouts(), pool: Pool = Pool(), replica_url: str = "") -> None:
        self.is_sqlite = make_url(url).get_backend_name() == "sqlite"
        self.engine = _sqlite_engine(url) if self.is_sqlite else reading_engine(url, patience, pool)
        self.reader = self.engine if self.is_sqlite else self.engine.execution_options(**ONE_SNAPSHOT)
        self.writer = _sqlite_writer(url) if self.is_sqlite else writing_engine(url, patience, pool)
        self._single = self.writer if self.is_sqlite else self.writer.execution_options(isolation_level="AUTOCOMMIT")
        self._replica = _replica(replica_url, patience, pool) if replica_url else None
        self._queue = threading.Lock() if self.is_sqlite else nullcontext()

    def connect(self) -> AbstractContextManager[Connection]:
        """Open a connection for reading, for frequent queries: a session costs twice as much."""
        return self.reader.connect()

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Yield a session that sees the database as of its first query, whatever is committed meanwhile."""
        with Session(self.reader, expire_on_commit=False) as session:
            yield session

    @contextmanager
    def reading_replica(self) -> Iterator[Session]:
        """Yield a session on the read replica, which may lag; on this database if none answers."""
        connection = None if self._replica is None else self._replica.connect()
        if connection is None:
            with self.reading() as session:
                yield session
            return
        with connection, session_on(connection) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Yield a session that commits at the end, or rolls back on an exception."""
        with self._queue, Session(self.writer, expire_on_commit=False) as session, session.begin():
            yield session

    @contextmanager
    def at_once(self) -> Iterator[Connection]:
        """Yield a connection for one statement or `execute_together`; PostgreSQL commits in the same round trip."""
        with self._queue, self._single.begin() as connection:
            yield connection

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()
        self.writer.dispose()
        if self._replica is not None:
            self._replica.close()


def session_on(connection: Connection) -> Session:
    """Return a session that joins the transaction of an open connection."""
    return Session(connection, expire_on_commit=False)


def open_database(settings: Settings) -> Database:
    """Open the database of the settings (store/database/migrate.py makes its tables)."""
    if not settings.database_url:
        make_folder(settings.data)
    return Database(settings.url, settings.patience, settings.pool, settings.replica_url)


def now(session: Session) -> float:
    """Return the database time (see CLOCK). Leases depend on it alone."""
    return session.connection().execute(NOW).scalar_one()


def number_of(session: Session, table: type[DeclarativeBase], *conditions: ColumnElement[bool]) -> int:
    """Return how many rows of a table meet all conditions."""
    return session.execute(select(func.count()).select_from(table).where(*conditions)).scalar_one()


def _replica(url: str, patience: Timeouts, pool: Pool) -> Replica:
    from store.database.replica import Replica  # noqa: PLC0415  loads structlog, which most commands do without

    return Replica(url, patience, pool)


def _sqlite_engine(url: str, begin: str = "BEGIN", pragmas: Sequence[str] = (), **pool: int) -> Engine:
    """Return an engine whose transactions begin explicitly with `begin`, not when the driver guesses."""

    def make(_dialect: object, _record: object, arguments: Sequence[str], _options: object) -> None:
        make_file(Path(arguments[0]))

    def prepare(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None
        for pragma in (*SQLITE_PRAGMAS, *pragmas):
            connection.execute(pragma)

    engine = create_engine(url, connect_args={"check_same_thread": False}, **pool)
    event.listen(engine, "do_connect", make)
    event.listen(engine, "connect", prepare)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    return engine


def _sqlite_writer(url: str) -> Engine:
    return _sqlite_engine(url, "BEGIN IMMEDIATE", WRITER_PRAGMAS, pool_size=1, max_overflow=0)
