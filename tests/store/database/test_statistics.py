"""The planner has statistics of what was written."""

from __future__ import annotations

from sqlalchemy import text

from store.database.db import Database
from store.database.statistics import analyze
from tests.store.tour_samples import store_all

KNOWN = {
    "sqlite": text("SELECT stat FROM sqlite_stat1 WHERE tbl = 'tours'"),
    "postgresql": text("SELECT n_distinct FROM pg_stats WHERE tablename = 'tours' AND attname = 'id'"),
}


def test_statistics_are_there(database: Database) -> None:
    """The statistics of the given tables exist as soon as the function returns."""
    store_all(database)
    analyze(database, ("tour_runs", "tours"))
    with database.reading() as session:
        found = session.scalars(KNOWN[database.engine.dialect.name]).all()
    assert found
