"""Execution of reader queries under limits, with results as plain values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from store.database.db import Database
from store.sql import sqlite
from store.sql.answer import Answer, Limits
from store.sql.errors import RefusedError, TooMuchError
from store.sql.lexer import bind_parameters, check_query

LARGE = "tour_list"
"""The view that may have billions of rows; a full scan takes about a second per million."""


@dataclass(frozen=True)
class Question:
    """One statement, and the values of its :named parameters."""

    sql: str
    parameters: Mapping[str, object]


def ask(database: Database, question: Question, limits: Limits, has_gone: Callable[[], bool] = lambda: False) -> Answer:
    """Return the query's result, from the read replica if there is one. has_gone: polled; whether the client has gone.

    Raises RefusedError, TooMuchError, QueriesOffError or NobodyWaitsError.
    """
    _check_characters("sql", question.sql)
    _check_characters("parameters", "".join(question.parameters))
    for name, value in question.parameters.items():
        _check_characters(f":{name}", value)
    placeholder, answered = sqlite.placeholder, sqlite.run_query
    if not database.is_sqlite:
        from store.sql import postgres as postgresql  # noqa: PLC0415  loads psycopg, which an embedded service does without

        placeholder, answered = postgresql.placeholder, postgresql.run_query
    tokens = check_query(question.sql)
    sql, names = bind_parameters(tokens, placeholder)
    missing = [name for name in names if name not in question.parameters]
    unused = [name for name in question.parameters if name not in names]
    if missing or unused:
        faults = [f"no value is given for :{name}" for name in missing] + [f"it has no :{name}" for name in unused]
        raise RefusedError("; ".join(faults))
    values = [question.parameters[name] for name in names]
    try:
        return answered(database, sql, values, limits, has_gone)
    except TooMuchError as error:
        if all(token.name != LARGE for token in tokens):
            raise
        raise TooMuchError(
            f"{error}; of {LARGE} ask for one id, or for those of a job or a board, with a LIMIT"
        ) from error


def _check_characters(place: str, value: object) -> None:
    try:
        str(value).encode()
    except UnicodeEncodeError as error:
        half = f"U+{ord(error.object[error.start]):04X}"
        raise RefusedError(f"{place} has {half} in it, which is half a character") from error
