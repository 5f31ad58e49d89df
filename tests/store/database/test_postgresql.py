"""Waits on PostgreSQL end by themselves: for locks, for statements, for clients that hold a lock and do nothing."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from sqlalchemy import select, text

from store.database.db import PASSING, Database
from store.models.jobs import Job
from store.settings import Timeouts
from tests.servers import wait_until
from tests.store.job_samples import stored_job, take

pytestmark = pytest.mark.service
PATIENCE = Timeouts(lock_seconds=0.5, statement_seconds=3.0, idle_seconds=3.0, network_seconds=4.0)
"""Short, but longer than a busy machine needs between two statements."""


@pytest.fixture
def impatient(postgresql_database: Database) -> Iterator[Database]:
    """The empty database, with little patience."""
    database = Database(postgresql_database.engine.url.render_as_string(hide_password=False), PATIENCE)
    yield database
    database.close()


def test_a_lock_that_is_not_given_back_is_not_waited_for(impatient: Database) -> None:
    """A wait for a lock ends in a temporary error, and an idle holder loses its lock."""
    with impatient.writing() as session:
        job = stored_job(session).id
    locked = select(Job).where(Job.id == job).with_for_update()
    with pytest.raises(PASSING, match="idle-in-transaction"), impatient.writing() as holder:  # noqa: PT012  in its hold
        holder.scalars(locked).one()
        with pytest.raises(PASSING, match="lock timeout"):
            take(impatient)
        wait_until(lambda: taken(impatient), "the lock is given back by one that is stopped")
        holder.scalars(locked).one()


def taken(database: Database) -> bool:
    """Whether a shard could be claimed."""
    try:
        return take(database) is not None
    except PASSING:
        return False


def test_a_statement_ends(impatient: Database) -> None:
    """A statement that runs too long is ended."""
    with pytest.raises(PASSING, match="statement timeout"), impatient.reading() as session:
        session.execute(text("SELECT pg_sleep(20)"))


def test_a_long_answer_may_rest(impatient: Database) -> None:
    """A reading transaction that waited for its reader continues afterwards."""
    with impatient.reading() as session:
        rows = iter(session.execute(text("SELECT generate_series(1, 3)").execution_options(yield_per=1)))
        next(rows)
        time.sleep(PATIENCE.idle_seconds + 0.5)
        assert [row[0] for row in rows] == [2, 3]


def test_both_ends_of_a_connection_notice_silence(impatient: Database) -> None:
    """Keepalives and the limit for unacknowledged data are set on both sides; settings in the URL take precedence."""
    with impatient.reading() as session:
        names = ["tcp_keepalives_idle", "tcp_user_timeout", "client_connection_check_interval"]
        found = [session.execute(text(f"SHOW {name}")).scalar_one() for name in names]
    own = Database(
        f"{impatient.engine.url.render_as_string()}?connect_timeout=7&options=-c%20lock_timeout%3D5s", PATIENCE
    )
    with own.reading() as session:
        lock = session.execute(text("SHOW lock_timeout")).scalar_one()
    own.close()

    assert found == ["1", "4000", "4s"]
    assert lock == "5s"


@pytest.mark.parametrize("rested", [True, False])
def test_a_connection_is_tested_where_it_has_rested(postgresql_database: Database, rested: bool) -> None:
    """A closed connection is replaced unnoticed after idle time; after recent use it costs one temporary error."""
    patience = Timeouts(network_seconds=0.0 if rested else 60.0)
    database = Database(postgresql_database.engine.url.render_as_string(hide_password=False), patience)
    with database.writing() as session:
        backend = session.scalar(text("SELECT pg_backend_pid()"))
    with postgresql_database.writing() as session:
        session.execute(text("SELECT pg_terminate_backend(:backend, 5000)"), {"backend": backend})

    if not rested:
        with pytest.raises(PASSING), database.writing() as session:
            session.execute(text("SELECT 1"))
    with database.writing() as session:
        assert session.scalar(text("SELECT 1")) == 1
    database.close()
