"""Reclaim the space of deleted rows and refresh the planner's statistics."""

from __future__ import annotations

from contextlib import closing

from sqlalchemy import text

from store.database.db import Database

SIZE = {
    "sqlite": text("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"),
    "postgresql": text("SELECT pg_database_size(current_database())"),
}
STATEMENTS = {
    "sqlite": ("VACUUM", "ANALYZE", "PRAGMA wal_checkpoint(TRUNCATE)"),
    "postgresql": ("VACUUM (FULL, ANALYZE)",),
}


def size(database: Database) -> int:
    """Return the size of the database in bytes."""
    with database.reading() as session:
        return int(session.execute(SIZE[database.engine.dialect.name]).scalar_one())


def vacuum(database: Database) -> None:
    """Rewrite every table without gaps: needs as much free space again, and exclusive access.

    None of the statements may run in a transaction.
    """
    with closing(database.engine.raw_connection()) as connection:
        driver = connection.driver_connection
        if not database.is_sqlite:
            driver.autocommit = True  # type: ignore[union-attr]  # psycopg's connection
            driver.execute("SET statement_timeout = 0")  # type: ignore[union-attr]  # as above
        for statement in STATEMENTS[database.engine.dialect.name]:
            driver.execute(statement)  # type: ignore[union-attr]  # both drivers have it
        connection.detach()  # its settings are not those of the pool
