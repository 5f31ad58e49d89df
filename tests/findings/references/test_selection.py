"""The queries of published figures."""

from __future__ import annotations

from findings.references.load import load_references
from findings.references.selection import (
    comparable_figures,
    printed_number,
    published_figures,
)
from store.database.db import Database
from store.models.references import ReferenceRow


def test_what_a_part_counts_is_not_compared_with_the_whole(database: Database) -> None:
    """Counts of tours by Warnsdorff's rule are not compared with counts of all tours."""
    with database.writing() as session:
        load_references(session)
        tables = {row.table for row in comparable_figures(published_figures(session, "8x8", "1,2"))}

    assert tables
    assert not any(table.startswith("warnsdorff") for table in tables)


def test_what_no_source_prints_is_not_published(database: Database) -> None:
    """Liege names the sequence of the OEIS and prints none of its terms; "Algorithmique iii" prints no total."""
    with database.writing() as session:
        load_references(session)
        sources = {row.source for row in published_figures(session, "5x5", "1,2") if row.quantity == "tours"}
        known = {row.source for row in published_figures(session, "5x5", "1,2")}

    assert sources == set()
    assert "known-counts" in known


def test_numbers_are_those_in_print() -> None:
    """Exact numbers and estimates are read as printed; words, truth values and grids are not numbers."""
    values = {"19591828170979904": 19591828170979904, "many": None, 6.4e20: 6.4e20, True: None}

    assert {value: printed_number(ReferenceRow(value=value, right="1")) for value in values} == values
    assert printed_number(ReferenceRow(value=[[1]])) is None
