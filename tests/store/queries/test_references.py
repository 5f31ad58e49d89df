"""The query of published figures."""

from __future__ import annotations

from store.db import Database
from store.queries.references import ReferenceFilter, find_references
from store.references.load import load_references


def test_filters_and_pages(database: Database) -> None:
    """Filters restrict together; pages follow each other without a gap."""
    with database.writing() as session:
        load_references(session)
    wanted = ReferenceFilter(source="known-counts", table="cycles", board="6x6", quantity="cycles")
    with database.reading() as session:
        (row,) = find_references(session, wanted)
        everything = find_references(session, ReferenceFilter(source="marche-du-cavalier"))
        page = find_references(session, ReferenceFilter(source="marche-du-cavalier"), limit=10)
        rest = find_references(session, ReferenceFilter(source="marche-du-cavalier"), after=page[-1].id)
    assert (row.value, row.convention, row.exact, row.note) == ("9862", "undirected", True, "OEIS A001230")
    assert [row.key for row in page + rest] == [row.key for row in everything]
