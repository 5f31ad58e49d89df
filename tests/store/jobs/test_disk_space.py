"""Jobs wait when there is no room for their results, and continue when there is."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import update

from api.app import create_app
from engine.kinds.planning_cost import plans_soon
from store.database.db import Database, open_database
from store.database.vacuum import size
from store.jobs.deletion import delete_job
from store.jobs.disk_space import TRY_AGAIN_SECONDS, pause_for_space, room, wait_for_files
from store.jobs.leases import release
from store.jobs.lifecycle import cancel, get_job, pause, resume
from store.models.jobs import Event, Job
from store.models.states import JobState
from store.settings import Settings
from tests.api.conftest import SilentNotifier
from tests.databases import is_waited_for
from tests.servers import wait_until
from tests.small_disk import SmallDisk, small_disk
from tests.store.job_samples import drain, stored_job, take
from tests.store.tour_samples import store_all
from workers.notifier import LocalNotifier
from workers.worker import WorkerProcess

__all__ = ["small_disk"]
ASKED = {"kind": "enumerate", "board": "5x5", "store": "all"}


def swept(database: Database, settings: Settings, job: str) -> tuple[JobState, bool]:
    """Return a job's state after a sweep, and whether the service holds it."""
    with database.writing() as session:
        pause_for_space(session, settings)
    with database.reading() as session:
        found = get_job(session, job)
        return found.state, found.held is not None


@pytest.mark.parametrize("whose", ["stored_tours", "stored_tours_all"])
def test_as_many_tours_as_are_allowed(database: Database, whose: str) -> None:
    """At the limit, a job that stores tours pauses and one that stores none continues; a deletion makes room."""
    settings = replace(Settings(), keep_free=0, **{whose: 1000})  # type: ignore[arg-type]  # it is a number
    other = store_all(database)
    with database.writing() as session:
        job, frugal = stored_job(session, store="all").public_id, stored_job(session).public_id

    assert swept(database, settings, job) == (JobState.PAUSED, True)
    assert swept(database, settings, frugal) == (JobState.QUEUED, False)
    with database.reading() as session:
        assert room(session, settings).remaining(None) == {"tours" if whose == "stored_tours" else "tours-all": 0}
        assert whose.upper() in (get_job(session, job).held or "")
    delete_job(database, other)
    worker = WorkerProcess(replace(settings, slice_seconds=60.0), database, LocalNotifier(1), 1)
    while worker.work_once():
        pass
    assert swept(database, settings, job) == (JobState.QUEUED, False)


def test_each_key_has_its_own(database: Database) -> None:
    """Tours stored under one key take no room from another key."""
    settings = replace(Settings(), keep_free=0, stored_tours=1728)
    first = store_all(database)
    with database.writing() as session:
        session.execute(update(Job).values(owner="ada"))
        theirs, mine = (stored_job(session, store="all") for _ in range(2))
        theirs.owner, mine.owner = "ada", "eve"
    assert swept(database, settings, theirs.public_id) == (JobState.PAUSED, True)
    assert swept(database, settings, mine.public_id) == (JobState.QUEUED, False)
    assert first


def test_the_database_is_as_large_as_it_may_be(database: Database) -> None:
    """A database at its size limit makes every job wait; raising the limit lets them continue."""
    with database.writing() as session:
        job = stored_job(session).public_id
    most = size(database) // (1 << 20)
    assert swept(database, replace(Settings(), keep_free=0, database_mib=max(1, most)), job) == (JobState.PAUSED, True)
    assert swept(database, replace(Settings(), keep_free=0, database_mib=most + 50), job) == (JobState.QUEUED, False)


def test_who_pauses_and_resumes(database: Database) -> None:
    """A job paused by a request stays paused; one resumed while there is no room is paused again."""
    tight, wide = replace(Settings(), keep_free=1 << 40), replace(Settings(), keep_free=0)
    with database.writing() as session:
        held, paused = (stored_job(session).public_id for _ in range(2))
        pause(session, paused)
    assert swept(database, tight, held) == (JobState.PAUSED, True)
    assert swept(database, wide, paused) == (JobState.PAUSED, False)
    assert swept(database, tight, held) == (JobState.PAUSED, True)
    with database.writing() as session:
        resume(session, held)
    assert swept(database, tight, held) == (JobState.PAUSED, True)
    with database.writing() as session:
        pause(session, held)
    assert swept(database, wide, held) == (JobState.PAUSED, False)


@pytest.mark.service
@pytest.mark.parametrize("held", [False, True])
def test_a_job_that_is_being_cancelled_stays_so(postgresql_database: Database, held: bool) -> None:
    """A sweep that would pause or resume a job waits for a cancellation in progress, and leaves it in force."""
    tight, wide = replace(Settings(), keep_free=0, database_mib=1), replace(Settings(), keep_free=0)
    with postgresql_database.writing() as session:
        job = stored_job(session).public_id
    if held:
        assert swept(postgresql_database, tight, job) == (JobState.PAUSED, True)
    with ThreadPoolExecutor(1) as pool:
        with postgresql_database.writing() as session:
            cancel(session, job)
            session.flush()
            found = pool.submit(swept, postgresql_database, wide if held else tight, job)
            wait_until(lambda: is_waited_for(postgresql_database), "the sweep waits for the job")
        assert found.result()[0] == JobState.CANCELLED


def test_a_real_disk(small_disk: SmallDisk, sqlite_template: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """The job pauses before the disk is full, the pause itself is written, and it continues once the disk has room."""
    monkeypatch.setattr("engine.kinds.admission.plans_at_once", plans_soon)  # no worker is here to plan
    data = small_disk.path / "data"
    data.mkdir()
    (data / "cavalier.sqlite").write_bytes(sqlite_template)
    settings = Settings(data=data, keep_free=4, confirm_share=0.0)
    database = open_database(settings)
    client: FlaskClient = create_app(settings, database, SilentNotifier()).test_client()  # type: ignore[arg-type]  # counts
    answer = client.post("/api/v1/jobs", json=ASKED)
    job, told = answer.get_json()["id"], answer.headers["RateLimit"]
    assert told.startswith('"disk-mib";r=')
    assert 0 < int(told.rpartition("=")[2]) < 12
    assert swept(database, settings, job) == (JobState.QUEUED, False)

    (small_disk.path / "filling").write_bytes(bytes(int(told.rpartition("=")[2]) << 20))
    assert swept(database, settings, job) == (JobState.PAUSED, True)
    shown: dict[str, Any] = client.get(f"/api/v1/jobs/{job}").get_json()
    assert (shown["state"], shown["waiting"]["lacks"]) == ("paused", "room")
    assert "CAVALIER_KEEP_FREE" in shown["waiting"]["remedy"]
    assert "CAVALIER_KEEP_FREE" in client.get(f"/jobs/{job}").text
    assert '"disk-mib";r=0' in client.post("/api/v1/jobs", json=ASKED).headers["RateLimit"]
    small_disk.empty()
    assert swept(database, settings, job) == (JobState.QUEUED, False)
    drain(database)
    assert swept(database, settings, job) == (JobState.SUCCEEDED, False)
    database.close()


def test_a_folder_that_is_not_there_yet(sqlite_database: Database, tmp_path: Path) -> None:
    """For a missing folder, the disk on which it will be created is checked."""
    with sqlite_database.reading() as session:
        assert room(session, Settings(data=tmp_path / "a" / "b", keep_free=1)).remaining(None)["disk-mib"] > 0


NO_ROOM = "the folder has no room"


def without_room(database: Database, free: float) -> str:
    """Return a job whose files found no room while a shard was at work; free: bytes that the folder had."""
    with database.writing() as session:
        job = stored_job(session).public_id
    lease = take(database)
    assert lease is not None
    with database.writing() as session:
        wait_for_files(session, job, NO_ROOM, free)
    with database.writing() as session:
        assert get_job(session, job).state == JobState.PAUSING
        release(session, lease)
    return job


def state_after(database: Database, job: str, free: float) -> JobState:
    """Return the state of a job after a sweep that finds `free` bytes free for files."""
    with database.writing() as session:
        pause_for_space(session, replace(Settings(), keep_free=0), free)
    with database.reading() as session:
        return get_job(session, job).state


@pytest.mark.parametrize("free", [0.0, float(5 << 30)])
def test_room_for_files(database: Database, free: float) -> None:
    """A job without room for a file pauses, says so, and continues when there is room for one more file."""
    job = without_room(database, free)

    assert state_after(database, job, free) == JobState.PAUSED
    assert state_after(database, job, free + (63 << 20)) == JobState.PAUSED
    with database.reading() as session:
        assert (get_job(session, job).held or "").startswith(f"{NO_ROOM}. The job goes on by itself")
    assert state_after(database, job, free + (64 << 20)) == JobState.QUEUED
    with database.reading() as session:
        assert get_job(session, job).held is None


@pytest.mark.parametrize("free", [0.0, float("inf")])
def test_files_are_tried_again(database: Database, free: float) -> None:
    """Where free space does not explain the fault, as in an object store, the job tries again after a while."""
    job = without_room(database, free)
    assert state_after(database, job, free) == JobState.PAUSED

    with database.writing() as session:
        session.execute(update(Event).values(at=Event.at - TRY_AGAIN_SECONDS - 1))

    assert state_after(database, job, free) == JobState.QUEUED


def test_who_pauses_a_job_without_room_for_files_keeps_it_paused(database: Database) -> None:
    """A job that was paused by a request does not continue by itself, whatever room its files find."""
    job = without_room(database, 0.0)
    with database.writing() as session:
        pause(session, job)
        wait_for_files(session, job, NO_ROOM, 0.0)

    assert state_after(database, job, float(1 << 40)) == JobState.PAUSED


def test_the_document_says_that_files_have_no_room(sqlite_settings: Settings, sqlite_database: Database) -> None:
    """`waiting.lacks` is `room`, and the remedy contains the reason."""
    job = without_room(sqlite_database, 0.0)
    notifier: Any = SilentNotifier()
    client = create_app(sqlite_settings, sqlite_database, notifier).test_client()

    waiting = client.get(f"/api/v1/jobs/{job}").get_json()["waiting"]

    assert (waiting["lacks"], NO_ROOM in waiting["remedy"]) == ("room", True)
