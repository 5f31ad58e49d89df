"""`cavalier db tidy` on a data folder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import update

from cli.main import main
from engine.kinds.table import KINDS
from store.database.db import Database
from store.jobs.lifecycle import cancel
from store.models.jobs import Job
from store.settings import Settings
from tests.store.job_samples import drain, put_results_together, stored_job
from tests.toy import ToyKind


def tidied(data: Path, *options: str) -> str:
    """Run the command and return what it printed."""
    done = CliRunner().invoke(main, ["db", "tidy", "--data", str(data), *options])
    assert done.exit_code == 0, done.output
    return done.stdout


def test_compressed_once_and_deleted_after_its_days(
    sqlite_settings: Settings, sqlite_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A dry run states what a real run then does; a second run finds nothing left to do."""
    monkeypatch.setitem(KINDS, "enumerate", ToyKind())
    with sqlite_database.writing() as session:
        stored_job(session, ToyKind(shards=3))
    drain(sqlite_database)
    with sqlite_database.writing() as session:
        cancel(session, stored_job(session).public_id)
    put_results_together(sqlite_database)
    with sqlite_database.writing() as session:
        session.execute(update(Job).values(finished_at=1.0))
    monkeypatch.setenv("CAVALIER_KEEP_FAILED_DAYS", "7")
    data = sqlite_settings.data

    planned = json.loads(tidied(data, "--dry-run", "--json"))
    assert (planned["compressed"], planned["deleted"], planned["dry_run"]) == (2, 1, True)
    assert "to be deleted: 1 failed or cancelled job\n" in tidied(data, "--dry-run")
    assert "compressed: 2 jobs" in tidied(data)
    again = json.loads(tidied(data, "--json"))
    assert (again["compressed"], again["deleted"]) == (0, 0)
