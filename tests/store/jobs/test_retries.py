"""A failed job continues where it failed and reaches the result of a job that never failed."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from engine.code_digest import own_code_digests
from store.database.db import Database
from store.jobs.current_result import current_result
from store.jobs.leases import fail
from store.jobs.lifecycle import get_job, retry, retry_all
from store.jobs.retention import find_reducible, reduce_job
from store.jobs.retries import Retry, plan_retries
from store.jobs.slice_commit import commit
from store.jobs.step_commits import try_again
from store.jobs.steps import claim_step
from store.models.shards import Shard
from store.models.states import IllegalTransitionError, JobState, Step
from store.queries.jobs import JobFilter, events, find_jobs, progress
from tests.digests import job_digest
from tests.store.campaigns.samples import page_of, plan_all, stored_campaign
from tests.store.job_samples import drain, failed_job, put_results_together, stored_job, take, work
from tests.toy import ToyKind

PROBLEM = {"title": "Failed", "detail": "no memory"}


def planned(database: Database, public_id: str) -> Retry:
    """Return what a retry of a job repeats."""
    with database.reading() as session:
        job = get_job(session, public_id)
        return plan_retries(session, [job])[job.id]


def test_shards_that_were_given_up_are_tried_again(database: Database) -> None:
    """Failed shards continue from their checkpoints and give the result and digest of a job that never failed."""
    with database.writing() as session:
        sound = stored_job(session, ToyKind(shards=2)).public_id
    drain(database)
    failed = failed_job(database)
    assert planned(database, failed) == Retry(None, 1)
    with database.reading() as session:
        work = progress(session, get_job(session, failed)).work
        reducible = find_reducible(session, 0, 10)
    for job, drop in reducible:
        list(reduce_job(database, job, drop=drop))

    with database.writing() as session:
        job = retry(session, failed)
        assert (job.state, job.explanation, job.outcome, job.finished_at) == (JobState.QUEUED, None, None, None)
        assert progress(session, job).work == work
    drain(database)

    with database.reading() as session:
        done = get_job(session, failed)
        assert job_digest(session, done) == job_digest(session, get_job(session, sound))
        assert (done.state, done.outcome) == (JobState.SUCCEEDED, "complete")
        assert [one.value for one in current_result(session, done).counts] == [
            one.value for one in current_result(session, get_job(session, sound)).counts
        ]
        assert "retried" in [event.name for event in events(session, done)]


def test_a_shard_may_fail_again(database: Database) -> None:
    """A retried shard fails again after the usual number of attempts."""
    failed = failed_job(database)
    with database.writing() as session:
        retry(session, failed)
    for attempt in range(2):
        lease = take(database)
        assert lease is not None
        assert lease.attempts == 1 + attempt
        with database.writing() as session:
            fail(session, lease, "worker", "crash", max_attempts=2)
            session.execute(update(Shard).values(not_before=0.0))
    put_results_together(database)
    with database.reading() as session:
        assert get_job(session, failed).state == JobState.FAILED


@pytest.mark.parametrize("step", [Step.PLAN, Step.MERGE])
def test_the_step_that_failed_is_tried_again(database: Database, step: Step) -> None:
    """A failed step gets the usual number of attempts again; a plan is retried by the present code."""
    stored_campaign(database, page_of(["5x5"], [{"kind": "enumerate"}]))
    if step == Step.MERGE:
        plan_all(database)
        while (lease := take(database)) is not None:
            with database.writing() as session:
                commit(session, lease, "w", work(lease, 10**9))
    with database.writing() as session:
        found = claim_step(session, step, own_code_digests(), 60.0)
        assert found is not None
        try_again(session, found, PROBLEM, max_attempts=1)
        job = get_job(session, found.public_id)
        assert job.state == JobState.FAILED
        engine, job.code_digest = job.code_digest, "another"
    assert planned(database, found.public_id) == Retry(step)

    with database.writing() as session:
        job = retry(session, found.public_id)
        assert (job.step, job.problem) == (step, None)
        assert (job.code_digest == "another") == (step == Step.MERGE)
        job.code_digest = engine
    with database.writing() as session:
        again = claim_step(session, step, own_code_digests(), 60.0)
        assert again is not None
        try_again(session, again, PROBLEM, max_attempts=2)
        assert get_job(session, found.public_id).step == step


def test_only_what_has_failed_is_retried(database: Database) -> None:
    """A job in any other state than failed is refused."""
    with database.writing() as session:
        job = stored_job(session).public_id
    with database.writing() as session, pytest.raises(IllegalTransitionError, match="has not failed"):
        retry(session, job)


def test_the_failed_jobs_of_a_campaign(database: Database) -> None:
    """The failed jobs of a campaign are found by its id, without those of others."""
    other = failed_job(database)
    campaign = stored_campaign(database, page_of(["5x5"], [{"kind": "enumerate"}]))
    plan_all(database)
    lease = take(database)
    assert lease is not None
    with database.writing() as session:
        fail(session, lease, "worker", "crash", max_attempts=1)
    drain(database)

    with database.writing() as session:
        found = find_jobs(session, JobFilter([JobState.FAILED], campaign=campaign), before=None, limit=9, lock=True)
        assert [job.public_id for job in found] == [lease.public_id]
        retry_all(session, found)
    drain(database)
    with database.reading() as session:
        assert get_job(session, lease.public_id).state == JobState.SUCCEEDED
        assert get_job(session, other).state == JobState.FAILED
