"""The newest slices of a job."""

from __future__ import annotations

from store.database.db import Database
from store.jobs.lifecycle import get_job
from store.queries.jobs import slices
from tests.store.job_samples import drain, stored_job


def test_newest_first(database: Database) -> None:
    """Three shards of 10 numbers in slices of 5 are six slices; another job's do not appear."""
    with database.writing() as session:
        job_id = stored_job(session).public_id
        stored_job(session)
    drain(database, numbers=5)

    with database.reading() as session:
        found = slices(session, get_job(session, job_id), limit=4, order="newest")
        everything = slices(session, get_job(session, job_id), limit=100)

    assert len(everything) == 6
    assert [one[0].id for one in everything] == sorted(one[0].id for one in everything)
    assert [one[0].id for one in found] == sorted((one[0].id for one in everything), reverse=True)[:4]
    assert {(number, label) for _, number, label in everything} == {(n, f"toy {n}") for n in range(3)}
    assert all(one.work == 5 for one, _, _ in everything)
