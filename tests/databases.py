"""Fixtures for a migrated, empty database: SQLite in a folder of the test's own, and PostgreSQL where it runs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import delete, text
from sqlalchemy.orm import Session
from sqlalchemy.pool import QueuePool

from findings.setup import upgrade
from store.database.db import Database, open_database
from store.database.vacuum import vacuum
from store.models.atlas import AtlasRow
from store.models.base import Base
from store.settings import Settings
from store.sql.postgres_role import make_role

LARGE_BYTES = 4 << 20
"""Tables larger than this together are truncated, which frees their pages; in smaller ones deleting rows is faster."""


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A migrated SQLite file without the atlas, made once: what a test counts is then all that is known."""
    settings = Settings(data=tmp_path_factory.mktemp("template"))
    upgrade(settings)
    database = open_database(settings)
    with database.writing() as session:
        session.execute(delete(AtlasRow))
    vacuum(database)
    database.close()
    return (settings.data / "cavalier.sqlite").read_bytes()


@pytest.fixture(scope="session")
def migrated_postgresql_url(postgresql_url: str) -> str:
    """A PostgreSQL database with all tables."""
    upgrade(Settings(database_url=postgresql_url))
    return postgresql_url


@pytest.fixture
def sqlite_settings(tmp_path: Path, sqlite_template: bytes) -> Settings:
    """Settings of an embedded service whose database is migrated and empty."""
    data = tmp_path / "data"
    data.mkdir()
    (data / "cavalier.sqlite").write_bytes(sqlite_template)
    return Settings(data=data, confirm_share=0.0)  # no random second runs in tests


@pytest.fixture
def sqlite_database(sqlite_settings: Settings) -> Iterator[Database]:
    """An empty SQLite database."""
    database = open_database(sqlite_settings)
    yield database
    database.close()


@pytest.fixture
def postgresql_database(migrated_postgresql_url: str) -> Iterator[Database]:
    """An empty PostgreSQL database."""
    database = Database(migrated_postgresql_url)
    with database.writing() as session:
        _empty(session)
    yield database
    pools = {database.engine.pool, database.writer.pool}
    left = [pool.status() for pool in pools if isinstance(pool, QueuePool) and pool.checkedout()]
    database.close()
    assert not left, f"connections that nobody gave back: {left}"


@pytest.fixture
def postgresql_readers(postgresql_database: Database) -> Iterator[Database]:
    """An empty PostgreSQL database whose readers may query it by SQL."""
    with postgresql_database.writing() as session:
        role = make_role(session)
    yield postgresql_database
    with postgresql_database.writing() as session:
        session.execute(text(f'DROP OWNED BY "{role}"'))
        session.execute(text(f'DROP ROLE "{role}"'))


def _empty(session: Session) -> None:
    """Delete every row, and let ids begin at 1 again. Truncating writes new files for all tables: a second, if busy."""
    tables = [table.name for table in Base.metadata.sorted_tables]
    size = text("SELECT sum(pg_total_relation_size(name::regclass)) FROM unnest(CAST(:tables AS text[])) AS name")
    if session.execute(size, {"tables": tables}).scalar_one() > LARGE_BYTES:
        session.execute(text(f"TRUNCATE {', '.join(tables)} RESTART IDENTITY CASCADE"))
        return
    for table in reversed(tables):
        session.execute(text(f"DELETE FROM {table}"))
    session.execute(text("SELECT setval(seqrelid::regclass, seqstart, false) FROM pg_sequence"))


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.service)])
def database(request: pytest.FixtureRequest) -> Database:
    """An empty database: each test runs on both kinds."""
    chosen: Database = request.getfixturevalue(f"{request.param}_database")
    return chosen


def is_waited_for(database: Database) -> bool:
    """Whether a connection waits for a lock in this PostgreSQL database."""
    waits = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    with database.reading() as session:
        return bool(session.execute(text(waits)).scalar_one() > 0)
