"""The worker on Celery: notifications through a real in-process broker, threads, pause and restart."""

from __future__ import annotations

import base64
import json
import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest
import redis

from engine.kinds.admission import plan_now
from store.database.db import Database
from store.jobs.current_result import current_result
from store.jobs.lifecycle import get_job, pause, resume, submit
from store.jobs.maintenance import live_workers
from store.models.states import JobState
from store.queries.jobs import progress
from store.settings import Settings
from tests.servers import START_SECONDS, wait_until
from tests.store.job_samples import take
from tests.toy import ToyKind, toy_problem
from workers.broker.celery_app import QUEUE, TASK
from workers.broker.celery_worker import CeleryWorker
from workers.worker import WorkerProcess


@pytest.fixture
def worker(sqlite_settings: Settings, sqlite_database: Database) -> Iterator[CeleryWorker]:
    """A running worker of two threads with short slices."""
    settings = replace(sqlite_settings, slice_seconds=0.05, control_seconds=0.02, sweep_seconds=0.1)
    embedded = CeleryWorker(settings, sqlite_database, threads=2)
    embedded.start()
    yield embedded
    embedded.stop()
    assert not embedded.alive


def state(database: Database, public_id: str) -> JobState:
    """Return a job's current state."""
    with database.reading() as session:
        return get_job(session, public_id).state


def start_job(database: Database) -> str:
    """Submit a toy job."""
    with database.writing() as session:
        return submit(session, plan_now(toy_problem())).public_id


def test_a_job_is_done(worker: CeleryWorker, sqlite_database: Database) -> None:
    """Two notifications suffice for a whole job, since each slice sends the next one."""
    job = start_job(sqlite_database)

    assert worker.notifier.notify(2)
    wait_until(lambda: state(sqlite_database, job) == JobState.SUCCEEDED, "the job is succeeded")

    with sqlite_database.reading() as session:
        assert current_result(session, get_job(session, job)).counts[0].value == "165"
        assert len(live_workers(session)) == 1


@pytest.mark.usefixtures("worker")
def test_a_job_nobody_rang_for_is_found(sqlite_database: Database) -> None:
    """The sweeper sends notifications for due shards whose notification was lost."""
    job = start_job(sqlite_database)

    wait_until(lambda: state(sqlite_database, job) == JobState.SUCCEEDED, "the job is succeeded")


def test_pause_and_resume(worker: CeleryWorker, sqlite_database: Database, toy_kind: ToyKind) -> None:
    """A long job pauses, stays paused and continues where it stopped."""
    toy_kind.n = 10**9
    job = start_job(sqlite_database)
    worker.notifier.notify()
    wait_until(lambda: state(sqlite_database, job) == JobState.RUNNING, "the job is running")

    with sqlite_database.writing() as session:
        pause(session, job)
    wait_until(lambda: state(sqlite_database, job) == JobState.PAUSED, "the job is paused")
    with sqlite_database.reading() as session:
        rested = progress(session, get_job(session, job)).work
    with sqlite_database.writing() as session:
        resume(session, job)
    worker.notifier.notify()

    def further() -> bool:
        with sqlite_database.reading() as session:
            return progress(session, get_job(session, job)).work > rested

    wait_until(further, "the job goes on")


def message(**changed: object) -> dict[str, object]:
    """Return a notification as stored in Redis, with some fields changed."""
    properties = {"delivery_info": {"exchange": "", "routing_key": QUEUE}, "body_encoding": "base64"}
    return {
        "body": base64.b64encode(b"[[], {}, {}]").decode(),
        "content-encoding": "utf-8",
        "content-type": "application/json",
        "headers": {"lang": "py", "task": TASK, "id": "1"},
        "properties": properties | {"correlation_id": "1", "priority": 0, "delivery_tag": "1"},
    } | changed


NO_MESSAGES = {
    "unknown type": message(**{"content-type": "application/data"}),
    "type not hashable": message(**{"content-type": [1]}),
    "body not base64": message(body="#"),
    "body not three parts": message(body=base64.b64encode(b'"x"').decode()),
    "task not hashable": message(headers={"lang": "py", "task": [1], "id": "1"}),
    "headers not an object": message(headers=[1]),
    "a list": [],
    "a number": 1,
}


@pytest.mark.service
def test_no_message_ends_the_loop(
    redis_url: str, sqlite_settings: Settings, sqlite_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bad message in the queue is rejected once, and the next message is answered."""
    answered = threading.Event()
    monkeypatch.setattr(WorkerProcess, "answer", lambda _: answered.set())
    settings = replace(sqlite_settings, broker_url=redis_url, sweep_seconds=3600.0)
    worker, broker = CeleryWorker(settings, sqlite_database, threads=1), redis.Redis.from_url(redis_url)
    worker.start()
    try:
        for name, planted in [*NO_MESSAGES.items(), ("not JSON", None)]:
            broker.lpush(QUEUE, b"{" if planted is None else json.dumps(planted))
            wait_until(lambda: broker.llen(QUEUE) == 0, name)
            answered.clear()
            assert worker.notifier.notify()
            assert answered.wait(START_SECONDS), name
            assert worker.alive, name
    finally:
        worker.stop()
    assert not worker.alive


def test_a_predecessors_leases_are_taken_over(sqlite_settings: Settings, sqlite_database: Database) -> None:
    """Leases of a killed process are taken over at once, before they expire."""
    job = start_job(sqlite_database)
    assert take(sqlite_database, "killed", seconds=3600) is not None
    successor = CeleryWorker(sqlite_settings, sqlite_database, threads=1)

    successor.start()
    wait_until(lambda: state(sqlite_database, job) == JobState.SUCCEEDED, "the job is succeeded")

    successor.stop()
