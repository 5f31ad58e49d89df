"""The database that a command works on, embedded or production, whichever the settings name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from cli.settings import database_settings
from store.db import Database, open_database
from store.migrate import upgrade


@contextmanager
def newest_database(data: Path) -> Iterator[Database]:
    """Bring the database to the newest schema and yield it; it is closed at the end."""
    settings = database_settings(data)
    upgrade(settings)
    with closing(open_database(settings)) as database:
        yield database
