"""Full or read-only disks and damaged data are noticed and named; nothing wrong is stored."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
import structlog
from sqlalchemy import select, text, update

from findings.audit import audit
from store.arrays import digest
from store.database.db import Database, open_database
from store.jobs.current_result import current_result
from store.jobs.events import Event
from store.jobs.leases import claim
from store.jobs.lifecycle import get_job
from store.jobs.slice_commit import commit
from store.models.jobs import Job
from store.models.shards import Shard, Slice
from store.models.states import JobState, ShardState, Step
from store.settings import Settings
from tests.small_disk import SmallDisk, small_disk
from tests.store.job_samples import stored_job, take, work
from tests.toy import ToyKind
from workers.notifier import LocalNotifier
from workers.worker import WorkerProcess

__all__ = ["small_disk"]
PATIENCE = {"lease_seconds": 0.5, "slice_seconds": 0.05, "control_seconds": 0.05}


@pytest.fixture
def on_disk(small_disk: SmallDisk, sqlite_template: bytes) -> Iterator[tuple[Settings, Database]]:
    """An embedded database on a small disk."""
    data = small_disk.path / "data"
    data.mkdir()
    (data / "cavalier.sqlite").write_bytes(sqlite_template)
    settings = Settings(data=data, confirm_share=0.0, **PATIENCE)
    database = open_database(settings)
    yield settings, database
    database.close()


def finish_all(settings: Settings, database: Database) -> None:
    """Work until nothing is due."""
    process = WorkerProcess(settings, database, LocalNotifier(1), 1)
    while process.work_once():
        pass


def outcome(database: Database, job: str) -> tuple[JobState, str]:
    """Return the job's state and count; the audit must find nothing."""
    with database.reading() as session:
        assert audit(session).findings == []
        row = get_job(session, job)
        return row.state, current_result(session, row).counts[0].value


RIGHT = (JobState.SUCCEEDED, str(3 * 55))


def test_a_full_disk(small_disk: SmallDisk, on_disk: tuple[Settings, Database]) -> None:
    """On a full disk nothing is stored and the error is logged; with room again the job continues."""
    settings, database = on_disk
    with database.writing() as session:
        job = stored_job(session).public_id
    lease = take(database)
    assert lease is not None
    process = WorkerProcess(settings, database, LocalNotifier(1), 1)
    small_disk.fill()
    with structlog.testing.capture_logs() as logs:
        process._write(lease, lambda session: commit(session, lease, "w", work(lease, 3)))
        assert not process.work_once()
    assert any("full" in str(line.get("error")) for line in logs)
    with database.reading() as session:
        assert session.scalars(select(Slice)).all() == []
    small_disk.empty()
    with database.writing() as session:
        session.execute(update(Shard).where(Shard.state == ShardState.LEASED).values(state=ShardState.READY))
    finish_all(settings, database)
    assert outcome(database, job) == RIGHT


@pytest.mark.parametrize("place", [30, 100, -1])
def test_a_flipped_byte_in_a_checkpoint(database: Database, place: int) -> None:
    """The job's history names the damage, the shard restarts from intact data, and the result is correct."""
    settings = replace(Settings(confirm_share=0.0), **PATIENCE)
    with database.writing() as session:
        job = stored_job(session).public_id
    lease = take(database)
    assert lease is not None
    with database.writing() as session:
        commit(session, lease, "w", work(lease, 3))
        packed = bytearray(session.execute(select(Shard.checkpoint).where(Shard.id == lease.shard_id)).scalar_one())
        packed[len(packed) // 2 if place < 0 else place] ^= 0x10
        session.execute(update(Shard).where(Shard.id == lease.shard_id).values(checkpoint=bytes(packed)))
    with database.reading() as session:
        assert any("checkpoint" in finding.subject + finding.fault for finding in audit(session).findings)
    finish_all(settings, database)
    assert outcome(database, job) == RIGHT
    with database.reading() as session:
        assert "checkpoint-damaged" in session.scalars(select(Event.name)).all()


def test_damage_after_a_round_begins_the_job_anew(database: Database, toy_kind: ToyKind) -> None:
    """Damage after a round may have spread to all shards, so they are discarded and the job is planned again."""
    toy_kind.rounds = 2
    with database.writing() as session:
        stored_job(session, ToyKind(rounds=2))
    settings = replace(Settings(confirm_share=0.0), **PATIENCE)
    process = WorkerProcess(settings, database, LocalNotifier(1), 1)
    while not _rounds(database):
        assert process.work_once()
    with database.writing() as session:
        session.execute(
            update(Shard).where(Shard.state == ShardState.READY).values(checkpoint=b"not an archive at all")
        )
    assert process.work_once()
    with database.reading() as session:
        job = session.scalars(select(Job)).one()
        assert (job.state, job.step, job.rounds) == (JobState.QUEUED, Step.PLAN, 0)
        assert session.scalars(select(Shard)).all() == []
        assert {"checkpoint-damaged", "begun-again"} <= set(session.scalars(select(Event.name)))


def _rounds(database: Database) -> int:
    with database.reading() as session:
        return session.execute(select(Job.rounds)).scalar_one()


def test_a_damaged_page_of_the_database(sqlite_settings: Settings, sqlite_database: Database) -> None:
    """The audit names the damaged file, and nothing is computed from its remains."""
    with sqlite_database.writing() as session:
        for _ in range(30):
            stored_job(session)
    with sqlite_database.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        root = connection.exec_driver_sql("SELECT rootpage FROM sqlite_master WHERE name = 'shards'").scalar_one()
        size = connection.exec_driver_sql("PRAGMA page_size").scalar_one()
    sqlite_database.close()
    with (sqlite_settings.data / "cavalier.sqlite").open("r+b") as file:
        file.seek((root - 1) * size)
        file.write(b"\xff" * size)
    damaged = open_database(sqlite_settings)
    with damaged.reading() as session:
        findings = audit(session).findings
    assert [finding.subject for finding in findings][:1] == ["the database file"]
    with structlog.testing.capture_logs() as logs:
        process = WorkerProcess(replace(sqlite_settings, **PATIENCE), damaged, LocalNotifier(1), 1)
        assert not process.work_once()
    assert "malformed" in str(logs)
    with damaged.reading() as session:
        assert session.execute(text("SELECT count(*) FROM slices")).scalar_one() == 0
    damaged.close()


def test_an_undamaged_checkpoint_is_not_blamed(database: Database) -> None:
    """A shard's failure is not blamed on a checkpoint that is intact."""
    with database.writing() as session:
        stored_job(session)
    lease = take(database)
    assert lease is not None
    with database.writing() as session:
        commit(session, lease, "w", work(lease, 3))
    with database.reading() as session:
        found = session.execute(select(Shard.checkpoint).where(Shard.id == lease.shard_id)).scalar_one()
        left = session.scalars(select(Slice.output_digest)).all()
    assert left == [digest(found)]
    with database.writing() as session:
        assert claim(session, "w", [lease.code_digest], 60.0) is not None
