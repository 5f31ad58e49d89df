"""Both kinds of database are rewritten without any change to their contents."""

from __future__ import annotations

from store.database.db import Database
from store.database.vacuum import size, vacuum
from store.queries.tours import TourFilter, find_tours
from tests.store.tour_samples import store_all


def test_vacuum_loses_nothing(database: Database) -> None:
    """All tours are there afterwards, and connections work as before."""
    job = store_all(database)
    before = size(database)

    vacuum(database)

    assert 0 < size(database) < 2 * before
    with database.reading() as session:
        assert len(find_tours(session, TourFilter(job=job), after=0, limit=2000)) == 1728
