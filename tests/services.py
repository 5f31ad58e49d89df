"""Fixtures for the services that production uses: a PostgreSQL database and a Redis database of one's own.

Tests that use them carry the mark `service`. On a developer's machine a missing service skips them; where
CAVALIER_REQUIRE_SERVICES or CI is set it fails them, so that no run can pass by testing nothing.
"""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterator

import pytest

POSTGRESQL = os.environ.get("CAVALIER_TEST_POSTGRESQL", "postgresql+psycopg://postgres@127.0.0.1:5432/postgres")
"""Where test databases are created: the URL of a database whose user may create others."""

REDIS = os.environ.get("CAVALIER_TEST_REDIS", "redis://127.0.0.1:6379")
"""A Redis server whose databases 1 to 15 the tests may use and empty."""

CLAIM = "cavalier:tests:owner"
CLAIM_SECONDS = 4 * 3600


def are_services_required() -> bool:
    """Whether a missing service fails the tests that need it."""
    return bool(os.environ.get("CAVALIER_REQUIRE_SERVICES") or os.environ.get("CI"))


def unavailable(reason: str) -> None:
    """Skip the test, or fail it where services are required."""
    if are_services_required():
        pytest.fail(f"a required service is missing: {reason}", pytrace=False)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def c_compiler() -> None:
    """A C compiler, which the independent checker is built with."""
    if shutil.which(os.environ.get("CC") or "cc") is None:
        unavailable("there is no C compiler")


@pytest.fixture(scope="session")
def postgresql_url() -> Iterator[str]:
    """URL of an empty PostgreSQL database, dropped when the session ends."""
    sqlalchemy = pytest.importorskip("sqlalchemy")
    pytest.importorskip("psycopg", reason="psycopg is not installed")
    server = sqlalchemy.create_engine(POSTGRESQL, isolation_level="AUTOCOMMIT", poolclass=sqlalchemy.NullPool)
    name = f"cavalier_test_{os.getpid()}_{secrets.token_hex(3)}"
    try:
        with server.connect() as connection:
            for statement in (f"CREATE DATABASE {name}", f"ALTER DATABASE {name} SET synchronous_commit = off"):
                connection.execute(sqlalchemy.text(statement))
    except sqlalchemy.exc.OperationalError as error:
        unavailable(f"PostgreSQL does not answer: {error.orig}")
    yield server.url.set(database=name).render_as_string(hide_password=False)
    with server.connect() as connection:
        connection.execute(sqlalchemy.text(f"DROP DATABASE {name} WITH (FORCE)"))


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """URL of an empty Redis database that no other test session uses, emptied when the session ends."""
    redis = pytest.importorskip("redis", reason="redis is not installed")
    for number in range(1, 16):
        client = redis.Redis.from_url(f"{REDIS}/{number}")
        try:
            claimed = client.set(CLAIM, os.getpid(), nx=True, ex=CLAIM_SECONDS)
        except redis.exceptions.ConnectionError as error:
            unavailable(f"Redis does not answer: {error}")
        if claimed:
            break
        client.close()
    else:
        unavailable("all Redis databases are taken by other test sessions")
    yield f"{REDIS}/{number}"
    client.flushdb()
    client.close()
