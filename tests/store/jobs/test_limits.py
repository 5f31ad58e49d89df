"""Limits on the jobs and shards of one key and of all keys together."""

from __future__ import annotations

import pytest

from engine.code_digest import own_code_digests
from engine.kinds.admission import plan_now
from store.database.db import Database
from store.errors import TooManyJobsError
from store.jobs.idempotency import submit_once
from store.jobs.leases import claim
from store.jobs.lifecycle import cancel
from store.jobs.limits import JobLimits
from tests.store.job_samples import finish, take
from tests.toy import toy_problem


def submitted(database: Database, owner: str | None, limits: JobLimits | None = None) -> str:
    """Submit a job of this owner."""
    with database.writing() as session:
        job, _ = submit_once(session, plan_now(toy_problem()), owner=owner, limits=limits or JobLimits())
        return job.public_id


def test_jobs_of_one_owner(database: Database) -> None:
    """Only the owner's own open jobs count towards the limit."""
    limits = JobLimits(each=2)
    first = submitted(database, "a", limits)
    submitted(database, "a", limits)
    with pytest.raises(TooManyJobsError, match="2 jobs of one key"):
        submitted(database, "a", limits)
    submitted(database, "b", limits)
    submitted(database, None, limits)
    with database.writing() as session:
        cancel(session, first)
    submitted(database, "a", limits)


def test_jobs_of_all(database: Database) -> None:
    """Open jobs of all owners, and those without an owner, count towards the limit."""
    limits = JobLimits(all=2)
    submitted(database, "a", limits)
    submitted(database, None, limits)
    with pytest.raises(TooManyJobsError, match="2 jobs may"):
        submitted(database, "b", limits)


def test_shards_at_work(database: Database) -> None:
    """An owner at the limit waits while others are served; a finished shard makes room."""
    submitted(database, "a")
    submitted(database, "b")
    submitted(database, None)

    def next_owner() -> str:
        with database.writing() as session:
            lease = claim(session, "w", own_code_digests(), 60.0, 1)
        return "none" if lease is None else lease.public_id

    first = take(database)
    assert first is not None
    assert len({first.public_id, next_owner(), next_owner()}) == 3
    assert next_owner() == "none"
    finish(database, first)
    assert next_owner() == first.public_id
