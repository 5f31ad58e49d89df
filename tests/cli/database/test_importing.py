"""`cavalier import`: from one data folder to another and back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import text

from cli.main import main
from engine.kinds.table import KINDS
from store.database.db import Database, open_database
from store.settings import Settings
from tests.store.tour_samples import store_all
from tests.toy import ToyKind
from workers.host.data_lock import lock_data_folder


@pytest.fixture(autouse=True)
def toy_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the toy into the registry."""
    monkeypatch.setitem(KINDS, "enumerate", ToyKind())


def invoke(*arguments: object) -> Result:
    """Run a command."""
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def test_there_and_back(sqlite_settings: Settings, sqlite_database: Database, tmp_path: Path) -> None:
    """The other folder exports the same tours; importing them back adds nothing."""
    store_all(sqlite_database)
    here, there, files = sqlite_settings.data, tmp_path / "there", [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]

    assert invoke("export", "tours", "--out", files[0], "--data", here).exit_code == 0
    first = json.loads(invoke("import", files[0], "--data", there, "--json").stdout)
    again = json.loads(invoke("import", files[0], "--data", there, "--json").stdout)
    assert (first["imported"], first["held_before"], first["claims"]) == (1728, 0, 0)
    assert again == first | {"made_now": False}

    assert invoke("export", "tours", "--out", files[1], "--data", there).exit_code == 0
    tours = [sorted(json.loads(line)["squares"] for line in file.read_text().splitlines()) for file in files]
    assert tours[0] == tours[1]
    back = invoke("import", files[1], "--data", here)
    assert back.stdout.startswith("0 tours imported, 1,728 were here before; 0 counts claimed: job ")


def test_the_planner_knows_what_came(sqlite_settings: Settings, sqlite_database: Database, tmp_path: Path) -> None:
    """An import updates the database's statistics of the tables of tours."""
    store_all(sqlite_database)
    assert invoke("export", "tours", "--out", tmp_path / "a.jsonl", "--data", sqlite_settings.data).exit_code == 0
    assert invoke("import", tmp_path / "a.jsonl", "--data", tmp_path / "there").exit_code == 0
    database = open_database(Settings(data=tmp_path / "there"))
    with database.reading() as session:
        known = session.execute(text("SELECT tbl, stat FROM sqlite_stat1")).all()
    database.close()
    assert {table for table, _ in known} >= {"tour_runs", "tours"}
    assert all(900 < int(stat.split()[0]) < 3500 for table, stat in known if table == "tours"), known  # estimated


def test_a_faulty_file_and_a_folder_in_use(tmp_path: Path) -> None:
    """A faulty line is named with exit code 2; a folder in use by a service is refused."""
    file = tmp_path / "theirs.jsonl"
    file.write_text("no json\n")

    refused = invoke("import", file, "--data", tmp_path / "data")
    with lock_data_folder(tmp_path / "data"):
        busy = invoke("import", file, "--data", tmp_path / "data")

    assert refused.exit_code == 2
    assert json.loads(refused.stderr)["errors"][0]["line"] == 1
    assert busy.exit_code == 1
    assert "Data folder in use" in busy.stderr
