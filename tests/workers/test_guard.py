"""A step that overruns by far: its shard ends with a clear outcome, the others go on, the process is to restart."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select

from store.db import Database
from store.lifecycle import get_job
from store.models.jobs import Shard
from store.models.operations import WorkerRow
from store.settings import Settings
from store.states import JobState, ShardState
from tests.servers import wait_until
from tests.store.jobs import stored_job
from tests.toy import ToyKind, ToyRunner, run_by
from workers.local import LocalWorker

HANG = threading.Event()


class HangingRunner(ToyRunner):
    """The shard with a large n never comes back from its step."""

    def step(self, work: int) -> int:
        """Hang, or add the next numbers."""
        if self.n > 1000:
            HANG.wait()
        return super().step(work)


@pytest.fixture
def worker(
    sqlite_settings: Settings, sqlite_database: Database, monkeypatch: pytest.MonkeyPatch
) -> Iterator[LocalWorker]:
    """A worker of two threads that gives a step one second."""
    HANG.clear()
    run_by(monkeypatch, "tests.workers.test_guard:HangingRunner")
    settings = replace(sqlite_settings, step_seconds=1.0, control_seconds=0.05, sweep_seconds=0.1)
    worker = LocalWorker(settings, sqlite_database, 2)
    worker.start()
    yield worker
    HANG.set()
    worker.stop()


def _state(database: Database, job: str) -> JobState:
    with database.reading() as session:
        return get_job(session, job).state


def test_a_step_that_never_ends(worker: LocalWorker, sqlite_database: Database) -> None:
    """The job fails with the reason while its thread hangs, which the worker's row tells; another job succeeds."""
    with sqlite_database.writing() as session:
        poison = stored_job(session, ToyKind(shards=1, n=2000)).public_id
    with sqlite_database.writing() as session:
        healthy = stored_job(session, ToyKind(shards=2)).public_id
    worker.notifier.notify(2)
    wait_until(lambda: _column(sqlite_database, WorkerRow.stuck) == [1], "the worker's row tells of the thread")
    wait_until(lambda: _state(sqlite_database, poison) == JobState.FAILED, "the job fails")
    wait_until(lambda: _state(sqlite_database, healthy) == JobState.SUCCEEDED, "the other job succeeds")

    assert worker._process.overrun
    assert ShardState.QUARANTINED in _column(sqlite_database, Shard.state)
    assert any("ran for more than 1 s" in (text or "") for text in _column(sqlite_database, Shard.last_error))
    begun = time.monotonic()
    worker._process.stop_around_the_stuck()
    assert time.monotonic() - begun < 20.0
    assert any(thread.is_alive() for thread in worker._threads), "one hangs still"


def _column(database: Database, column: Any) -> list[Any]:
    with database.reading() as session:
        return list(session.scalars(select(column)))
