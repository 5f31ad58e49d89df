"""Backup and restore of the embedded database."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import select

from store.database.backup import BackupError, backup, restore
from store.database.db import Database, open_database
from store.models.jobs import Job
from store.settings import Settings
from tests.store.job_samples import stored_job


def jobs(settings: Settings) -> list[str]:
    """Return the public ids of all jobs."""
    database = open_database(settings)
    with database.reading() as session:
        found = list(session.scalars(select(Job.public_id).order_by(Job.id)))
    database.close()
    return found


def test_a_copy_brings_back_what_was_there(
    sqlite_settings: Settings, sqlite_database: Database, tmp_path: Path
) -> None:
    """A backup of an open database contains what was committed; restoring it drops all later changes."""
    with sqlite_database.writing() as session:
        first = stored_job(session).public_id
    file = sqlite_settings.data / "cavalier.sqlite"
    backup(file, tmp_path / "copies" / "one.sqlite")
    with sqlite_database.writing() as session:
        second = stored_job(session).public_id
    assert jobs(sqlite_settings) == [first, second]
    sqlite_database.close()

    restore(tmp_path / "copies" / "one.sqlite", file)

    assert jobs(sqlite_settings) == [first]


def test_what_is_no_copy_is_refused(sqlite_settings: Settings, tmp_path: Path) -> None:
    """A backup overwrites nothing, and a file that is no backup of ours is not restored."""
    file = sqlite_settings.data / "cavalier.sqlite"
    (tmp_path / "text").write_text("not a database, but long enough to be looked at as one" * 20)
    sqlite3.connect(tmp_path / "empty.sqlite").close()

    for attempt in (
        lambda: backup(file, tmp_path / "text"),
        lambda: backup(tmp_path / "none", tmp_path / "new"),
        lambda: restore(tmp_path / "none", file),
        lambda: restore(tmp_path / "text", file),
        lambda: restore(tmp_path / "empty.sqlite", file),
    ):
        with pytest.raises(BackupError):
            attempt()
