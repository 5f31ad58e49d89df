"""Audit, backup and restore from the command line."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli.main import main
from engine.kinds.table import KINDS
from store.database.db import Database
from store.settings import Settings
from tests.store.tour_samples import store_all
from tests.toy import ToyKind


@pytest.fixture(autouse=True)
def toy_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the toy into the registry."""
    monkeypatch.setitem(KINDS, "enumerate", ToyKind())


def invoke(*arguments: str) -> Result:
    """Run a command."""
    return CliRunner().invoke(main, arguments)


def test_from_a_sound_database_to_a_tampered_one_and_back(
    sqlite_settings: Settings, sqlite_database: Database, tmp_path: Path
) -> None:
    """A sound database has no findings, a tampered row is named with exit code 1, and a restored copy is sound."""
    store_all(sqlite_database)
    sqlite_database.close()
    data, copy = str(sqlite_settings.data), str(tmp_path / "copy.sqlite")

    sound = invoke("audit", "--full", "--data", data, "--json")
    assert (sound.exit_code, json.loads(sound.stdout)["tours"]) == (0, 1728)
    assert invoke("db", "backup", copy, "--data", data).exit_code == 0
    with sqlite3.connect(sqlite_settings.data / "cavalier.sqlite") as connection:
        connection.execute("UPDATE tours SET class_key = 1 WHERE id = 9")
    tampered = invoke("audit", "--full", "--data", data)
    assert (tampered.exit_code, "tour 9 of 5x5" in tampered.stdout) == (1, True)
    assert invoke("db", "restore", copy, "--data", data).exit_code == 0
    assert invoke("audit", "--full", "--data", data).exit_code == 0


def test_a_file_in_the_way(sqlite_settings: Settings, tmp_path: Path) -> None:
    """A backup overwrites nothing; a file that is no copy is not restored."""
    (tmp_path / "file").write_text("precious")

    for verb in ("backup", "restore"):
        assert invoke("db", verb, str(tmp_path / "file"), "--data", str(sqlite_settings.data)).exit_code == 1
    assert (tmp_path / "file").read_text() == "precious"
