"""Whether the stored tours of a board are all there are: only where a finished job proves it."""

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
    """Return what is complete on 5x5."""
    with database.reading() as session:
        (found,) = complete_collections(session, session.scalars(select(BoardRow)).all()).values()
        return found


def proving(database: Database) -> str:
    """Store all 1728 tours by a job that was asked to store all and counted as many."""
    job = store_all(database)
    with database.writing() as session:
        row = get_job(session, job)
        row.specification = row.specification | {"store": "all"}
        session.execute(delete(CountRow))
        count = {"quantity": "tours", "convention": "directed", "value": 1728, "method": "b", "extra": {}}
        session.add(CountRow(job_id=row.id, fact="tours", starts='"all"', **count))
    return job


def test_everything_is_here(database: Database) -> None:
    """A finished job that stored all it counted proves it; with a tour gone, nobody does."""
    job = proving(database)
    before = complete(database)
    with database.writing() as session:
        session.execute(delete(TourRun).where(TourRun.id == session.scalar(select(TourRun.id).limit(1))))

    assert before == [Completeness("any", "1728", job)]
    assert complete(database) == []


def test_a_job_that_was_not_asked_for_all_proves_nothing(database: Database) -> None:
    """1728 tours are held, all there are, but no job says so."""
    store_all(database)

    assert complete(database) == []
