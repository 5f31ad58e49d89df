"""Certificates over HTTP and on pages: requested, found again, and shown whether they agree or not."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import update

from store.database.db import Database
from store.jobs.lifecycle import get_job
from store.models.results import CountRow
from tests.store.campaigns.samples import plan_all
from tests.store.real_jobs import run_all, run_job

JOBS = "/api/v1/jobs"
CLOSED = {"kind": "enumerate", "board": "5x6", "tours": "closed", "method": "frontier"}


@pytest.fixture(autouse=True)
def toy_kind() -> None:
    """Leave the registries unchanged."""


@pytest.fixture
def counted(sqlite_database: Database) -> str:
    """A job that has counted the closed tours of 5x6."""
    return run_job(sqlite_database, CLOSED)


def cycles(client: FlaskClient) -> dict[str, Any]:
    """Return the statement of jobs about the cycles of 5x6."""
    statements = client.get("/api/v1/boards/5x6").get_json()["statements"]
    (one,) = (
        one
        for one in statements
        if one["quantity"] == "cycles" and any(source["kind"] == "job" for source in one["sources"])
    )
    found: dict[str, Any] = one
    return found


def test_a_count_is_certified(client: FlaskClient, sqlite_database: Database, counted: str) -> None:
    """A count is certified by one job, whose result appears with the count, on pages and in the record."""
    page = client.get(f"/jobs/{counted}").text
    assert 'id="certify"' in page
    assert 'id="certified"' not in page

    answer = client.post(f"{JOBS}/{counted}/certify")
    job = answer.get_json()
    assert (answer.status_code, answer.headers["Location"]) == (202, f"{JOBS}/{job['id']}")
    assert (job["kind"], job["board"], job["specification"]["tours"]) == ("certificate", "5x6", "closed")
    again = client.post(f"{JOBS}/{counted}/certify")
    assert (again.status_code, again.get_json()["id"]) == (200, job["id"])
    assert client.post(f"/jobs/{counted}/certify").location.endswith(f"/jobs/{job['id']}")
    plan_all(sqlite_database)
    run_all(sqlite_database)

    assert cycles(client)["confirmed_by"] == ["certificate", "frontier"]
    assert [(one["job"], one["agrees"]) for one in cycles(client)["certificates"]] == [(job["id"], True)]
    assert 'id="certified"' in client.get(f"/jobs/{counted}").text
    assert "certified modulo 2,305,843,009,213,693,951" in client.get("/boards/5x6").text
    shown = client.get(f"/jobs/{job['id']}").text
    assert 'id="compared"' in shown
    assert "agree modulo" in shown
    assert "cavalier_contradicted_counts 0.0" in client.get("/metrics").text


def test_a_wrong_count_is_told_everywhere(client: FlaskClient, sqlite_database: Database, counted: str) -> None:
    """The contradiction is shown on the first page, the pages of board, job and certificate, and in the metrics."""
    with sqlite_database.writing() as session:
        number = get_job(session, counted).id
        session.execute(
            update(CountRow).where(CountRow.job_id == number, CountRow.quantity == "cycles").values(value=9)
        )
    job = client.post(f"{JOBS}/{counted}/certify").get_json()["id"]
    plan_all(sqlite_database)
    run_all(sqlite_database)

    assert cycles(client)["confirmed_by"] == ["frontier"]
    assert [one["agrees"] for one in cycles(client)["certificates"]] == [False]
    assert 'id="contradicted"' in client.get(f"/jobs/{counted}").text
    assert "contradicted modulo" in client.get("/boards/5x6").text
    assert "a certificate contradicts this count" in client.get("/").text
    assert "contradicted" in client.get(f"/jobs/{job}").text
    assert "cavalier_contradicted_counts 1.0" in client.get("/metrics").text


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "distance", "board": "5x5", "from": "a1"},
        {"kind": "enumerate", "board": "5x5", "limit": {"tours": 3}},
        {"kind": "enumerate", "board": "5x5", "tours": "closed"},
    ],
    ids=["no count", "up to a limit", "a proof"],
)
def test_what_has_no_certificate(client: FlaskClient, sqlite_database: Database, fields: dict[str, object]) -> None:
    """A job that counted no fact of the board gets 409, and its page has no button."""
    job = run_job(sqlite_database, fields)
    answer = client.post(f"{JOBS}/{job}/certify")
    assert answer.status_code == 409
    assert "counted" in answer.get_json()["detail"]
    assert 'id="certify"' not in client.get(f"/jobs/{job}").text


def test_an_unknown_job(client: FlaskClient) -> None:
    """An unknown job is a 404."""
    assert client.post(f"{JOBS}/nobody/certify").status_code == 404
