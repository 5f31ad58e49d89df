"""Refresh the planner's statistics after large writes."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import text

from store.database.db import Database

SAMPLED = text("PRAGMA analysis_limit=1000")
"""Entries that SQLite samples per index; scanning whole indexes would block writers for long."""


def analyze(database: Database, tables: Collection[str]) -> None:
    """Update the statistics of tables (trusted names), each in its own short transaction."""
    for table in tables:
        with database.writing() as session:
            if database.is_sqlite:
                session.execute(SAMPLED)
            session.execute(text(f"ANALYZE {table}"))
