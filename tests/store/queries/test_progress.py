"""Progress of several jobs at once, and of a job that has not begun."""

from __future__ import annotations

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.kinds.admission import plan_now
from engine.kinds.common.kind import Spent
from engine.kinds.parse import parse_problem
from store.database.db import Database
from store.database.db import now as clock_now
from store.jobs.current_result import shards_of
from store.jobs.lifecycle import change_state, get_job, submit
from store.models.jobs import Job
from store.models.results import EstimateRow
from store.models.states import JobState
from store.queries.jobs import _time_left, initial_progress, progress, progress_of
from store.queries.spent_budgets import budgeted_work, newest_error
from tests.store.job_samples import finish, stored_job, take, write_slice


def whole(session: Session, job: Job, work: int, cpu_seconds: float) -> float | None:
    """Return the job's total units by its budget, once `work` and `cpu_seconds` are spent."""
    return budgeted_work(
        job, Spent(work, cpu_seconds, lambda: session.scalar(select(newest_error()).where(Job.id == job.id)))
    )


def test_many_jobs_at_once_are_each_as_alone(database: Database) -> None:
    """The progress of many jobs at once equals that of each job alone."""
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
    """The initial progress of a new job equals the queried one."""
    with database.writing() as session:
        job = stored_job(session)

    with database.reading() as session:
        assert initial_progress(job, 3) == progress(session, job)


def test_a_budget_of_walks_is_the_whole(database: Database) -> None:
    """The total is the whole budget, including later rounds, whatever the shards of this round are.

    Populations are counted in generations, one for each move.
    """
    asked = {"kind": "sample", "board": "5x5", "budget": {"walks": 1000}}
    with database.writing() as session:
        job = submit(session, plan_now(parse_problem(asked | {"method": "uniform"})))
        swarm = submit(session, plan_now(parse_problem(asked | {"method": "smc", "particles": 300})))
        assert initial_progress(job, 8) == progress(session, job)
        assert [whole(session, one, 10, 0.5) for one in (job, swarm)] == [1000.0, 4.0 * 24]


def test_budgets_of_time_and_of_error_are_estimated(database: Database) -> None:
    """Half the time is half the work; an error twice the target takes four times the walks."""
    with database.writing() as session:
        timed, exact = (
            submit(session, plan_now(parse_problem({"kind": "sample", "board": "5x5", "budget": budget})))
            for budget in ({"cpu_seconds": 10}, {"relative_error": 0.01})
        )
        before = whole(session, exact, 50, 1.0)
        session.add(
            EstimateRow(
                job_id=exact.id, round=1, quantity="tours", convention="directed", value=1000.0, standard_error=20.0,
                estimator="knuth", samples=50, unbiased=True, extra={}, fact="tours", starts='"all"',
            )
        )  # fmt: skip
        session.flush()
        assert whole(session, timed, 50, 5.0) == 100.0
        assert whole(session, timed, 0, 0.0) is None
        assert (before, whole(session, exact, 50, 1.0)) == (None, 200.0)


def test_a_steady_rate_is_the_same_in_every_window(database: Database) -> None:
    """A steady rate is the same in every window, even one that cuts a slice."""
    with database.writing() as session:
        job = stored_job(session)
        change_state(session, job, JobState.RUNNING, "started")
        shard = shards_of(session, job)[0]
        began = clock_now(session) - 703.0
        for seq in range(100):
            write_slice(session, shard, seq, began + 7.0 * (seq + 1), 7.0)

    with database.reading() as session:
        found = progress(session, get_job(session, job.public_id))

    assert list(found.rates.values()) == pytest.approx([10 / 7] * 3, rel=0.01)


def test_nothing_is_foretold_beyond_the_estimate(database: Database) -> None:
    """Beyond the estimate the time left is unknown, never negative."""
    with database.writing() as session:
        job = stored_job(session)
        change_state(session, job, JobState.RUNNING, "started")

        left = _time_left(job, 99, 100.0, {"600s": 1.0})
        assert left is not None
        assert left.least <= left.seconds == 1.0 <= left.most
        assert _time_left(job, 100, 100.0, {"600s": 1.0}) is None
        assert _time_left(job, 99, 100.0, {"600s": 0.0}) is None
