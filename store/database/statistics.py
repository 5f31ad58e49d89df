"""Tell the database's planner what tables hold now that many rows were written at once."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import text

from store.database.db import Database

SAMPLED = text("PRAGMA analysis_limit=1000")
"""Entries of each index that SQLite looks at; of whole indexes it would take long, and nobody could write meanwhile."""


def analyze(database: Database, tables: Collection[str]) -> None:
    """Bring the statistics of tables (names of ours) up to date, each in a short transaction of its own."""
    for table in tables:
        with database.writing() as session:
            if database.is_sqlite:
                session.execute(SAMPLED)
            session.execute(text(f"ANALYZE {table}"))
