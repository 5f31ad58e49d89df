"""Dialect-specific expressions, so that statements can be built once for both databases."""

from __future__ import annotations

from sqlalchemy import Double, String
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement


class _Clock(FunctionElement[float]):
    inherit_cache = True
    type = Double()


class _Chance(FunctionElement[float]):
    inherit_cache = True
    type = Double()


class SharedLock(FunctionElement[str]):
    """PostgreSQL's advisory lock of a name and a seed, in share mode until the transaction ends.

    SQLite needs none, as it has one writer at a time.
    """

    inherit_cache = True
    type = String()


class SoleLock(FunctionElement[str]):
    """The same lock, exclusive."""

    inherit_cache = True
    type = String()


class Losable(FunctionElement[str]):
    """Commit asynchronously on PostgreSQL if a condition holds.

    A crash shortly afterwards may then lose the whole transaction. A later synchronous commit also makes all earlier
    ones durable. On SQLite no commit waits (see store/database/db.py).
    """

    inherit_cache = True
    type = String()


CLOCK = _Clock()
"""The database's clock: seconds since 1970, UTC, evaluated once per statement."""

CHANCE = _Chance()
"""A random number from 0 to 1, drawn by the database."""


@compiles(_Clock, "sqlite")
def _clock_of_sqlite(_element: _Clock, _compiler: SQLCompiler, **_: object) -> str:
    return "(SELECT (julianday('now') - 2440587.5) * 86400.0)"


@compiles(_Clock, "postgresql")
def _clock_of_postgresql(_element: _Clock, _compiler: SQLCompiler, **_: object) -> str:
    return "(SELECT EXTRACT(EPOCH FROM clock_timestamp())::float8)"


@compiles(_Chance, "sqlite")
def _chance_of_sqlite(_element: _Chance, _compiler: SQLCompiler, **_: object) -> str:
    return f"(abs(random() / 2) / {float(2**62)!r})"  # halved first, as abs() fails for the smallest 64-bit integer


@compiles(_Chance, "postgresql")
def _chance_of_postgresql(_element: _Chance, _compiler: SQLCompiler, **_: object) -> str:
    return "random()"


@compiles(SharedLock, "postgresql")
def _shared_lock(element: SharedLock, compiler: SQLCompiler, **more: object) -> str:
    return f"pg_advisory_xact_lock_shared(hashtextextended({compiler.process(element.clauses, **more)}))"


@compiles(SoleLock, "postgresql")
def _sole_lock(element: SoleLock, compiler: SQLCompiler, **more: object) -> str:
    return f"pg_advisory_xact_lock(hashtextextended({compiler.process(element.clauses, **more)}))"


@compiles(SharedLock, "sqlite")
@compiles(SoleLock, "sqlite")
def _no_lock(_element: FunctionElement[str], _compiler: SQLCompiler, **_: object) -> str:
    return "''"


@compiles(Losable, "postgresql")
def _losable(element: Losable, compiler: SQLCompiler, **more: object) -> str:
    losable = compiler.process(element.clauses, **more)
    usual = "current_setting('synchronous_commit')"
    return f"set_config('synchronous_commit', CASE WHEN {losable} THEN 'off' ELSE {usual} END, true)"


@compiles(Losable, "sqlite")
def _lost_alike(_element: Losable, _compiler: SQLCompiler, **_: object) -> str:
    return "''"
