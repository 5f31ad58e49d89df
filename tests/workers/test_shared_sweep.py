"""One sweep shared by workers through the store: ordinary shards and slices, and the same digest in any order."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from engine.code_digest import own_code_digests
from engine.kinds.admission import plan_now
from engine.kinds.enumerate.planner import Enumeration
from engine.kinds.methods import get_method
from engine.kinds.parse import parse_problem
from engine.kinds.table import KINDS
from engine.search.frontier import table_parts as parts
from findings.audit import audit
from store.database.db import Database
from store.jobs import maintenance
from store.jobs.current_result import current_result
from store.jobs.leases import claim
from store.jobs.lifecycle import get_job, resume, submit
from store.jobs.maintenance import return_expired_leases
from store.jobs.slice_commit import commit
from store.models.states import JobState
from store.queries.jobs import events, progress
from store.settings import Settings
from tests.digests import job_digest
from tests.small_disk import SmallDisk, small_disk
from tests.store.job_samples import put_results_together
from workers.files.folder import Folder, files_of
from workers.files.job_folders import folder_of, remove_leftovers
from workers.notifier import LocalNotifier
from workers.slices import ActiveLease, Pace, run_slice
from workers.worker import WorkerProcess

__all__ = ["small_disk"]


@pytest.fixture(autouse=True)
def _real_sweeps(monkeypatch: pytest.MonkeyPatch, toy_kind: object) -> None:
    """Use real enumerations with tables of a few hundred states and no delay after kills."""
    del toy_kind
    monkeypatch.setitem(KINDS, "enumerate", Enumeration())
    monkeypatch.setattr("engine.kinds.open_shard.get_method", get_method)
    monkeypatch.setattr(parts, "MAX_ALONE", 200)
    monkeypatch.setattr(parts, "MAX_RECEIVED", 1000)
    monkeypatch.setattr(maintenance, "MAX_WAIT_SECONDS", 0.0)


class Workers:
    """Several workers that take one slice each in random order; some die before their commit."""

    def __init__(self, database: Database, spill: Path, workers: int, seed: int, *, deaths: float) -> None:
        self.database, self.spill, self.random, self.deaths = database, spill, Random(seed), deaths
        self.names = [f"worker {number}" for number in range(workers)]
        self.fractions: list[float] = []

    def run(self, work: int) -> tuple[str, str]:
        """Count the closed tours of 6x6; return the job's public id and its digest."""
        specification = parse_problem({"kind": "enumerate", "board": "6x6", "tours": "closed", "method": "frontier"})
        with self.database.writing() as session:
            job = submit(session, plan_now(specification)).public_id
        while self._round(job, work):
            pass
        with self.database.reading() as session:
            done = get_job(session, job)
            assert done.state == JobState.SUCCEEDED
            assert {c.quantity: c.value for c in current_result(session, done).counts}["cycles"] == "9862"
            return job, job_digest(session, done)

    def _round(self, job: str, work: int) -> bool:
        """Let every worker run a due shard, then commit in random order; return whether a shard was due."""
        with self.database.writing() as session:
            return_expired_leases(session, everything=True)
        held = []
        for name in self.names:
            with self.database.writing() as session:
                lease = claim(session, name, own_code_digests(), 60.0)
            if lease is not None:
                files = files_of(folder_of(self.spill, job), lease.shard_id)
                result = run_slice(ActiveLease(lease), 0.0, Pace(work=work), files)
                held.append((name, lease, result))
        self.random.shuffle(held)
        for name, lease, result in held:
            if self.random.random() >= self.deaths:
                with self.database.writing() as session:
                    commit(session, lease, name, result)
        put_results_together(self.database)
        with self.database.reading() as session:
            self.fractions.append(progress(session, get_job(session, job)).fraction)
        return bool(held)


@pytest.fixture
def workers(sqlite_database: Database, sqlite_settings: Settings, tmp_path: Path) -> Callable[..., Workers]:
    """Make workers on one database and folder."""
    spill = replace(sqlite_settings, spill_folder=str(tmp_path / "spill")).spill
    assert spill is not None
    return lambda count, seed, deaths: Workers(sqlite_database, spill, count, seed, deaths=deaths)


def test_one_worker_or_three_that_die(workers: Callable[..., Workers]) -> None:
    """One worker with long slices and three dying ones with short slices count 9,862 cycles with equal digests."""
    alone, crowd = workers(1, 1, 0.0), workers(3, 2, 0.3)
    assert alone.run(1 << 20)[1] == crowd.run(60)[1]


def test_progress_and_files(workers: Callable[..., Workers], sqlite_database: Database) -> None:
    """Progress neither reaches its end early nor falls far back; the files are removed after the job."""
    some = workers(2, 3, 0.0)
    job, _ = some.run(300)
    middle = some.fractions[: -len(some.fractions) // 4]
    assert max(middle) < 0.99
    assert all(later > 0.7 * before for before, later in zip(some.fractions, some.fractions[1:], strict=False))
    assert any((some.spill / job).iterdir())
    remove_leftovers(sqlite_database, some.spill)
    assert not (some.spill / job).exists()


@pytest.mark.parametrize("trouble", ["full", "filled while a file is written", "read-only"])
def test_a_disk_that_takes_nothing_pauses_the_job(
    small_disk: SmallDisk,
    sqlite_settings: Settings,
    sqlite_database: Database,
    monkeypatch: pytest.MonkeyPatch,
    trouble: str,
) -> None:
    """The job pauses with the reason and without partial files; once the disk accepts files again, it ends."""
    monkeypatch.setattr("workers.files.folder.LEFT_FREE", 0)
    spill = small_disk.path / "spill"
    settings = replace(sqlite_settings, spill_folder=str(spill), slice_seconds=0.01)
    process = WorkerProcess(settings, sqlite_database, LocalNotifier(1), 1)
    specification = {"kind": "enumerate", "board": "6x6", "tours": "closed", "method": "frontier"}
    with sqlite_database.writing() as session:
        job = submit(session, plan_now(parse_problem(specification))).public_id
    while not _files(spill):
        assert process.work_once()

    if trouble == "read-only":
        small_disk.protect(writable=False)
    else:
        small_disk.fill()
    with monkeypatch.context() as patched:
        if trouble == "filled while a file is written":
            patched.setattr(Folder, "free", lambda _: math.inf)
        while process.work_once():
            pass
    with sqlite_database.reading() as session:
        rests = get_job(session, job)
        reasons = [str(event.data["reason"]) for event in events(session, rests, limit=1000) if "reason" in event.data]
        assert rests.state == JobState.PAUSED
        assert audit(session).findings == []
    assert reasons
    assert str(spill) in reasons[-1]
    assert {"full": "no room", "read-only": "Read-only"}.get(trouble, "No space") in reasons[-1]
    assert not [path for path in _files(spill) if path.suffix == ".partial"]

    if trouble == "read-only":
        small_disk.protect(writable=True)
    else:
        small_disk.empty()
    with sqlite_database.writing() as session:
        resume(session, job)
    while process.work_once():
        pass
    with sqlite_database.reading() as session:
        done = get_job(session, job)
        assert done.state == JobState.SUCCEEDED
        assert {c.quantity: c.value for c in current_result(session, done).counts}["cycles"] == "9862"


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]
