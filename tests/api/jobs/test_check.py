"""Checks of jobs before their submission."""

from __future__ import annotations

import time
from typing import Any

import pytest
from flask.testing import FlaskClient

from api.app import create_app
from engine.kinds.table import KINDS
from findings.atlas.load import load_atlas
from store.database.db import Database, number_of
from store.models.boards import BoardRow
from store.models.jobs import Job
from store.models.shards import Shard
from store.settings import Settings
from tests.api.conftest import JOB

CHECK = "/api/v1/jobs/check"


MAX_SECONDS = 5.0
"""Limit of the processor time of three checks; each plan would take minutes."""


@pytest.fixture
def client_of_both(database: Database, notifier: Any) -> FlaskClient:
    """A client of a service on either database."""
    return create_app(Settings(), database, notifier).test_client()


def checked(client: FlaskClient, **fields: object) -> dict[str, Any]:
    """Return the check of a job; nothing may be stored by it."""
    answer = client.post(CHECK, json=fields)
    assert answer.status_code == 200, answer.text
    assert client.get("/api/v1/jobs?kind=enumerate&label=checked").get_json()["items"] == []
    found: dict[str, Any] = answer.get_json()
    return found


def test_what_a_sweep_needs(client: FlaskClient) -> None:
    """Time, states, memory and files are estimated with low and high ends; the form uses the same sentences."""
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
    """A check gives the recorded answer with sources, the theorem and the equal job; the form shows the answer."""
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


HUGE = {"kind": "sample", "board": "8x8", "rng": {"streams": 60_000}}
WIDE = {"kind": "index", "board": "300x300"}


def test_a_plan_beyond_the_limits_is_not_made(
    client_of_both: FlaskClient, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Too many shards are refused by name, and slow plans are left to a worker; both come soon and store nothing."""

    def plan(problem: object) -> object:
        raise AssertionError(f"a request planned {problem}")

    for kind in (KINDS["sample"], KINDS["index"]):
        monkeypatch.setattr(kind, "plan", plan)
    begun = time.process_time()
    huge, confirmed, wide = (
        client_of_both.post(CHECK, json=body).get_json() for body in (HUGE, HUGE | {"confirm_cost": True}, WIDE)
    )

    assert time.process_time() - begun < MAX_SECONDS
    assert huge["valid"] is False
    assert huge["errors"][0]["pointer"] == "/confirm_cost"
    assert "60000 shards, more than the 20000 that are computed unasked" in huge["errors"][0]["detail"]
    assert [(found["valid"], found["shards"]) for found in (confirmed, wide)] == [(True, None), (True, None)]
    with database.reading() as session:
        assert [number_of(session, table) for table in (Job, Shard, BoardRow)] == [0, 0, 0]


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
