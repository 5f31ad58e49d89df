"""The service fixtures give each session databases of its own."""

from __future__ import annotations

import os

import psycopg
import pytest
import redis


@pytest.mark.service
def test_postgresql_database_is_our_own(postgresql_url: str) -> None:
    """The database was made for this session and accepts tables."""
    with psycopg.connect(postgresql_url.replace("+psycopg", "")) as connection:
        name = connection.execute("SELECT current_database()").fetchone()
        connection.execute("CREATE TABLE probe (number integer)")
        connection.rollback()
    assert name is not None
    assert name[0].startswith(f"cavalier_test_{os.getpid()}_")


@pytest.mark.service
def test_redis_database_is_our_own(redis_url: str) -> None:
    """The database is not the default one, and carries this session's claim."""
    assert not redis_url.endswith("/0")
    with redis.Redis.from_url(redis_url) as client:
        assert client.get("cavalier:tests:owner") == str(os.getpid()).encode()
