"""A reading session sees one state of the database, on both kinds."""

from __future__ import annotations

from sqlalchemy import func, select

from store.database.db import Database
from store.models.jobs import Job
from tests.store.job_samples import stored_job


def test_a_reading_sees_one_state(database: Database) -> None:
    """A commit between two queries of one reading session is seen by neither, but by the next session."""
    number = select(func.count()).select_from(Job)
    with database.reading() as session:
        before = session.scalar(number)
        with database.writing() as other:
            stored_job(other)
        assert session.scalar(number) == before == 0

    with database.reading() as session:
        assert session.scalar(number) == 1
