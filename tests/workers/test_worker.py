"""The worker process without its message loop: failures of kernels, of the database and of the broker."""

from __future__ import annotations

import errno
import resource
import sqlite3
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError
from structlog.testing import capture_logs

import workers.files.folder
import workers.worker
from engine.errors import InvalidProblemError, KernelLimitError, LostFileError
from engine.kinds.admission import plan_now
from store.database.db import Database
from store.jobs.current_result import current_result, shards_of
from store.jobs.lifecycle import get_job, resume, submit
from store.jobs.maintenance import live_workers, report_worker
from store.jobs.slice_commit import SliceCommit
from store.models.states import JobState
from store.queries.jobs import events
from store.settings import Settings
from store.trust.spot_checks import ERRED, distrust
from tests.far_database import RARELY, Line
from tests.servers import wait_until
from tests.toy import ToyKind, ToyRunner, run_by, toy_problem
from workers.broker.celery_app import celery_app
from workers.broker.celery_notifier import BrokerNotifier
from workers.notifier import LocalNotifier
from workers.permanent_failures import permanent_failure_reason
from workers.slices import run_slice
from workers.worker import WorkerProcess


@pytest.fixture
def worker(sqlite_settings: Settings, sqlite_database: Database) -> WorkerProcess:
    """A worker without threads of its own; its notifications cannot be delivered (nothing listens at port 1)."""
    unreachable = BrokerNotifier(celery_app(replace(sqlite_settings, broker_url="redis://127.0.0.1:1/0")))
    return WorkerProcess(replace(sqlite_settings, max_attempts=1), sqlite_database, unreachable, capacity=1)


def submitted(database: Database) -> str:
    """Submit a toy job."""
    with database.writing() as session:
        return submit(session, plan_now(toy_problem())).public_id


def test_without_a_broker_work_goes_on(worker: WorkerProcess, sqlite_database: Database) -> None:
    """A worker whose notifications fail continues with the next slice by itself."""
    job = submitted(sqlite_database)

    worker.answer()

    with sqlite_database.reading() as session:
        assert get_job(session, job).state == JobState.SUCCEEDED


def test_a_crash_is_the_shards_failure(
    worker: WorkerProcess, sqlite_database: Database, monkeypatch: pytest.MonkeyPatch, toy_kind: ToyKind
) -> None:
    """An exception in a kernel is recorded with its traceback, and the worker continues."""
    toy_kind.shards = 1
    run_by(monkeypatch, "tests.toy:CrashingRunner")
    job = submitted(sqlite_database)

    assert worker.work_once()
    assert worker.work_once(), "what the other shards found is put together"

    with sqlite_database.reading() as session:
        failed = get_job(session, job)
        assert failed.state == JobState.FAILED
        quarantined = [event for event in events(session, failed) if event.name == "shard-quarantined"]
        assert "ZeroDivisionError: cannot do" in quarantined[0].data["error"]


class FullDiskRunner(ToyRunner):
    """A runner that finds no space while `full` is set."""

    full = True

    def step(self, work: int) -> int:
        """Work, or fail."""
        if self.full:
            raise OSError(errno.ENOSPC, "No space left on device", "cache")
        return super().step(work)


def test_a_worker_without_space_rests_and_says_so(
    database: Database, monkeypatch: pytest.MonkeyPatch, toy_kind: ToyKind
) -> None:
    """A worker without space returns its shard without using up an attempt, and works again when there is space."""
    toy_kind.shards = 1
    run_by(monkeypatch, "tests.workers.test_worker:FullDiskRunner")
    monkeypatch.setattr(FullDiskRunner, "full", True)
    monkeypatch.setattr("workers.shortages.MIN_REST_SECONDS", 0.2)
    worker = WorkerProcess(replace(Settings(), max_attempts=1), database, LocalNotifier(1), capacity=1)
    job = submitted(database)

    assert [worker.work_once(), worker.work_once()] == [True, False]
    assert reported(database, worker) == "[Errno 28] No space left on device: 'cache'"
    with database.reading() as session:
        assert [shard.attempts for shard in shards_of(session, get_job(session, job))] == [0]

    monkeypatch.setattr(FullDiskRunner, "full", False)
    wait_until(worker.work_once, "the end of the rest")
    while worker.work_once():
        pass
    assert reported(database, worker) is None
    with database.reading() as session:
        assert get_job(session, job).state == JobState.SUCCEEDED


def reported(database: Database, worker: WorkerProcess) -> str | None:
    """Return the shortage that the worker reports."""
    worker._sweeper.report()
    with database.reading() as session:
        return next(one.shortage for one in live_workers(session) if one.name == worker.name)


class StarvedRunner(ToyRunner):
    """A runner that needs a tebibyte."""

    def step(self, work: int) -> int:
        """Ask for it."""
        return super().step(work + len(np.empty(1 << 37)))


def test_what_needs_too_much_memory_ends_at_once(
    sqlite_settings: Settings, sqlite_database: Database, monkeypatch: pytest.MonkeyPatch, toy_kind: ToyKind
) -> None:
    """A shard that needs too much memory is put aside at its first failure, with the reason."""
    toy_kind.shards = 1
    run_by(monkeypatch, "tests.workers.test_worker:StarvedRunner")
    bound = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (1 << 36, bound[1]))
    patient = replace(sqlite_settings, max_attempts=50)
    worker = WorkerProcess(patient, sqlite_database, LocalNotifier(1), capacity=1)
    job = submitted(sqlite_database)
    try:
        assert worker.work_once()
        assert worker.work_once(), "what the other shards found is put together"
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, bound)

    with sqlite_database.reading() as session:
        failed = get_job(session, job)
        assert failed.state == JobState.FAILED
        told = [event.data["error"] for event in events(session, failed) if event.name == "shard-quarantined"]
    assert told[0].startswith("it needs more than the 65536 MiB of memory that a worker may have")


def test_without_a_broker_new_work_is_found(sqlite_settings: Settings, sqlite_database: Database) -> None:
    """A worker that no notification reaches looks for due work at each sweep, in as many threads as are free."""
    settings = replace(sqlite_settings, sweep_seconds=0.05)
    unreachable = BrokerNotifier(celery_app(replace(settings, broker_url="redis://127.0.0.1:1/0")))
    process = WorkerProcess(settings, sqlite_database, unreachable, capacity=2)
    process.start()
    jobs = [submitted(sqlite_database) for _ in range(3)]

    def done() -> bool:
        with sqlite_database.reading() as session:
            return all(get_job(session, job).state == JobState.SUCCEEDED for job in jobs)

    wait_until(done, "the jobs to end")
    process.stop()


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (InvalidProblemError("/board", "too large"), "it cannot be computed: /board: too large"),
        (KernelLimitError("more than 64 squares"), "it is beyond a limit of its method: more than 64 squares"),
        (LostFileError("a file is missing"), None),
        (ZeroDivisionError("once"), None),
    ],
)
def test_what_would_only_come_again(error: Exception, reason: str | None) -> None:
    """Limits and refusals are final; lost files and other errors are retried."""
    assert permanent_failure_reason(error) == reason


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (InvalidProblemError("/board", "too large"), "it cannot be computed: /board: too large"),
        (KernelLimitError("more than 20 squares"), "it is beyond a limit of its method: more than 20 squares"),
    ],
)
def test_a_refused_job_is_no_error_of_the_worker(
    worker: WorkerProcess,
    sqlite_database: Database,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    reason: str,
) -> None:
    """A refused job is logged in one line with the reason, without a traceback, and in the job's history."""
    job = submitted(sqlite_database)

    def refuse(*_arguments: object) -> None:
        raise error

    monkeypatch.setattr(workers.worker, "run_slice", refuse)
    with capture_logs() as said:
        assert worker.work_once()
    (line,) = [one for one in said if one["event"] == "job refused"]
    assert (line["log_level"], line["reason"]) == ("warning", reason)
    assert "exc_info" not in line
    with sqlite_database.reading() as session:
        told = [event.data["error"] for event in events(session, get_job(session, job)) if "error" in event.data]
    assert told == [reason]


def test_a_commit_waits_for_the_database(
    worker: WorkerProcess, sqlite_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slice survives a lost database: its commit is repeated until the database is back."""
    job = submitted(sqlite_database)
    real, failures = SliceCommit.at_once, iter([True, True])

    def unreliable(*arguments: Any, **named: Any) -> bool:
        if next(failures, False):
            raise OperationalError("commit", {}, Exception("server closed the connection"))
        return real(*arguments, **named)

    monkeypatch.setattr(SliceCommit, "at_once", unreliable)
    monkeypatch.setattr(workers.worker, "RETRY_SECONDS", 0.0)

    assert worker.work_once()

    with sqlite_database.reading() as session:
        assert get_job(session, job).state == JobState.RUNNING
    assert worker.work_once()


def test_a_worker_that_erred_says_so_and_stops(
    worker: WorkerProcess, sqlite_settings: Settings, sqlite_database: Database
) -> None:
    """An erring worker logs this once and stops; restarted under another name, it finishes the job."""
    job = submitted(sqlite_database)
    assert worker.work_once()
    with sqlite_database.writing() as session:
        distrust(session, worker.name)
    assert not worker.erred
    with capture_logs() as said:
        assert not worker.work_once()
        assert not worker.work_once()
    assert worker.erred
    told = {"event": "this worker erred", "log_level": "error", "worker": worker.name, "what": ERRED}
    assert said == [told]

    again = WorkerProcess(sqlite_settings, sqlite_database, LocalNotifier(1), capacity=1)
    again._sweeper.sweep()
    while again.work_once():
        pass
    with sqlite_database.reading() as session:
        done = get_job(session, job)
        assert done.state == JobState.SUCCEEDED
        assert "work-undone" in [event.name for event in events(session, done)]


def test_nothing_due_is_no_work(worker: WorkerProcess) -> None:
    """A notification without due shards is answered by doing nothing."""
    assert not worker.work_once()


def test_a_full_disk_costs_time_and_nothing_else(
    worker: WorkerProcess, sqlite_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is committed while the database cannot grow, and the job ends normally once it can."""
    job = submitted(sqlite_database)
    monkeypatch.setattr(workers.worker, "RETRY_SECONDS", 0.0)
    full = True

    def no_room(*_: Any) -> None:
        nonlocal full
        if full:
            full = False
            raise OperationalError("INSERT", {}, sqlite3.OperationalError("database or disk is full"))

    event.listen(sqlite_database.writer, "before_cursor_execute", no_room)
    assert not worker.work_once(), "the claim could not be written"
    full = True
    worker.answer()

    with sqlite_database.reading() as session:
        done = get_job(session, job)
        assert done.state == JobState.QUEUED
    worker.answer()
    with sqlite_database.reading() as session:
        assert get_job(session, job).state == JobState.SUCCEEDED


def test_a_new_round_rings_for_the_others(
    worker: WorkerProcess, sqlite_database: Database, monkeypatch: pytest.MonkeyPatch, toy_kind: ToyKind
) -> None:
    """Idle workers are notified at once when the last shard of a round leads to a new round."""
    toy_kind.shards, toy_kind.rounds = 2, 2
    sent: list[int] = []
    monkeypatch.setattr(BrokerNotifier, "notify", lambda _, times=1: sent.append(times))
    with sqlite_database.writing() as session:
        report_worker(session, "one", 4, "engine", 0.0)
    submitted(sqlite_database)

    heard = []
    while worker.work_once():
        heard.append(sum(sent))

    assert heard == [0, 1, 3, 3, 4, 4]  # after the second shard its merge is due, then both shards again


def test_no_room_for_files_pauses_the_job(
    worker: WorkerProcess, sqlite_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A job without room for its files pauses with the reason in its history, and continues when resumed."""
    job = submitted(sqlite_database)

    def no_room(*_: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    def slice_with_file(*arguments: Any) -> Any:
        arguments[3].shared.write("name", [np.arange(3)])
        return run_slice(*arguments)

    with monkeypatch.context() as full:
        full.setattr(workers.worker, "run_slice", slice_with_file)
        full.setattr(workers.files.folder, "_write", no_room)
        while worker.work_once():
            pass
    with sqlite_database.reading() as session:
        waiting = get_job(session, job)
        assert waiting.state == JobState.PAUSED
        assert "No space left on device" in events(session, waiting)[-1].data["reason"]
        assert "No space left on device" in (waiting.held or "")

    with sqlite_database.writing() as session:
        resume(session, job)
    worker.answer()
    with sqlite_database.reading() as session:
        assert get_job(session, job).state == JobState.SUCCEEDED


@pytest.mark.service
def test_a_slice_takes_two_round_trips(postgresql_database: Database, toy_kind: ToyKind) -> None:
    """A slice takes one round trip for its claim and one for its commit, even if it finishes its shard."""
    toy_kind.shards, toy_kind.n = 40, 3
    with Line(postgresql_database.engine.url.render_as_string(hide_password=False)) as line:
        database = Database(line.url)
        worker = WorkerProcess(Settings(confirm_share=RARELY), database, LocalNotifier(1), capacity=1)
        job = submitted(database)
        for _ in range(12):  # opens the connection and prepares its statements
            assert worker.work_once()

        before = line.trips
        for _ in range(10):
            assert worker.work_once()
        assert line.trips - before == 20

        while worker.work_once():
            pass
        with database.reading() as session:
            assert get_job(session, job).state == JobState.SUCCEEDED
            assert current_result(session, get_job(session, job)).counts[0].value == "240"
        database.close()


@pytest.mark.service
def test_so_does_a_slice_of_a_shard_that_goes_on(
    postgresql_database: Database, monkeypatch: pytest.MonkeyPatch, toy_kind: ToyKind
) -> None:
    """A slice of an unfinished shard takes two round trips too, even if it may be drawn for a second run."""
    monkeypatch.setattr("workers.slices.MIN_SLICE", 0.0)
    monkeypatch.setattr("workers.slices.FIRST_WORK", 1)
    toy_kind.shards, toy_kind.n = 2, 10**9
    with Line(postgresql_database.engine.url.render_as_string(hide_password=False)) as line:
        database = Database(line.url)
        worker = WorkerProcess(
            Settings(slice_seconds=0.0, confirm_share=RARELY), database, LocalNotifier(1), capacity=1
        )
        submitted(database)
        for _ in range(12):
            assert worker.work_once()

        before = line.trips
        for _ in range(10):
            assert worker.work_once()
        assert line.trips - before == 20
        database.close()
