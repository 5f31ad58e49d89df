"""A read replica serves what need not be current; without it the database itself answers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient
from sqlalchemy import NullPool, create_engine, make_url, text
from structlog.testing import capture_logs

from api.app import create_app
from store.database.db import Database, open_database
from store.settings import Settings
from tests.api.conftest import SilentNotifier
from tests.services import POSTGRESQL
from tests.store.tour_samples import store_all

pytestmark = pytest.mark.service
API = "/api/v1"


@pytest.fixture
def copied(postgresql_database: Database, migrated_postgresql_url: str) -> Iterator[tuple[str, str, str]]:
    """A job in the database and in a copy of it, and a second job in the database alone; the copy's URL last."""
    first = store_all(postgresql_database)
    postgresql_database.close()  # a database in use cannot be copied
    name = f"{make_url(migrated_postgresql_url).database}_copy"
    server = create_engine(POSTGRESQL, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    with server.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name} TEMPLATE {make_url(migrated_postgresql_url).database}"))
    second = store_all(postgresql_database)
    yield first, second, make_url(migrated_postgresql_url).set(database=name).render_as_string(hide_password=False)
    with server.connect() as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))


def sent(client: FlaskClient, path: str) -> str:
    """Return an answer's text and close the answer, since an export occupies its place until then."""
    with client.get(path) as answer:
        return answer.text


def test_what_is_read_where(copied: tuple[str, str, str], migrated_postgresql_url: str) -> None:
    """Lists, counts, exports and boards come from the copy; jobs and their results come from the database."""
    first, second, url = copied
    settings = Settings(database_url=migrated_postgresql_url, replica_url=url, pool_size=2, pool_overflow=1)
    database = open_database(settings)
    client = create_app(settings, database, SilentNotifier()).test_client()  # type: ignore[arg-type]  # counts only

    assert client.get(f"{API}/tours/counts").get_json()["tours"] == "1728"
    assert sent(client, f"{API}/exports/tours?format=csv").count("\n") == 1 + 1728
    counts = sent(client, f"{API}/exports/counts?format=csv")
    assert (first in counts, second in counts) == (True, False)
    assert "1,728" in sent(client, "/tours")
    for job in (first, second):
        assert client.get(f"{API}/jobs/{job}").get_json()["state"] == "succeeded"
        assert client.get(f"{API}/tours/counts?job={job}").get_json()["tours"] == "1728"
        assert len(client.get(f"{API}/jobs/{job}/tours?limit=500").get_json()["items"]) == 500
        assert sent(client, f"{API}/exports/tours?format=csv&job={job}").count("\n") == 1 + 1728
    assert len(client.get(f"{API}/jobs").get_json()["items"]) == 2
    assert database.engine.pool.size() == 2  # type: ignore[attr-defined]  # of this kind of pool
    database.close()


def test_a_replica_that_is_away(copied: tuple[str, str, str], migrated_postgresql_url: str) -> None:
    """Without the replica the database answers, and only the first request waits for the replica."""
    gone = make_url(copied[2]).set(database="cavalier_no_such_database").render_as_string(hide_password=False)
    database = Database(migrated_postgresql_url, replica_url=gone)
    with capture_logs() as logs:
        for _ in range(3):
            with database.reading_replica() as session:
                assert session.scalar(text("SELECT count(*) FROM jobs")) == 2
    assert len(logs) == 1
    database.close()


def test_without_a_replica(sqlite_database: Database) -> None:
    """Without a replica all readings use the one database."""
    with sqlite_database.reading_replica() as session:
        assert session.scalar(text("SELECT count(*) FROM jobs")) == 0
