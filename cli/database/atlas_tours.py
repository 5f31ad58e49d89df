"""The tours of the atlas, for databases that have never had them."""

from __future__ import annotations

from findings.atlas.tours import bring_tours
from store.database.db import Database
from store.database.statistics import analyze
from store.jobs.current_result import current_result
from store.settings import Settings


def bring_tours_in(settings: Settings, database: Database) -> int:
    """Import the tours of this version once per database, if the settings ask for that; return their number."""
    if not settings.atlas_tours:
        return 0
    with database.writing() as session:
        job = bring_tours(session)
        counts = [] if job is None else current_result(session, job).counts
    if not counts:
        return 0
    analyze(database, ("tour_runs", "tours"))
    return next(int(count.value) for count in counts if count.quantity == "imported")
