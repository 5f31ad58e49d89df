"""Files made by the service are readable by their owner only."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from findings.setup import upgrade
from store.database.backup import backup, restore
from store.database.db import open_database
from store.settings import Settings
from workers.host.data_lock import lock_data_folder


@pytest.fixture(autouse=True)
def umask() -> Iterator[None]:
    """Set the umask of most systems, with which everyone may read new files."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def test_only_the_owner_reads_what_is_made(tmp_path: Path) -> None:
    """Data folder, database, log, lock, backups and restored files are private to their owner."""
    settings = Settings(data=tmp_path / "new" / "data")
    upgrade(settings)
    database = open_database(settings)
    with database.reading() as session, lock_data_folder(settings.data):
        session.connection()
        modes = _modes(settings.data)
    database.close()
    assert {"cavalier.sqlite", "cavalier.sqlite-wal", "cavalier.lock"} <= set(modes)
    assert set(modes.values()) == {0o600}
    assert stat.S_IMODE(settings.data.stat().st_mode) == 0o700

    copies = tmp_path / "copies"
    backup(settings.data / "cavalier.sqlite", copies / "copy.sqlite")
    restore(copies / "copy.sqlite", tmp_path / "other" / "cavalier.sqlite")
    assert _modes(copies) == {"copy.sqlite": 0o600}
    assert _modes(tmp_path / "other") == {"cavalier.sqlite": 0o600}


def test_what_is_there_keeps_its_mode(sqlite_settings: Settings) -> None:
    """Existing files keep their mode, since a group may have been given access."""
    sqlite_settings.data.chmod(0o750)
    (sqlite_settings.data / "cavalier.sqlite").chmod(0o640)
    database = open_database(sqlite_settings)
    with database.reading() as session:
        session.connection()
        assert set(_modes(sqlite_settings.data).values()) == {0o640}
    database.close()
    assert stat.S_IMODE(sqlite_settings.data.stat().st_mode) == 0o750


def _modes(folder: Path) -> dict[str, int]:
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}
