"""The check by which a supervisor learns whether a worker of its host is alive."""

from __future__ import annotations

import socket

import pytest

from store.database.db import Database
from store.jobs.maintenance import report_worker
from store.settings import Settings
from workers.host.healthcheck import main


def test_a_worker_of_this_host(
    sqlite_settings: Settings, sqlite_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only a worker of this host counts."""
    monkeypatch.setenv("CAVALIER_DATA", str(sqlite_settings.data))
    with sqlite_database.writing() as session:
        report_worker(session, "elsewhere-1-abc", 1, "engine", 0.0)
    assert main() == 1
    with sqlite_database.writing() as session:
        report_worker(session, f"{socket.gethostname()}-1-abc", 1, "engine", 0.0)
    assert main() == 0
