"""The worker without a broker."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.kinds.admission import plan_now
from store.database.db import Database
from store.jobs.current_result import current_result
from store.jobs.leases import Lease, record_compiling
from store.jobs.lifecycle import get_job, submit
from store.models.jobs import Event
from store.models.shards import Shard
from store.models.states import TERMINAL, JobState
from store.settings import Settings
from tests.servers import START_SECONDS
from tests.store.job_samples import take
from tests.toy import ToyRunner, run_by, toy_problem
from workers import lease_keeper
from workers.local_worker import LocalWorker

TOLD = threading.Event()


class PatientRunner(ToyRunner):
    """A runner whose steps wait until the job is marked as compiling."""

    def step(self, work: int) -> int:
        """Wait, then add the next numbers."""
        assert TOLD.wait(START_SECONDS)
        return super().step(work)


def tell(session: Session, lease: Lease) -> None:
    """Mark the job as compiling, and let the steps continue."""
    record_compiling(session, lease)
    TOLD.set()


def end_of(job: str, settings: Settings, database: Database, threads: int = 1) -> JobState:
    """Let a worker run a job to its end, looking for work again whenever it is idle; return the last state."""
    worker = LocalWorker(settings, database, threads)
    worker.start()
    try:
        worker.notifier.notify()
        while True:
            with database.reading() as session:
                state = get_job(session, job).state
            if state in TERMINAL:
                return state
            worker.wait(30)
    finally:
        worker.stop()


def test_a_job_is_done(sqlite_settings: Settings, sqlite_database: Database) -> None:
    """One notification suffices: each slice leads to the next, and the end wakes the waiting caller."""
    with sqlite_database.writing() as session:
        job = submit(session, plan_now(toy_problem())).public_id
    short = replace(sqlite_settings, slice_seconds=0.05)
    assert end_of(job, short, sqlite_database, threads=2) == JobState.SUCCEEDED
    with sqlite_database.reading() as session:
        assert current_result(session, get_job(session, job)).counts


def test_what_a_killed_predecessor_has_leased_is_taken_back(
    sqlite_settings: Settings, sqlite_database: Database
) -> None:
    """Leases of a killed predecessor are returned before they expire."""
    with sqlite_database.writing() as session:
        job = submit(session, plan_now(toy_problem())).public_id
    assert take(sqlite_database, "killed", seconds=3600) is not None
    assert end_of(job, sqlite_settings, sqlite_database) == JobState.SUCCEEDED


def test_a_job_says_that_its_kernels_are_being_compiled(
    sqlite_settings: Settings, sqlite_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A job is marked as compiling once a slice, only after its thread has waited for the compiler."""
    run_by(monkeypatch, "tests.workers.test_local_worker:PatientRunner")
    monkeypatch.setattr(lease_keeper, "record_compiling", tell)
    for waiting in (True, False):
        (TOLD.clear if waiting else TOLD.set)()
        monkeypatch.setattr(lease_keeper, "waiting_seconds", lambda _, seconds=9.0 if waiting else 0.0: seconds)
        with sqlite_database.writing() as session:
            job = submit(session, plan_now(toy_problem())).public_id
        assert end_of(job, replace(sqlite_settings, control_seconds=0.01), sqlite_database) == JobState.SUCCEEDED
        with sqlite_database.reading() as session:
            events = session.scalars(select(Event).where(Event.job_id == get_job(session, job).id)).all()
            told = [event.data for event in events if event.name == "compiling"]
            slices = session.scalars(select(Shard).where(Shard.job_id == get_job(session, job).id)).all()
        assert (len(told) > 0) == waiting
        assert len(told) <= sum(shard.seq for shard in slices)
