"""Backup of the embedded database while in use, and restoring."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from store.database.migrate import newest_revision
from store.private import make_file, make_folder

PAGES = 4096
"""Pages copied at a time; writers proceed in between."""


class BackupError(RuntimeError):
    """The backup is impossible, or the file is no backup; the message says why."""


def backup(source: Path, target: Path) -> None:
    """Copy a consistent state of the database file `source` to the new file `target`; writers continue."""
    if target.exists():
        raise BackupError(f"{target} exists already")
    if not source.exists():
        raise BackupError(f"there is no database at {source}")
    target.parent.mkdir(parents=True, exist_ok=True)
    make_file(target)
    with closing(sqlite3.connect(source)) as here, closing(sqlite3.connect(target)) as there:
        here.backup(there, pages=PAGES)
        there.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it


def restore(source: Path, target: Path) -> None:
    """Replace the database `target`, which must not be in use, by the copy `source`; both are checked."""
    _check(source)
    make_folder(target.parent)
    make_file(target)
    with closing(sqlite3.connect(source)) as here, closing(sqlite3.connect(target)) as there:
        here.backup(there)


def _check(path: Path) -> None:
    """Raise unless the file is a sound database of this schema or an older one."""
    if not path.exists():
        raise BackupError(f"there is no file {path}")
    try:
        with closing(sqlite3.connect(path)) as connection:
            verdict = connection.execute("PRAGMA integrity_check").fetchone()[0]
            revision = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.DatabaseError as error:
        raise BackupError(f"{path} is not a database of this service: {error}") from error
    if verdict != "ok":
        raise BackupError(f"{path} is damaged: {verdict}")
    if revision is None or revision[0] > newest_revision():
        raise BackupError(f"{path} was written by a newer version")
