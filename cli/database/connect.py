"""The database that a command works on, embedded or production, whichever the settings name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy.exc import DatabaseError

from cli.errors import problem
from cli.settings import database_settings
from findings.setup import upgrade
from store.database.db import Database, open_database
from store.database.migrate import NewerDatabaseError
from store.settings import Settings


@contextmanager
def newest_database(data: Path) -> Iterator[Database]:
    """Bring the database to the newest schema and yield it; it is closed at the end."""
    settings = database_settings(data)
    upgrade_or_say_why(settings)
    with closing(open_database(settings)) as database:
        yield database


def upgrade_or_say_why(settings: Settings) -> None:
    """Bring the database to the newest schema.

    Raises a problem if its disk is full, its file is damaged, a newer version wrote it, or it cannot be reached.
    """
    try:
        upgrade(settings)
    except NewerDatabaseError as error:
        hint = "use that version, or name another database by CAVALIER_DATABASE_URL or --data"
        raise problem("Database of a newer version", f"{error}: {hint}") from error
    except DatabaseError as error:
        raise problem("Database unusable", f"{error.orig}") from error
