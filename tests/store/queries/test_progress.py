"""Progress of several jobs at once, and of one that nobody has touched."""

from __future__ import annotations

from store.db import Database
from store.queries.jobs import progress, progress_of, untouched
from tests.store.jobs import finish, stored_job, take


def test_many_jobs_at_once_are_each_as_alone(database: Database) -> None:
    """One answer for all jobs of a list equals the answers one by one; jobs do not leak into each other."""
    with database.writing() as session:
        jobs = [stored_job(session), stored_job(session, label="other")]
    lease = take(database)
    assert lease is not None
    finish(database, lease, 4)

    with database.reading() as session:
        together = progress_of(session, jobs)
        alone = [progress(session, job) for job in jobs]

    assert [together[job.id].work for job in jobs] == [one.work for one in alone] == [4, 0]
    assert [together[job.id].fraction for job in jobs] == [one.fraction for one in alone]
    assert together[jobs[1].id].rates == {"60s": 0.0, "600s": 0.0, "3600s": 0.0}


def test_an_untouched_job_needs_no_query(database: Database) -> None:
    """What is known beforehand is what the query says."""
    with database.writing() as session:
        job = stored_job(session)

    with database.reading() as session:
        assert untouched(job, 3) == progress(session, job)
