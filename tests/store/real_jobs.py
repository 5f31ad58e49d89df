"""Jobs of real kinds, run to their end on a database in slices as workers run them."""

from __future__ import annotations

from engine.kinds.admission import plan_now
from engine.kinds.parse import parse_problem
from store.database.db import Database
from store.jobs.lifecycle import submit
from store.jobs.slice_commit import commit
from tests.store.job_samples import put_results_together, take
from workers.slices import ActiveLease, Pace, run_slice


def run_job(database: Database, fields: object, seconds: float = 0.02) -> str:
    """Run this and all other jobs to their end; return its public id. seconds: length of a slice."""
    with database.writing() as session:
        job = submit(session, plan_now(parse_problem(fields))).public_id
    run_all(database, seconds)
    return job


def run_all(database: Database, seconds: float = 0.02, work: int = 300) -> None:
    """Run every job to its end. work: of the first step in a slice."""
    while (lease := take(database)) is not None:
        result = run_slice(ActiveLease(lease), seconds, Pace(work))
        with database.writing() as session:
            commit(session, lease, "w", result)
        put_results_together(database)
