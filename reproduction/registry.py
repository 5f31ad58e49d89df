"""All tables, and the choice of some."""

from __future__ import annotations

from findings.references.data_files import Figure, all_figures
from reproduction.tables import (
    constructions,
    counts,
    distances,
    extremes,
    generators,
    graphs,
    reckonings,
    searches,
    uncrossed,
    walks,
)

TABLES = {
    table.name: table
    for family in (
        searches,
        graphs,
        walks,
        reckonings,
        generators,
        constructions,
        distances,
        counts,
        uncrossed,
        extremes,
    )
    for table in family.TABLES
}


def choose_figures(source: str | None, table: str | None) -> dict[str, list[Figure]]:
    """Return the figures of each requested table, in the order of print."""
    figures: dict[str, list[Figure]] = {}
    for figure in all_figures():
        if source in (None, figure.source) and table in (None, figure.table):
            figures.setdefault(figure.table, []).append(figure)
    return figures
