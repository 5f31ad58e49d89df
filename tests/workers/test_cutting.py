"""Searches with large shards on the real store: the time of cutting changes no stored result."""

from __future__ import annotations

import random

import pytest

from engine.kinds.admission import plan_now
from engine.kinds.enumerate.search import shards as search_shards
from engine.kinds.parse import parse_problem
from store.database.db import Database
from store.jobs.current_result import current_result
from store.jobs.lifecycle import get_job, pause, resume, submit
from store.jobs.maintenance import return_expired_leases
from store.jobs.slice_commit import commit
from store.models.jobs import Job
from store.models.states import JobState
from tests.digests import job_digest
from tests.store.job_samples import put_results_together, take
from workers.slices import ActiveLease, Pace, run_slice

SPECIFICATION = {"kind": "enumerate", "board": "4x5", "method": "backtrack", "starts": [[1, 1]], "store": "all"}


@pytest.fixture(autouse=True)
def toy_kind() -> None:
    """Keep the registries unchanged: here enumerations do their own work."""


def worked(database: Database, work: int, trouble: float) -> str:
    """Run the job in slices of `work`, a share of them lost or interrupted; return its public id."""
    chance = random.Random(work)
    with database.writing() as session:
        job = submit(session, plan_now(parse_problem(SPECIFICATION))).public_id
    while (lease := take(database)) is not None:
        if chance.random() < trouble:  # the worker is killed
            with database.writing() as session:
                return_expired_leases(session, everything=True)
            continue
        if chance.random() < trouble:
            with database.writing() as session:
                pause(session, job)
        with database.writing() as session:
            commit(session, lease, "w", run_slice(ActiveLease(lease), 0.0, Pace(work)))
        put_results_together(database)
        with database.writing() as session:
            if get_job(session, job).state == JobState.PAUSED:
                resume(session, job)
    return job


def test_cutting_does_not_depend_on_time(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Small slices with kills and pauses, and large ones without: equal digests of results, shards and tours.

    The counts are those of the search that was never cut again.
    """
    whole = worked(database, 10**9, 0.0)
    monkeypatch.setattr(search_shards, "SHARDS", 6)
    monkeypatch.setattr(search_shards, "ROUND", 500)
    jobs = [worked(database, 10**9, 0.0), worked(database, 300, 0.2), worked(database, 900, 0.4)]

    with database.reading() as session:
        rows: list[Job] = [get_job(session, job) for job in (whole, *jobs)]
        results = [current_result(session, row) for row in rows]
        assert len({job_digest(session, row) for row in rows[1:]}) == 1
    assert all(row.state == JobState.SUCCEEDED for row in rows)
    assert rows[1].rounds > 2
    assert results[0] == results[1]
