"""A browser changes nothing on behalf of another site."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.api.conftest import JOB


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://elsewhere.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:9"},
        {"Origin": "http://["},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_other_sites_are_refused(client: FlaskClient, headers: dict[str, str]) -> None:
    """403 for what changes state; reading is not stopped here."""
    assert client.post("/api/v1/jobs", json=JOB, headers=headers).status_code == 403
    assert client.get("/api/v1/jobs", headers=headers).status_code == 200


@pytest.mark.parametrize("headers", [{}, {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}])
def test_our_pages_and_programs_pass(client: FlaskClient, headers: dict[str, str]) -> None:
    """Our own pages say where they come from, programs say nothing."""
    assert client.post("/api/v1/jobs", json=JOB, headers=headers).status_code == 202
