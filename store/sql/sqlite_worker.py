"""A process that runs one query on an SQLite file: python -I -S sqlite_worker.py, the query on standard input.

Three independent guards let it read only the views. First the query is prepared in an empty database that has only
tables with the views' names, so nothing else exists. Then the file is opened read-only. Its authorizer allows the
views, and the table columns that the views read. The authorizer alone would not do. SQLite reports the view through
which a table is read under the same name as a WITH of that name. It also reports a table like any WITH if no column of
it is read. The system bounds time, memory, files and the length of the result. No module of the service is imported,
so a start takes some 30 ms. The environment contains none of the service's secrets.
"""

from __future__ import annotations

import json
import math
import resource
import sqlite3
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

MEBIBYTE = 1 << 20
BEYOND_JSON = 1 << 53
"""Larger integers are written as text: many JSON readers would round them."""

LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: 4 * MEBIBYTE,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 40_000,
    sqlite3.SQLITE_LIMIT_COLUMN: 100,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 200,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 50,
    sqlite3.SQLITE_LIMIT_FUNCTION_ARG: 20,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 200,
    sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER: 100,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 0,
    sqlite3.SQLITE_LIMIT_WORKER_THREADS: 0,
}
ROOM = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_IOERR}


class Guard:
    """An authorizer of what the views read, learnt by preparing each. functions: those that a query itself may call."""

    def __init__(self, connection: sqlite3.Connection, views: Iterable[str], functions: Iterable[str]) -> None:
        self.views, self._functions = set(views), set(functions)
        self._read: set[tuple[str | None, ...]] = set()
        self._called: set[tuple[str | None, ...]] = set()
        connection.set_authorizer(self._learn)
        for view in self.views:
            connection.execute(f"EXPLAIN SELECT * FROM {view}").fetchall()  # nosec B608  # noqa: S608  our own names
        connection.set_authorizer(self.allows)

    def _learn(self, action: int, one: str | None, other: str | None, _file: str | None, view: str | None) -> int:
        if view in self.views:
            (self._called if action == sqlite3.SQLITE_FUNCTION else self._read).add((view, one, other))
        return sqlite3.SQLITE_OK

    def allows(self, action: int, one: str | None, other: str | None, file: str | None, view: str | None) -> int:
        """Answer SQLite's authorizer callback while a query is prepared; see `sqlite3_set_authorizer`."""
        if action in (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_RECURSIVE):
            return sqlite3.SQLITE_OK
        if action == sqlite3.SQLITE_FUNCTION and (other in self._functions or (view, one, other) in self._called):
            return sqlite3.SQLITE_OK
        if action != sqlite3.SQLITE_READ:
            return sqlite3.SQLITE_DENY
        if other == "":  # a source of which no column is read; SQLite does not tell a WITH from a table then
            known = one is not None and not one.startswith("sqlite_")
        else:
            known = file == "main" and (one in self.views or (view, one, other) in self._read)
        return sqlite3.SQLITE_OK if known else sqlite3.SQLITE_DENY


def blank(columns: dict[str, list[str]], functions: Iterable[str]) -> sqlite3.Connection:
    """Return an empty database with a table for each view, in which nothing else can be read."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    for name, names in columns.items():
        connection.execute(f"CREATE TABLE {name} ({', '.join(names)})")
    connection.execute("PRAGMA query_only=ON")
    limit(connection)
    Guard(connection, columns, functions)
    return connection


def limit(connection: sqlite3.Connection) -> None:
    """Bound the length of a query and of a value."""
    for category, most in LIMITS.items():
        connection.setlimit(category, most)


def open_read_only(path: str, columns: dict[str, list[str]], functions: Iterable[str]) -> sqlite3.Connection:
    """Open the database file, readable only through its views."""
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)
    connection.execute("PRAGMA query_only=ON")
    connection.execute("PRAGMA trusted_schema=OFF")
    connection.execute("PRAGMA busy_timeout=5000")
    Guard(connection, columns, functions)
    limit(connection)
    return connection


def answer(cursor: sqlite3.Cursor, rows: int, size: int) -> Iterator[str]:
    """Yield the result as lines of JSON: the columns, at most `rows` rows and `size` bytes, and whether there are more.

    If a row is longer than the whole result may be, a line that says so ends the result.
    """
    yield json.dumps([column[0] for column in cursor.description or ()])
    written = 0
    for number, row in enumerate(cursor):
        line = json.dumps([plain(value) for value in row])
        if len(line) > size:
            yield json.dumps({"long": True})
            return
        written += len(line)
        if number == rows or written > size:
            yield json.dumps({"more": True})
            return
        yield line
    yield json.dumps({"more": False})


def plain(value: Any) -> str | float | None:  # noqa: ANN401  of any type of SQL
    """Return a value as in JSON: bytes as hexadecimal digits, non-finite numbers as text."""
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return str(value) if isinstance(value, int) and abs(value) >= BEYOND_JSON else value


def ask(question: dict[str, Any]) -> Iterator[str]:
    """Yield the result of a query, or a line with its error."""
    columns, functions, sql = question["columns"], question["functions"], question["sql"]
    parameters: Sequence[object] = question["parameters"]
    try:
        blank(columns, functions).execute(f"EXPLAIN {sql}", parameters)
        cursor = open_read_only(question["path"], columns, functions).execute(sql, parameters)
        yield from answer(cursor, question["rows"], question["size"])
    except MemoryError:
        yield json.dumps({"room": "memory"})
    except (sqlite3.Error, OverflowError) as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        yield json.dumps({"room": str(error)} if code in ROOM else {"refused": str(error)})


def main() -> None:
    """Run the query on standard input; write the result to standard output."""
    question = json.load(sys.stdin)
    bounds = {
        resource.RLIMIT_DATA: question["memory"],
        resource.RLIMIT_FSIZE: question["room"],
        resource.RLIMIT_CPU: question["seconds"],
    }
    for what, most in bounds.items():
        resource.setrlimit(what, (most, most))
    for line in ask(question):
        sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()
