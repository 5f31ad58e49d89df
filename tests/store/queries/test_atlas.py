"""The queries of the atlas."""

from __future__ import annotations

from store.atlas.entries import all_entries
from store.atlas.load import load_atlas
from store.database.db import Database
from store.queries.atlas import AtlasFilter, atlas_counts, count_atlas, find_atlas


def test_filters_and_pages(database: Database) -> None:
    """Filters restrict together; pages follow each other without a gap."""
    with database.writing() as session:
        load_atlas(session)
    everything = sum(len(entry.figures) for entry in all_entries())
    with database.reading() as session:
        (row,) = find_atlas(session, AtlasFilter(board="5x5", piece="1,2", quantity="cycles"), limit=9)
        page = find_atlas(session, AtlasFilter(), limit=4)
        rest = find_atlas(session, AtlasFilter(), after=page[-1].id, limit=everything)
        assert count_atlas(session, AtlasFilter()) == len(page) + len(rest) == everything
    assert row.value == "0"
    assert [one.id for one in page + rest] == sorted({one.id for one in page + rest})


def test_counts_by_board(database: Database) -> None:
    """As whole numbers; of boards that the atlas does not have there is none."""
    with database.writing() as session:
        load_atlas(session)
        assert atlas_counts(session, ["5x5", "99x99"], ["tours"], "1,2") == [("5x5", "tours", 1728)]
