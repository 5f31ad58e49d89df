"""The API on a migrated, empty database, with the toy kind in place of enumeration."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from api.app import create_app
from engine.boards.labels import parse_board
from engine.kinds.planning_cost import plans_soon
from engine.kinds.table import KINDS
from engine.tours.pack import TourPacker
from store.database.db import Database
from store.models.boards import BoardRow
from store.models.shards import Shard
from store.settings import Settings
from store.tours.encoding import TourBatch
from store.tours.insertion import write_tours
from tests.toy import ToyKind

JOB = {"kind": "enumerate", "board": "5x5"}
OPEN_5X5 = [0, 11, 20, 17, 24, 13, 4, 7, 18, 21, 10, 1, 8, 19, 22, 15, 6, 3, 14, 23, 16, 5, 12, 9, 2]
"""A tour of 5x5 from the corner, by Warnsdorff's rule with backtracking; test_tours.py checks that it is one."""


class SilentNotifier:
    """Counts the notifications; no worker gets them."""

    def __init__(self) -> None:
        self.sent = 0
        self.answers = True

    def notify(self, times: int = 1) -> bool:
        """Count."""
        self.sent += times
        return self.answers

    def reachable(self) -> bool:
        """Whether the test says that the broker answers."""
        return self.answers


@pytest.fixture(autouse=True)
def toy_kind(monkeypatch: pytest.MonkeyPatch) -> ToyKind:
    """Put the toy into the registry; it is planned in the request, as no search is."""
    kind = ToyKind()
    monkeypatch.setitem(KINDS, "enumerate", kind)
    monkeypatch.setattr("engine.kinds.admission.plans_at_once", plans_soon)
    return kind


@pytest.fixture
def notifier(monkeypatch: pytest.MonkeyPatch) -> SilentNotifier:
    """The notifier of the application, which is asked at once in a burst, too."""
    monkeypatch.setattr("workers.notifier.GATHER_SECONDS", 0.0)
    return SilentNotifier()


@pytest.fixture
def app(sqlite_settings: Settings, sqlite_database: Database, notifier: Any) -> Flask:
    """The application on an empty database."""
    app = create_app(sqlite_settings, sqlite_database, notifier)
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


@pytest.fixture
def stored_tours(job_id: str, sqlite_database: Database) -> str:
    """A job with a tour and its reverse."""
    packer = TourPacker(parse_board("5x5"), (1, 2))
    tours = np.array([OPEN_5X5, OPEN_5X5[::-1]], dtype=np.int32)
    batch = TourBatch(
        start=tours[:, 0], end=tours[:, -1], closed=np.zeros(2, dtype=np.bool_), symmetry=np.ones(2, dtype=np.int32),
        class_keys=np.full(2, -2), paths=packer.pack(tours),
    )  # fmt: skip
    with sqlite_database.writing() as session:
        board, shard = session.scalars(select(BoardRow)).one(), session.scalars(select(Shard)).first()
        assert shard is not None
        shard.tours = 2
        write_tours(session, batch, board_id=board.id, shard_id=shard.id, seq=0, found_at=1.0e9)
    return job_id
