"""The control thread: it renews leases, and gives them up after a database outage longer than their term."""

from __future__ import annotations

import time
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.exc import OperationalError

from engine.code_digest import own_code_digests
from engine.kinds.admission import Submission
from store.database.db import Database, now
from store.jobs.lifecycle import submit
from store.jobs.steps import claim_step
from store.models.jobs import Job
from store.models.shards import Shard
from store.models.states import Step
from store.settings import Settings
from tests.store.job_samples import stored_job, take
from tests.toy import ToyKind, toy_problem
from workers.lease_keeper import LeaseKeeper
from workers.slices import ActiveLease

LEASE_SECONDS = 600.0


def control(database: Database) -> LeaseKeeper:
    """A control thread, not started, that last renewed its leases long ago."""

    def never(*_: Any) -> Any:
        raise AssertionError

    made = LeaseKeeper(database, Settings(lease_seconds=LEASE_SECONDS), never, never)
    made._renewed = time.monotonic() - LEASE_SECONDS / 2
    return made


def test_what_is_at_work_keeps_its_lease(database: Database) -> None:
    """Shards and steps at work keep their leases, which would otherwise have expired."""
    with database.writing() as session:
        stored_job(session, ToyKind(shards=1))
        submit(session, Submission(toy_problem(), None))
    with database.writing() as session:
        step = claim_step(session, Step.PLAN, own_code_digests(), 1.0)
    shard = take(database, seconds=1.0)
    assert step is not None
    assert shard is not None
    held = [ActiveLease(shard), ActiveLease(step)]

    control(database)._look_after(held)

    with database.reading() as session:
        moment = now(session)
        assert session.scalars(select(Shard.lease_until)).one() > moment + LEASE_SECONDS / 2
        due = session.scalars(select(Job.step_due).where(Job.step.is_not(None))).one()
        assert due is not None
        assert due > moment + LEASE_SECONDS / 2
    assert [one.stop for one in held] == [False, False]


def test_nobody_computes_on_for_nothing(sqlite_database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the database a slice continues only until its lease must have expired."""
    with sqlite_database.writing() as session:
        stored_job(session, ToyKind(shards=1))
    lease = take(sqlite_database)
    assert lease is not None
    held, made = ActiveLease(lease), control(sqlite_database)

    def away(*_: Any) -> Any:
        raise OperationalError("SELECT", {}, Exception("server closed the connection"))

    monkeypatch.setattr(Database, "reading", away)
    made._look_after([held])
    assert not held.stop
    made._renewed -= LEASE_SECONDS
    made._look_after([held])
    assert held.stop


def test_who_waits_for_the_compiler_is_not_given_up(sqlite_database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """A step's time begins when its kernels are compiled, however long that took."""
    with sqlite_database.writing() as session:
        stored_job(session, ToyKind(shards=1))
    lease = take(sqlite_database)
    assert lease is not None
    held, made = ActiveLease(lease, since=time.monotonic() - 400.0, most_seconds=300.0), control(sqlite_database)

    monkeypatch.setattr("workers.lease_keeper.waiting_seconds", lambda _: 400.0)
    made._look_after([held])
    assert not held.stop
    assert held.step_seconds < 300.0

    monkeypatch.setattr("workers.lease_keeper.waiting_seconds", lambda _: 0.0)
    made._look_after([held])
    assert not held.stop
