"""Alembic's environment: the same scripts on SQLite (batch mode) and PostgreSQL (one migrator at a time)."""

from __future__ import annotations

from contextlib import closing

from alembic import context
from sqlalchemy import text

import store.models.atlas
import store.models.campaigns
import store.models.deletions
import store.models.jobs
import store.models.notes
import store.models.operations
import store.models.references
import store.models.results
import store.models.shards
import store.models.tours
import store.models.webhooks  # noqa: F401  importing the models registers their tables
from store.database.db import Database
from store.models.base import Base
from store.models.columns import BigCount, Document, Key, Packed

LOCK = 7_391_274  # any constant: the advisory lock that keeps two migrators apart
TIMEOUTS = ("SET LOCAL lock_timeout = '30s'", "SET LOCAL statement_timeout = '15min'")


def render_item(kind: str, item: object, _context: object) -> str | bool:
    """Write the house's column types by name."""
    if kind != "type":
        return False
    if isinstance(item, Packed):
        return "sa.LargeBinary()"
    if isinstance(item, BigCount):
        return "BigCount()"
    for name, type_ in {"Key": Key, "Document": Document}.items():
        if item is type_ or repr(item) == repr(type_):
            return name
    return False


def is_compared(_item: object, name: str | None, kind: str, *_: object) -> bool:
    """Whether the models say that it is there: not of an index in a direction."""
    return (kind, name) != ("index", "ix_jobs_given_out")


def main() -> None:
    """Migrate the database whose URL the caller put into the configuration."""
    with closing(Database(context.config.attributes["url"])) as database, database.writer.connect() as connection:
        context.configure(
            connection=connection,
            target_metadata=Base.metadata,
            render_as_batch=True,
            render_item=render_item,
            include_object=is_compared,
            compare_server_default=True,
            transaction_per_migration=False,
        )
        with context.begin_transaction():
            if not database.is_sqlite:
                for statement in (*TIMEOUTS, f"SELECT pg_advisory_xact_lock({LOCK})"):
                    connection.execute(text(statement))
            context.run_migrations()


main()
