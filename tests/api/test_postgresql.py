"""The API on PostgreSQL: every query that it asks, once."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from api.app import create_app
from store.database.db import Database
from store.settings import Settings
from tests.api.conftest import JOB
from tests.store.job_samples import drain

pytestmark = pytest.mark.service


@pytest.fixture
def client(postgresql_database: Database, migrated_postgresql_url: str, notifier: Any) -> FlaskClient:
    """A client of a service on an empty PostgreSQL database."""
    settings = Settings(database_url=migrated_postgresql_url)
    return create_app(settings, postgresql_database, notifier).test_client()


def test_a_job_from_submission_to_result(client: FlaskClient, job_id: str, postgresql_database: Database) -> None:
    """Lists, polls, pages and results are as on SQLite."""
    for _ in range(2):
        client.post("/api/v1/jobs", json=JOB, headers={"Idempotency-Key": "k"})
    first = client.get(f"/api/v1/jobs/{job_id}").headers["ETag"]
    drain(postgresql_database, numbers=4)

    page = client.get("/api/v1/jobs?limit=1&state=succeeded&board=5x5&kind=enumerate").get_json()
    rest = client.get(page["next"]).get_json()
    result = client.get(f"/api/v1/jobs/{job_id}/result").get_json()
    job = client.get(f"/api/v1/jobs/{job_id}", headers={"If-None-Match": first})

    assert [entry["id"] for entry in rest["items"]] == [job_id]
    assert result["counts"][0]["value"] == "165"
    assert job.status_code == 200
    assert job.get_json()["progress"]["work"] == "30"
    assert job.get_json()["progress"]["rates"]["60s"] > 0


@pytest.mark.parametrize(
    "path",
    ["/", "/jobs/{}", "/live/jobs/{}", "/metrics", "/api/v1/boards", "/api/v1/boards/5x5",
     "/api/v1/tours?board=5x5&start=1,1&closed=true&symmetry=1&class=fffffffffffffffe&piece=1,2", "/api/v1/tours",
     *(f"/api/v1/jobs/{{}}/{part}" for part in
       ("squares", "ends", "depths", "estimates", "tours", "events", "slices", "shards"))],
)  # fmt: skip
def test_every_question_is_understood(client: FlaskClient, job_id: str, path: str) -> None:
    """No query is of SQLite's own dialect."""
    assert client.get(path.format(job_id)).status_code == 200


@pytest.mark.parametrize("path", ["/api/v1/jobs?label=%00", "/api/v1/jobs/%00", "/api/v1/tours?job=%00"])
def test_nul_is_no_outage(client: FlaskClient, path: str) -> None:
    """PostgreSQL refuses NUL in a text; that is the caller's fault."""
    assert client.get(path).status_code in {404, 422}
