"""A step that far exceeds its time: its shard ends with a clear outcome, and other work continues."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select

from engine.kinds.table import KINDS
from engine.specification.result import Result
from store.database.db import Database
from store.jobs.lifecycle import get_job
from store.models.operations import WorkerRow
from store.models.shards import Recheck, Shard
from store.models.states import CheckState, JobState, ShardState
from store.settings import Settings
from tests.servers import wait_until
from tests.store.job_samples import stored_job
from tests.toy import ToyKind, ToyRunner, run_by
from workers.local_worker import LocalWorker

HANG = threading.Event()


HANGS_NEXT = threading.Event()


class HangingRunner(ToyRunner):
    """A runner that hangs on a shard with a large n, and once on a shard with n = 500."""

    def step(self, work: int) -> int:
        """Hang, or add the next numbers."""
        if self.n > 1000 or (self.n == 500 and HANGS_NEXT.is_set()):
            HANG.wait()
        if self.n == 500:
            HANGS_NEXT.set()
        return super().step(work)


class HangingMerge(ToyKind):
    """A toy whose results never finish merging."""

    def merge(self, *_: Any) -> Result:
        """Hang."""
        HANG.wait()
        raise AssertionError("nobody waits any more")


@pytest.fixture
def threads() -> int:
    """Return the worker's number of threads."""
    return 2


@pytest.fixture
def worker(
    sqlite_settings: Settings, sqlite_database: Database, monkeypatch: pytest.MonkeyPatch, threads: int
) -> Iterator[LocalWorker]:
    """A worker that allows a step a few seconds, enough on a busy machine, and runs every slice twice."""
    HANG.clear()
    HANGS_NEXT.clear()
    run_by(monkeypatch, "tests.workers.test_guard:HangingRunner")
    limits = {"step_seconds": 4.0, "plan_seconds": 4.0, "confirm_share": 1.0}
    settings = replace(sqlite_settings, control_seconds=0.05, sweep_seconds=0.1, **limits)
    worker = LocalWorker(settings, sqlite_database, threads)
    worker.start()
    yield worker
    HANG.set()
    worker.stop()


def _state(database: Database, job: str) -> JobState:
    with database.reading() as session:
        return get_job(session, job).state


def test_a_step_that_never_ends(worker: LocalWorker, sqlite_database: Database) -> None:
    """The job fails with the reason, the worker's row counts the hanging thread, and another job succeeds."""
    with sqlite_database.writing() as session:
        poison = stored_job(session, ToyKind(shards=1, n=2000)).public_id
    with sqlite_database.writing() as session:
        healthy = stored_job(session, ToyKind(shards=2)).public_id
    worker.notifier.notify(2)
    wait_until(lambda: _column(sqlite_database, WorkerRow.stuck) == [1], "the worker's row tells of the thread")
    wait_until(lambda: _state(sqlite_database, poison) == JobState.FAILED, "the job fails")
    wait_until(lambda: _state(sqlite_database, healthy) == JobState.SUCCEEDED, "the other job succeeds")

    assert worker._process.hanging == 1
    assert ShardState.QUARANTINED in _column(sqlite_database, Shard.state)
    assert any("ran for more than 4 s" in (text or "") for text in _column(sqlite_database, Shard.last_error))
    worker._process.stop_around_the_stuck()
    assert any(thread.is_alive() for thread in worker._threads), "one hangs still, and was not waited for"


@pytest.mark.parametrize("threads", [1])
def test_a_command_goes_on_to_the_end_of_its_job(worker: LocalWorker, sqlite_database: Database) -> None:
    """If the only thread hangs, another takes its place, and the job ends."""
    with sqlite_database.writing() as session:
        poison = stored_job(session, ToyKind(shards=1, n=2000)).public_id
    worker.notifier.notify()

    def ended() -> bool:
        worker.wait(0.1)
        return _state(sqlite_database, poison) == JobState.FAILED

    wait_until(ended, "the job fails")


def test_a_second_run_that_never_ends(worker: LocalWorker, sqlite_database: Database) -> None:
    """A hanging second run is given up at the first try, and another thread merges the result."""
    with sqlite_database.writing() as session:
        job = stored_job(session, ToyKind(shards=1, n=500)).public_id
    worker.notifier.notify(2)
    wait_until(lambda: _state(sqlite_database, job) == JobState.SUCCEEDED, "the job succeeds")
    assert _column(sqlite_database, Recheck.state) == [CheckState.UNKNOWN]
    assert "ran for more than 4 s" in _column(sqlite_database, Recheck.detail)[0]
    assert worker._process.hanging == 1


def test_a_result_that_is_never_put_together(
    worker: LocalWorker, sqlite_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the merge hangs, the job fails with a problem that says so."""
    monkeypatch.setitem(KINDS, "enumerate", HangingMerge())
    with sqlite_database.writing() as session:
        job = stored_job(session, ToyKind(shards=1)).public_id
    worker.notifier.notify(2)
    wait_until(lambda: _state(sqlite_database, job) == JobState.FAILED, "the job fails")
    with sqlite_database.reading() as session:
        problem = get_job(session, job).problem
    assert problem is not None
    assert "ran for more than 4 s" in problem["detail"]


def _column(database: Database, column: Any) -> list[Any]:
    with database.reading() as session:
        return list(session.scalars(select(column)))
