"""Lists of figures."""

from __future__ import annotations

from findings.atlas.entries import all_entries
from findings.atlas.load import load_atlas
from findings.references.load import load_references
from store.database.db import Database
from store.models.atlas import AtlasRow
from store.models.references import ReferenceRow
from store.queries.figure_lists import count_figures, find_figures


def test_filters_and_pages(database: Database) -> None:
    """Filters restrict together; pages follow each other without a gap."""
    with database.writing() as session:
        load_atlas(session)
        load_references(session)
    everything = sum(len(entry.figures) for entry in all_entries())
    printed = {"source": "known-counts", "table": "cycles", "board": "6x6", "quantity": "cycles", "status": None}
    with database.reading() as session:
        row, by_ends = find_figures(session, AtlasRow, {"board": "5x5", "piece": "1,2", "quantity": "tours"})
        page = find_figures(session, AtlasRow, {}, limit=4)
        rest = find_figures(session, AtlasRow, {}, after=page[-1].id)
        assert count_figures(session, AtlasRow, {}) == len(page) + len(rest) == everything
        (figure,) = find_figures(session, ReferenceRow, printed)
        assert count_figures(session, ReferenceRow, printed) == 1
    assert (row.value, by_ends.value, len(page)) == ("1728", "1728", 4)
    assert [one.id for one in page + rest] == sorted({one.id for one in page + rest})
    assert (figure.value, figure.convention, figure.exact, figure.note) == ("9862", "undirected", True, "OEIS A001230")
