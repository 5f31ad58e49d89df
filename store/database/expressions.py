"""What the two databases say each in its own words, as parts of statements that are built once for both."""

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
    """Of a name and a seed: PostgreSQL's lock of the two, held with others until the transaction ends.

    SQLite has one writer at a time.
    """

    inherit_cache = True
    type = String()


class SoleLock(FunctionElement[str]):
    """The same lock, held alone."""

    inherit_cache = True
    type = String()


class Losable(FunctionElement[str]):
    """Of a condition: where it holds, PostgreSQL does not wait for its disk when the transaction commits.

    The commit may then be lost if the server crashes within a moment, and is lost as a whole. A later commit that does
    wait takes all before it along. On SQLite no commit waits (see store/database/db.py).
    """

    inherit_cache = True
    type = String()


CLOCK = _Clock()
"""The database's clock: seconds since 1970, UTC, asked once in a statement."""

CHANCE = _Chance()
"""A number from 0 to 1 that the database draws."""


@compiles(_Clock, "sqlite")
def _clock_of_sqlite(_element: _Clock, _compiler: SQLCompiler, **_: object) -> str:
    return "(SELECT (julianday('now') - 2440587.5) * 86400.0)"


@compiles(_Clock, "postgresql")
def _clock_of_postgresql(_element: _Clock, _compiler: SQLCompiler, **_: object) -> str:
    return "(SELECT EXTRACT(EPOCH FROM clock_timestamp())::float8)"


@compiles(_Chance, "sqlite")
def _chance_of_sqlite(_element: _Chance, _compiler: SQLCompiler, **_: object) -> str:
    return f"(abs(random() / 2) / {float(2**62)!r})"  # random() is any 64-bit integer, of which one has no abs()


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
