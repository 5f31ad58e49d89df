"""A job looked at before it is submitted."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from findings.atlas.load import load_atlas
from store.database.db import Database
from tests.api.conftest import JOB

CHECK = "/api/v1/jobs/check"


def checked(client: FlaskClient, **fields: object) -> dict[str, Any]:
    """Return what is said of a job; nothing may be stored by it."""
    answer = client.post(CHECK, json=fields)
    assert answer.status_code == 200, answer.text
    assert client.get("/api/v1/jobs?kind=enumerate&label=checked").get_json()["items"] == []
    found: dict[str, Any] = answer.get_json()
    return found


def test_what_a_sweep_needs(client: FlaskClient) -> None:
    """Time, states, memory and files, each with the ends of what it may be off by; in words as the form says it."""
    found = checked(client, kind="enumerate", board="8x8", tours="closed", label="checked")

    cost = found["cost"]
    assert (found["valid"], found["errors"], found["shards"]) == (True, [], None)
    assert any("auto takes frontier" in sentence for sentence in cost["sentences"])
    assert cost["sweeps"] == 1
    for name in ("cpu_seconds", "states", "memory_bytes", "disk_bytes"):
        assert 0 < cost[name]["low"] < cost[name]["value"] < cost[name]["high"], name
    assert 20 < cost["cpu_seconds"]["value"] < 1000
    assert found["title"] == "All closed tours of 8x8"
    preview = client.get("/live/preview?kind=enumerate&board=8x8&tours=closed").text
    assert all(sentence.split("'")[0][:40] in preview for sentence in cost["sentences"])


def test_what_is_known_and_which_job_is_equal(client: FlaskClient, sqlite_database: Database) -> None:
    """The record's answer with its sources, the theorem, the equal job; the form says it before the cost."""
    with sqlite_database.writing() as session:
        load_atlas(session)
    job = client.post("/api/v1/jobs", json=JOB).get_json()["id"]

    assert checked(client, **JOB)["equal_job"] == job
    corner = checked(client, kind="enumerate", board="8x8", starts=["a1"])
    assert corner["known"]["job"]["answer"].startswith("1,222,177,251,161,336 directed tours")
    assert corner["known"]["known"][0]["sources"][0]["kind"] == "atlas"
    assert checked(client, kind="construct", board="5x5", tours="closed")["existence"]["verdict"] == "impossible"
    preview = client.get("/live/preview?kind=enumerate&board=8x8&starts=a1&quick=1").text
    assert "Known already:" in preview
    assert "1,222,177,251,161,336 directed tours" in preview


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/kind"),
        (JOB | {"colour": "red"}, "/colour"),
        (JOB | {"starts": [[9, 9]]}, "/starts/0"),
        (JOB | {"limit": {}}, "/limit"),
    ],
)
def test_what_is_wrong_is_listed(client: FlaskClient, body: dict[str, object], pointer: str) -> None:
    """Valid is false, and each wrong field is named."""
    found = client.post(CHECK, json=body).get_json()
    assert (found["valid"], found["errors"][0]["pointer"]) == (False, pointer)
