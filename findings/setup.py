"""Migrate a database, then update its comments, grants, published figures and atlas."""

from __future__ import annotations

from findings.atlas.load import load_atlas
from findings.references.load import load_references
from store.database.db import open_database
from store.database.migrate import check_age, newest_revision, revision, run_alembic
from store.database.statistics import analyze
from store.models.atlas import AtlasRow
from store.models.references import ReferenceRow
from store.settings import Settings
from store.sql.comments import write_comments
from store.sql.postgres_role import grant_views


def upgrade(settings: Settings) -> None:
    """Run all pending migrations and update the published figures and the atlas.

    Raises NewerDatabaseError, with nothing changed, if a newer version wrote the database.
    """
    database = open_database(settings)
    try:
        found = revision(database)
        check_age(found)
        if found != newest_revision():
            run_alembic(settings, "upgrade", "head")
        with database.writing() as session:
            write_comments(session)
            grant_views(session)
            loaded = {ReferenceRow: load_references(session), AtlasRow: load_atlas(session)}
        analyze(database, [table.__tablename__ for table, changed in loaded.items() if changed])
    finally:
        database.close()
