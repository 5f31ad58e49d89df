"""The stored tours of a board are complete only if a finished job proves it."""

from __future__ import annotations

from sqlalchemy import delete, select

from store.database.db import Database
from store.jobs.lifecycle import get_job
from store.models.boards import BoardRow
from store.models.results import CountRow
from store.models.tours import TourRun
from store.tours.completeness import Completeness, complete_collections
from tests.store.tour_samples import store_all


def complete(database: Database) -> list[Completeness]:
    """Return the complete collections of 5x5."""
    with database.reading() as session:
        (found,) = complete_collections(session, session.scalars(select(BoardRow)).all()).values()
        return found


def proving(database: Database) -> str:
    """Store all 1728 tours in a job that was to store all tours and counted the same number."""
    job = store_all(database)
    with database.writing() as session:
        row = get_job(session, job)
        row.specification = row.specification | {"store": "all"}
        session.execute(delete(CountRow))
        count = {"quantity": "tours", "convention": "directed", "value": 1728, "method": "b", "extra": {}}
        session.add(CountRow(job_id=row.id, fact="tours", starts='"all"', **count))
    return job


def test_everything_is_here(database: Database) -> None:
    """A finished job that stored all counted tours proves completeness, until one tour is missing."""
    job = proving(database)
    before = complete(database)
    with database.writing() as session:
        session.execute(delete(TourRun).where(TourRun.id == session.scalar(select(TourRun.id).limit(1))))

    assert before == [Completeness("any", "1728", job)]
    assert complete(database) == []


def test_a_job_that_was_not_asked_for_all_proves_nothing(database: Database) -> None:
    """All 1728 tours are stored, but no job proves that these are all."""
    store_all(database)

    assert complete(database) == []
