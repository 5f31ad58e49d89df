"""Reader queries on PostgreSQL: in a read-only transaction, as a role that may read only the views."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import date
from datetime import time as day_time
from decimal import Decimal
from typing import Any, cast

import psycopg
from psycopg import sql as pg
from psycopg.types.string import TextLoader

from store.database.db import Database
from store.sql.answer import Answer, Limits, Value, different, too_long
from store.sql.errors import NobodyWaitsError, RefusedError, TooMuchError
from store.sql.postgres_role import checked_role
from store.sql.sqlite_worker import BEYOND_JSON, plain
from store.sql.views import VIEWS

TICK_SECONDS = 0.1
MIN_MEMORY = 1 << 16
"""Minimum number of bytes that PostgreSQL grants each part of a plan."""

SESSION = (
    "SET TRANSACTION READ ONLY",
    "SET LOCAL standard_conforming_strings = on",
    "SET LOCAL max_parallel_workers_per_gather = 0",
    "SET LOCAL hash_mem_multiplier = 1",
    "SET LOCAL jit = off",
    "SET LOCAL enable_hashjoin = off",
    f"SET LOCAL work_mem = {MIN_MEMORY >> 10}",
)
"""Hash joins are off: they keep rows with equal keys in memory, however many; merge joins do not."""

SYNTAX = "42"
NOT_THERE = {"42501", "42P01", "3F000"}
"""Forbidden and missing objects give the same error."""

VALUES = ("21", "22", "54")
ROOM = ("53",)
Gone = Callable[[], bool]


def placeholder(number: int) -> str:
    """Return the placeholder of a parameter."""
    return f"${number}"


def run_query(database: Database, sql: str, parameters: Sequence[object], limits: Limits, has_gone: Gone) -> Answer:
    """Return the result of a query accepted by the lexer."""
    with database.reading_replica() as session:
        role = checked_role(session)
        connection = session.connection().connection.driver_connection
        assert isinstance(connection, psycopg.Connection)
        ended: list[Exception] = []
        try:
            with _cancel_after(connection, limits.seconds, has_gone, ended):
                answer = _run_as_role(connection, role, sql, parameters, limits)
        except psycopg.Error as error:
            raise (ended[0] if ended else _translate_error(error)) from error
        finally:
            if ended:  # a cancellation may still be on its way: the connection must not be reused
                session.invalidate()
            else:
                connection.rollback()
        if ended:
            raise ended[0]
        return answer


def _run_as_role(
    connection: psycopg.Connection[Any], role: str, sql: str, parameters: Sequence[object], limits: Limits
) -> Answer:
    """Run the query as the reader role, as a single SELECT or VALUES in parentheses; fetch rows up to the limit."""
    with connection.cursor() as cursor:
        for statement in (*SESSION, f"SET LOCAL statement_timeout = {math.ceil(limits.seconds * 1000)}"):
            cursor.execute(statement)
        with suppress(psycopg.errors.InsufficientPrivilege), connection.transaction():
            cursor.execute(f"SET LOCAL temp_file_limit = {limits.room >> 10}")
        cursor.execute(pg.SQL("SET LOCAL ROLE {}").format(pg.Identifier(role)))
        cursor.execute(f"SET LOCAL work_mem = {_share(connection, sql, parameters, limits.memory) >> 10}")
    with psycopg.RawCursor(connection) as cursor:
        for kind in ("json", "jsonb"):
            cursor.adapters.register_loader(kind, TextLoader)
        alone = f"SELECT * FROM ({sql}\n) AS question LIMIT 0"  # nosec B608  # noqa: S608  EXPLAIN read it alone
        cursor.execute(alone.encode(), list(parameters), binary=True)
        columns = different([column.name for column in cursor.description or ()])
        rows: list[list[Value]] = []
        read = 0
        stream = cursor.stream(_with_row_sizes(sql, len(columns), limits).encode(), list(parameters))
        with closing(cast("Generator[tuple[Any, ...]]", stream)):  # closing it cancels the rows not yet received
            for size, *values in stream:
                if size > limits.size:
                    raise too_long(limits)
                read += size
                if len(rows) == limits.rows or read > limits.size:
                    return Answer(columns, rows, more=True)
                rows.append([_plain(value) for value in values])
    return Answer(columns, rows, more=False)


def _with_row_sizes(sql: str, columns: int, limits: Limits) -> str:
    """Return the query with each row's size in bytes first; for rows that are too long, only the size.

    OFFSET 0 keeps the parts separate, so that no value is computed twice.
    """
    names = [f"c{number}" for number in range(columns)]
    return f"""
        SELECT size, {", ".join(f"CASE WHEN size <= {limits.size} THEN {name} END" for name in names)}
        FROM (
            SELECT *, octet_length(found::text) AS size
            FROM (SELECT * FROM ({sql}\n) AS question OFFSET 0) AS found({", ".join(names)}) OFFSET 0
        ) AS measured LIMIT {limits.rows + 1}"""  # nosec B608  # noqa: S608  EXPLAIN read it alone


def _share(connection: psycopg.Connection[Any], sql: str, parameters: Sequence[object], memory: int) -> int:
    """Return the bytes each part of a query may take so that all together stay within `memory`.

    Parts are the steps of its plan and its parentheses: an aggregate of distinct values sorts them.
    """
    with psycopg.RawCursor(connection) as cursor:  # binary: the protocol that takes one statement alone
        cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}".encode(), list(parameters), binary=True)
        ((plans,),) = cursor.fetchall()
    share: int = memory // (_steps(plans[0]["Plan"]) + sql.count("("))
    if share < MIN_MEMORY:
        raise TooMuchError(f"it has too many parts to share {memory >> 20} MiB of memory")
    return share


def _steps(plan: dict[str, Any]) -> int:
    return 1 + sum(map(_steps, plan.get("Plans", ())))


@contextmanager
def _cancel_after(
    connection: psycopg.Connection[Any], seconds: float, has_gone: Gone, reason: list[Exception]
) -> Iterator[None]:
    """Cancel the running statement on timeout or when the client has gone, and append the reason to the list.

    PostgreSQL's own timeout covers one statement only, and fetching the rows takes many.
    """
    done = threading.Event()
    deadline = time.monotonic() + seconds

    def watch() -> None:
        while not done.wait(TICK_SECONDS):
            late = time.monotonic() > deadline
            if late or has_gone():
                if not reason:
                    reason.append(_late(seconds) if late else NobodyWaitsError())
                connection.cancel_safe(timeout=TICK_SECONDS * 20)

    watcher = threading.Thread(target=watch, name="question", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()


def _late(seconds: float) -> TooMuchError:
    return TooMuchError(f"it takes more than {seconds:g} s")


def _translate_error(error: psycopg.Error) -> Exception:
    """Return the error shown to the reader: the server's first sentence about the query itself."""
    state, message = error.sqlstate or "", error.diag.message_primary or "it cannot be answered"
    if state in NOT_THERE:
        return RefusedError(f"there is no view of this name; there are {', '.join(VIEWS)}")
    if state == "57014":
        return TooMuchError("it takes too long")
    if state.startswith(ROOM):
        return TooMuchError("it takes more memory or room than it may")
    known = state.startswith((SYNTAX, *VALUES)) or isinstance(error, psycopg.DataError | psycopg.NotSupportedError)
    return RefusedError(message) if known or state == "25006" else error


def _plain(value: object) -> Value:
    """Return a value as in JSON, as on SQLite; timestamps as ISO 8601, other types as the driver spells them."""
    if isinstance(value, Decimal):
        whole = value.is_finite() and value == value.to_integral_value()
        if whole:
            return int(value) if abs(value) < BEYOND_JSON else f"{value.to_integral_value():f}"
        number = float(value)
        return f"{value:f}" if value.is_finite() and math.isinf(number) else plain(number)
    if value is None or isinstance(value, str | bool):
        return value
    if isinstance(value, date | day_time):
        return value.isoformat()
    return plain(value) if isinstance(value, int | float | bytes) else str(value)
