"""The tours stored just before and after a tour of the same shard."""

from __future__ import annotations

from sqlalchemy import select

from store.database.db import Database
from store.models.tours import TourRun
from store.queries.neighbours import neighbouring_tours
from store.queries.tours import find_tour
from tests.store.tour_samples import store_all


def test_a_walk_through_a_shard(database: Database) -> None:
    """The neighbours lead through all tours of a shard, each once, from first to last and back."""
    store_all(database)
    with database.reading() as session:
        runs = session.scalars(select(TourRun).order_by(TourRun.id)).all()
        for shard in {run.shard_id for run in runs}:
            ids = [run.id + n for run in runs if run.shard_id == shard for n in range(run.count)]
            ends = [ids[0], ids[1], ids[-2], ids[-1], *(run.id for run in runs[::40] if run.shard_id == shard)]
            for number in ends:
                found = find_tour(session, number)
                assert found is not None
                place = ids.index(number)
                before = ids[place - 1] if place else None
                after = ids[place + 1] if place + 1 < len(ids) else None
                assert neighbouring_tours(session, found) == (before, after)
