"""The API on PostgreSQL: each of its queries once."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from api.app import create_app
from store.database.db import Database
from store.settings import Settings
from tests.api.conftest import JOB
from tests.store.job_samples import drain

pytestmark = pytest.mark.service
CAMPAIGN = {"name": "One", "boards": ["5x5", "4x4"], "specifications": [{"kind": "enumerate"}]}


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
    """No query uses SQLite's own dialect."""
    assert client.get(path.format(job_id)).status_code == 200


@pytest.mark.parametrize("path", ["/api/v1/jobs?label=%00", "/api/v1/jobs/%00", "/api/v1/tours?job=%00"])
def test_nul_is_no_outage(client: FlaskClient, path: str) -> None:
    """PostgreSQL refuses NUL in a text; that is the caller's fault."""
    assert client.get(path).status_code in {404, 422}


@pytest.mark.parametrize("path", ["/api/v1/jobs", "/api/v1/jobs?reuse=true", "/api/v1/campaigns"])
def test_the_same_key_at_one_moment_gets_one_answer(client: FlaskClient, path: str) -> None:
    """Concurrent requests with one key all get the same job or campaign."""
    body = CAMPAIGN if path.endswith("campaigns") else JOB
    answers = _at_one_moment(client, path, [(body, {"Idempotency-Key": "k"})] * 8)
    assert {answer.status_code for answer in answers} <= {200, 201, 202}
    assert len({answer.headers["Location"] for answer in answers}) == 1


def test_first_jobs_of_a_board_at_one_moment_are_all_stored(client: FlaskClient) -> None:
    """Concurrent first jobs of a board share its row."""
    answers = _at_one_moment(client, "/api/v1/jobs", [(JOB | {"board": "4x7"}, {})] * 8)
    assert {answer.status_code for answer in answers} == {202}
    assert len({answer.headers["Location"] for answer in answers}) == 8


def _at_one_moment(
    client: FlaskClient, path: str, requests: list[tuple[dict[str, Any], dict[str, str]]]
) -> list[TestResponse]:
    """Send the requests all at once, each from its own thread."""
    ready = threading.Barrier(len(requests))

    def send(request: tuple[dict[str, Any], dict[str, str]]) -> TestResponse:
        body, headers = request
        own = client.application.test_client()
        ready.wait()
        return own.post(path, json=body, headers=headers)

    with ThreadPoolExecutor(len(requests)) as threads:
        return list(threads.map(send, requests))
