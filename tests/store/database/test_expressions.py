"""Expressions that the two databases write differently mean the same."""

from __future__ import annotations

import time

import pytest
from sqlalchemy import func, literal, select, text

from store.database.db import Database
from store.database.expressions import CHANCE, CLOCK, Losable, SharedLock, SoleLock

FREE = text("SELECT pg_try_advisory_xact_lock(hashtextextended('a', 1))")


def test_the_clock_is_that_of_this_machine(database: Database) -> None:
    """The clock counts in seconds and gives one moment throughout a statement."""
    before = time.time()
    with database.reading() as session:
        told = session.execute(select(CLOCK, before - 5 < CLOCK)).one()
    assert told[0] == pytest.approx(before, abs=5)
    assert told[1]


def test_chances_are_spread_evenly(database: Database) -> None:
    """A thousand draws lie in 0 to 1 and average a half, to six standard deviations."""
    numbers = select(literal(1).label("n")).cte(recursive=True)
    numbers = numbers.union_all(select(numbers.c.n + 1).where(numbers.c.n < 1000))
    with database.reading() as session:
        drawn = session.scalars(select(CHANCE).select_from(numbers)).all()
        compared = session.execute(select(func.count()).select_from(numbers).where(CHANCE < 0.25)).scalar_one()
    assert len(set(drawn)) > 900
    assert all(0 <= one <= 1 for one in drawn)
    assert sum(drawn) / 1000 == pytest.approx(0.5, abs=6 * (1 / 12_000) ** 0.5)
    assert 168 < compared < 332


def test_a_lock_is_shared_or_held_alone_until_the_end(postgresql_database: Database) -> None:
    """Two transactions share a lock; an exclusive lock waits for both."""
    with postgresql_database.writing() as one:
        with postgresql_database.writing() as other:
            one.execute(select(SharedLock("a", 1)))
            other.execute(select(SharedLock("a", 1)))
            other.execute(select(SoleLock("b", 1)))
        with postgresql_database.writing() as third:
            assert not third.execute(FREE).scalar_one()
    with postgresql_database.writing() as third:
        assert third.execute(FREE).scalar_one()


def test_sqlite_has_no_use_for_locks(sqlite_database: Database) -> None:
    """On SQLite the statements for locks and for disk waits do nothing."""
    with sqlite_database.writing() as session:
        told = session.execute(select(SharedLock("a", 1), SoleLock("a", 1), Losable(literal(value=True)))).one()
    assert tuple(told) == ("", "", "")


@pytest.mark.parametrize("losable", [True, False])
def test_only_the_transaction_that_says_so_does_not_wait(postgresql_database: Database, losable: bool) -> None:
    """Only this transaction skips the wait; the next one on the connection has its usual durability."""
    durability = text("SELECT current_setting('synchronous_commit')")
    told = []
    for statement in (durability, select(Losable(literal(losable))), durability):
        with postgresql_database.writing() as session:
            session.execute(text("SET LOCAL synchronous_commit = 'local'"))
            session.execute(statement)
            told.append(session.execute(durability).scalar_one())
    assert told == ["local", "off" if losable else "local", "local"]
