"""The sweeper thread; its duties are tested with the store."""

from __future__ import annotations

from dataclasses import replace

import pytest
from structlog.testing import capture_logs

from engine.kinds.admission import plan_now
from engine.kinds.parse import parse_problem
from store.database.db import Database
from store.jobs.disk_space import wait_for_files
from store.jobs.lifecycle import get_job, submit
from store.jobs.maintenance import live_workers
from store.models.states import JobState
from store.settings import Settings
from tests.servers import wait_until
from workers.notifier import LocalNotifier
from workers.sweeper import Sweeper


class Failing:
    """A notifier that always raises an unexpected error."""

    def __init__(self) -> None:
        self.asked = 0

    def notify(self, times: int = 1) -> bool:
        """Fail."""
        self.asked += 1
        raise RuntimeError(times)


def test_a_sweep_that_fails_is_not_the_last(sqlite_settings: Settings, sqlite_database: Database) -> None:
    """A failed sweep is logged, the next one comes in its turn, and the worker counts as live meanwhile."""
    notifier = Failing()
    sweeper = Sweeper(sqlite_database, replace(sqlite_settings, sweep_seconds=0.01), notifier, "host-1-a", 1)
    with capture_logs() as logs:
        sweeper.start()
        wait_until(lambda: notifier.asked > 1, "a second sweep")
        with sqlite_database.reading() as session:
            assert [worker.name for worker in live_workers(session)] == ["host-1-a"]
        sweeper.stop()
    assert {entry["event"] for entry in logs if "exc_info" in entry} == {"sweep failed"}
    with sqlite_database.reading() as session:
        assert live_workers(session) == []


def test_a_worker_that_ends_soon_never_sweeps(
    sqlite_settings: Settings, sqlite_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker is registered at once, and its first sweep comes a moment later."""
    monkeypatch.setattr("workers.sweeper.QUIET_SECONDS", 3600.0)
    notifier = Failing()
    sweeper = Sweeper(sqlite_database, replace(sqlite_settings, sweep_seconds=3600.0), notifier, "host-1-a", 1)
    sweeper.start()

    def alive() -> bool:
        with sqlite_database.reading() as session:
            return bool(live_workers(session))

    wait_until(alive, "a report")
    sweeper.stop()
    assert notifier.asked == 0


def test_a_sweep_looks_for_room_for_files(
    sqlite_settings: Settings, sqlite_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A job without room for files continues when the configured folder has more room."""
    settings = replace(sqlite_settings, keep_free=0, sweep_seconds=0.0)
    with sqlite_database.writing() as session:
        job = submit(session, plan_now(parse_problem({"kind": "distance", "board": "8x8", "from": "a1"}))).public_id
        wait_for_files(session, job, "no room", 0.0)
    sweeper = Sweeper(sqlite_database, settings, LocalNotifier(1), "host-1-a", 1)

    for free, state in (0, JobState.PAUSED), (1 << 30, JobState.QUEUED):
        monkeypatch.setattr("workers.files.folder.Folder.free", lambda _, free=free: free)
        sweeper.sweep()
        with sqlite_database.reading() as session:
            assert get_job(session, job).state == state
