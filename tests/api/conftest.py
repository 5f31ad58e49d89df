"""The API on a migrated, empty database, with the toy kind in place of enumeration."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api.app import create_app
from engine.kinds.registry import KINDS
from store.db import Database
from store.settings import Settings
from tests.toy import ToyKind

JOB = {"kind": "enumerate", "board": "5x5"}


class SilentDoorbell:
    """Counts the rings; no worker hears them."""

    def __init__(self) -> None:
        self.rings = 0
        self.answers = True

    def ring(self, times: int = 1) -> bool:
        """Count."""
        self.rings += times
        return self.answers

    def reachable(self) -> bool:
        """Whether the test says that the broker answers."""
        return self.answers


@pytest.fixture(autouse=True)
def toy_kind(monkeypatch: pytest.MonkeyPatch) -> ToyKind:
    """Put the toy into the registry."""
    kind = ToyKind()
    monkeypatch.setitem(KINDS, "enumerate", kind)
    return kind


@pytest.fixture
def doorbell() -> SilentDoorbell:
    """The doorbell of the application."""
    return SilentDoorbell()


@pytest.fixture
def app(sqlite_settings: Settings, sqlite_database: Database, doorbell: Any) -> Flask:
    """The application on an empty database."""
    app = create_app(sqlite_settings, sqlite_database, doorbell)
    app.testing = True
    return app


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A client of the application."""
    return app.test_client()


@pytest.fixture
def job_id(client: FlaskClient) -> str:
    """A submitted job."""
    return str(client.post("/api/v1/jobs", json=JOB).get_json()["id"])
