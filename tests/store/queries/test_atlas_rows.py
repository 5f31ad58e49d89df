"""The queries of the atlas."""

from __future__ import annotations

from findings.atlas.load import load_atlas
from store.database.db import Database
from store.queries.atlas_rows import atlas_counts


def test_counts_by_board(database: Database) -> None:
    """Counts are integers, and boards missing from the atlas have none."""
    with database.writing() as session:
        load_atlas(session)
        assert atlas_counts(session, ["5x5", "99x99"], ["tours"], "1,2") == [("5x5", "tours", 1728)]
