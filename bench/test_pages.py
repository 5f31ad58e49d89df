"""Pages and routes of the application on a database of many tours and some jobs, without a network."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from api.app import create_app
from bench.conftest import Measure
from store.database.db import Database
from store.models.jobs import Job
from store.settings import Settings

TIMES = 3
ADDRESSES = (
    "/", "/jobs", "/jobs/{job}", "/boards", "/boards/8x8", "/tours?board=8x8", "/tours?board=8x8&closed=true",
    "/compare", "/submit?kind=enumerate&board=8x8", "/sources", "/generators", "/query", "/api/v1/jobs?limit=100",
    "/api/v1/jobs/{job}", "/api/v1/tours?board=8x8&limit=100", "/api/v1/tours/counts?board=8x8", "/api/v1/boards/8x8",
    "/api/v1/openapi.json",
)  # fmt: skip
"""`{job}` stands for the job that has stored the tours."""


@pytest.fixture(scope="session")
def client(settings: Settings, database: Database) -> FlaskClient:
    """Return a client of the application."""
    return create_app(settings, database).test_client()


@pytest.mark.parametrize("address", ADDRESSES)
def test_page(measure: Measure, database: Database, client: FlaskClient, address: str) -> None:
    """Answers to requests for one address."""
    with database.reading() as session:
        job = session.scalars(select(Job.public_id).order_by(Job.id)).first()

    def ask() -> list[int]:
        return [client.get(address.format(job=job)).status_code for _ in range(TIMES)]

    assert measure(ask, TIMES) == [200] * TIMES
