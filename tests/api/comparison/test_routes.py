"""Comparisons over HTTP."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from store.database.db import Database
from tests.api.conftest import JOB
from tests.store.job_samples import drain

COMPARE = "/api/v1/compare"


def test_two_equal_jobs(client: FlaskClient, job_id: str, sqlite_database: Database) -> None:
    """Equal finished jobs are equal to the last bit."""
    twin = client.post("/api/v1/jobs", json=JOB).get_json()["id"]
    drain(sqlite_database, numbers=4)

    found = client.get(f"{COMPARE}?job={job_id}&job={twin}").get_json()

    (item,) = found["items"]
    assert (found["job"], item["job"], item["reference"]) == (job_id, twin, None)
    assert item["comparison"]["verdict"].startswith("Equal to the last bit")
    assert item["comparison"]["figures"][0]["first"]["value"] == "165"


@pytest.mark.parametrize(("query", "status"), [("", 422), ("job=x", 422), ("job=x&job=y", 404)])
def test_what_cannot_be_compared(client: FlaskClient, query: str, status: int) -> None:
    """Two sides are needed, and both must exist."""
    assert client.get(f"{COMPARE}?{query}").status_code == status


def test_an_unknown_reference(client: FlaskClient, job_id: str) -> None:
    """An unknown reference is a 404."""
    assert client.get(f"{COMPARE}?job={job_id}&reference=none").status_code == 404


def test_with_exact_counts(client: FlaskClient, job_id: str) -> None:
    """`exact` alone is enough as the other side, even if no job has such counts."""
    assert client.get(f"{COMPARE}?job={job_id}&exact=true").get_json()["items"] == []
