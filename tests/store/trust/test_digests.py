"""The digest of a job covers its results."""

from __future__ import annotations

from sqlalchemy import update

from store.database.db import Database
from store.jobs.lifecycle import get_job
from store.models.shards import Shard
from tests.digests import job_digest
from tests.store.job_samples import drain, stored_job


def test_work_done_twice_is_no_difference(database: Database) -> None:
    """A sweep's round that is repeated after a lost file keeps the digest; other statistics change it."""
    with database.writing() as session:
        jobs = [stored_job(session).public_id for _ in range(3)]
    drain(database)
    with database.writing() as session:
        twice, other = (get_job(session, job).id for job in jobs[1:])
        session.execute(update(Shard).where(Shard.job_id == twice).values(work=Shard.work + 100))
        session.execute(update(Shard).where(Shard.job_id == other).values(tours=7))
    with database.reading() as session:
        digests = [job_digest(session, get_job(session, job)) for job in jobs]

    assert digests[0] == digests[1] != digests[2]
