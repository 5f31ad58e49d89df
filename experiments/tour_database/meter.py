# ruff: noqa: ANN401  connections, cursors and rows of two drivers
"""SQL statements, and the time that each takes until its last row has arrived.

For SQLite, which works in the calling thread, this is processor time, which other processes change little. For
PostgreSQL, whose server is another process, it is wall-clock time.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter, thread_time
from typing import Any

from sqlalchemy import event

from store.database.db import Database

NOT_COUNTED = ("BEGIN", "PRAGMA")


class Meter:
    """The statements since the last `reset`, with their times."""

    def __init__(self) -> None:
        self.statements: list[tuple[float, str]] = []

    def reset(self) -> None:
        """Reset the counters."""
        self.statements = []

    @property
    def queries(self) -> int:
        """The number of statements."""
        return len(self.statements)

    @property
    def milliseconds(self) -> float:
        """The total time of the statements."""
        return 1000 * sum(seconds for seconds, _ in self.statements)

    def begin(self, statement: str) -> None:
        """Note a statement, if it is one that counts."""
        if not statement.lstrip().upper().startswith(NOT_COUNTED):
            self.statements.append((0.0, statement))

    def add(self, seconds: float) -> None:
        """Count time for the last statement."""
        if self.statements:
            before, statement = self.statements[-1]
            self.statements[-1] = (before + seconds, statement)


@contextmanager
def measure_queries(database: Database) -> Iterator[Meter]:
    """Measure all statements that one thread sends to the database within the block.

    The rows of SQLite are made while they are fetched; PostgreSQL's driver has all of them when a statement ends.
    """
    meter = Meter()
    engines = {id(engine): engine for engine in (database.engine, database.writer)}.values()
    factory = {"factory": _connection_class(meter)} if database.is_sqlite else {}

    def connect(_dialect: Any, _record: Any, _arguments: Any, parameters: dict[str, Any]) -> None:
        parameters.update(factory)

    def before(_connection: Any, _cursor: Any, statement: str, _values: Any, context: Any, *_: Any) -> None:
        meter.begin(statement)
        context.begun_at = perf_counter()

    def after(_connection: Any, _cursor: Any, _statement: str, _values: Any, context: Any, *_: Any) -> None:
        if not database.is_sqlite:
            meter.add(perf_counter() - context.begun_at)

    listeners: dict[str, Callable[..., None]] = {
        "do_connect": connect,
        "before_cursor_execute": before,
        "after_cursor_execute": after,
    }
    for engine in engines:
        engine.dispose()
        for name, listener in listeners.items():
            event.listen(engine, name, listener)
    yield meter
    for engine in engines:
        engine.dispose()
        for name, listener in listeners.items():
            event.remove(engine, name, listener)


def _connection_class(meter: Meter) -> type[sqlite3.Connection]:
    class Cursor(sqlite3.Cursor):
        """A cursor that times all calls that make rows."""

    def time_method(name: str) -> Callable[..., Any]:
        plain = getattr(sqlite3.Cursor, name)

        def method(self: Cursor, *arguments: Any) -> Any:
            begun = thread_time()
            try:
                return plain(self, *arguments)
            finally:
                meter.add(thread_time() - begun)

        return method

    for name in ("execute", "executemany", "fetchone", "fetchmany", "fetchall"):
        setattr(Cursor, name, time_method(name))

    class Connection(sqlite3.Connection):
        """A connection whose cursors time their calls."""

        def cursor(self, *_: Any) -> Cursor:  # type: ignore[override]  # no other factory is asked for
            return super().cursor(Cursor)

    return Connection
