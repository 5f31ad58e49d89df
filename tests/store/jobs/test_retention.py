"""Data of ended jobs are compressed or dropped; readers get the original data or learn that they are gone."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import LargeBinary, select, type_coerce, update

from findings.audit import audit
from store.database.db import Database
from store.jobs.lifecycle import cancel, get_job
from store.jobs.retention import Tidied, Tidying, find_expired, find_reducible, reduce_job
from store.models.columns import COMPRESSED
from store.models.jobs import Job
from store.models.operations import DistrustedWorker
from store.models.shards import Shard
from store.models.states import JobState
from store.trust.rollback import roll_back_distrusted
from tests.digests import job_digest
from tests.store.job_samples import drain, put_results_together, stored_job
from tests.toy import ToyKind

DAY = 86400.0
SHARDS = 60


@pytest.fixture
def ended(database: Database) -> str:
    """A job of 60 shards that succeeded ten days ago; beside it a job cancelled at that time."""
    with database.writing() as session:
        job = stored_job(session, ToyKind(shards=SHARDS)).public_id
    drain(database)
    with database.writing() as session:
        cancel(session, stored_job(session).public_id)
    put_results_together(database)
    with database.writing() as session:
        session.execute(update(Job).values(finished_at=Job.finished_at - 10 * DAY))
    return job


def put_away(database: Database, drop_days: float = 0.0, **more: Any) -> list[Tidying]:
    """Compress or drop all that is due."""
    with database.reading() as session:
        jobs = find_reducible(session, drop_days, 100)
    return [page for job, drop in jobs for page in reduce_job(database, job, drop=drop, **more)]


def stored(database: Database) -> list[tuple[bytes | None, ...]]:
    """Return checkpoints, statistics and inputs of begun shards as stored in the database."""
    columns = (Shard.checkpoint, Shard.statistics, Shard.input_checkpoint)
    with database.reading() as session:
        rows = session.execute(select(*(type_coerce(one, LargeBinary) for one in columns)).where(Shard.seq > 0))
        return [tuple(row) for row in rows]


def test_compressed(database: Database, ended: str) -> None:
    """Compressed data are smaller and read as before; nothing is compressed twice, and a dry run changes nothing."""
    with database.reading() as session:
        before = job_digest(session, get_job(session, ended))
    expected = put_away(database, dry=True)
    assert not any(part and part.startswith(COMPRESSED) for row in stored(database) for part in row)

    pages = put_away(database)

    assert pages == expected
    assert len(pages) >= 3
    assert sum(page.after for page in pages) < 0.6 * sum(page.before for page in pages)
    for checkpoint, statistics, kept in stored(database):
        assert (checkpoint or b"").startswith(COMPRESSED)
        assert (statistics or b"").startswith(COMPRESSED)
        assert kept is None
    with database.reading() as session:
        assert job_digest(session, get_job(session, ended)) == before
        assert audit(session).findings == []
    assert put_away(database) == []


def test_damage_is_found_in_what_is_compressed(database: Database, ended: str) -> None:
    """The audit finds damaged data whether or not they can be decompressed."""
    put_away(database)
    with database.writing() as session:
        first, second = session.scalars(select(Shard.id).where(Shard.seq > 0).order_by(Shard.id).limit(2)).all()
        for shard, data in ((first, COMPRESSED + b"no such stream"), (second, b"something else")):
            session.execute(update(Shard).where(Shard.id == shard).values(checkpoint=data))
    with database.reading() as session:
        found = [one.subject for one in audit(session).findings]
    assert [ended in subject and subject.endswith(", checkpoint") for subject in found] == [True, True]


def test_dropped_after_a_time(database: Database, ended: str) -> None:
    """Nothing is dropped early; afterwards the result remains, and the audit reports that it cannot merge it again."""
    put_away(database, drop_days=11.0)
    assert all(row[0] for row in stored(database))
    put_away(database, drop_days=9.0)
    assert stored(database) == [(None, None, None)] * SHARDS
    with database.reading() as session:
        assert get_job(session, ended).tidied == Tidied.DROPPED
        result = audit(session)
        assert (result.findings, result.dropped, result.jobs) == ([], 1, 1)
    assert put_away(database, drop_days=9.0) == []


def test_interrupted(database: Database, ended: str) -> None:
    """The audit accepts half-dropped data, and dropping continues after the last page."""
    with database.reading() as session:
        number = get_job(session, ended).id
    pages = reduce_job(database, number, drop=True)
    first = next(pages)
    pages.close()  # type: ignore[attr-defined]  # it is a generator
    with database.reading() as session:
        assert get_job(session, ended).tidied == Tidied.GOING
        assert audit(session).findings == []
    assert [page.before > 0 for page in reduce_job(database, number, drop=True, after=first.last)] == [True]
    assert stored(database) == [(None, None, None)] * SHARDS


def test_a_job_begun_again_is_left_alone(database: Database, ended: str) -> None:
    """A job restarted because its worker erred is not compressed or dropped before it ends again."""
    put_away(database)
    with database.reading() as session:
        number = get_job(session, ended).id
    with database.writing() as session:
        session.add(DistrustedWorker(name="w", found_at=1.0))
    with database.writing() as session:
        roll_back_distrusted(session)
    with database.reading() as session:
        job = get_job(session, ended)
        assert (job.state, job.tidied) == (JobState.QUEUED, 0)
    assert list(reduce_job(database, number, drop=True)) == []


def test_outdated(database: Database, ended: str) -> None:
    """Only failed and cancelled jobs expire, and only after their days."""
    with database.reading() as session:
        assert find_expired(session, 11.0, 9) == []
        (old,) = find_expired(session, 9.0, 9)
        assert old != ended
