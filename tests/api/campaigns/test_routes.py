"""Campaigns over HTTP."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from api.app import create_app
from store.api_keys import Scope, create_key
from store.database.db import Database
from store.settings import Settings
from tests.api.conftest import SilentNotifier
from tests.store.campaigns.samples import plan_all
from tests.store.job_samples import drain

CAMPAIGNS = "/api/v1/campaigns"
GRID: dict[str, Any] = {
    "name": "Grid",
    "boards": ["5x5", "3x4"],
    "specifications": [{"kind": "enumerate"}, {"kind": "enumerate", "tours": "closed"}],
}


@pytest.fixture
def campaign(client: FlaskClient) -> str:
    """A submitted campaign."""
    return str(client.post(CAMPAIGNS, json=GRID).get_json()["id"])


def test_a_chain_on_each_board(client: FlaskClient) -> None:
    """Each job waits for the previous one of its board, on added boards too; one key gives one campaign."""
    asked, key = GRID | {"boards": ["5x5"], "chain": True}, {"Idempotency-Key": "k"}
    made = client.post(CAMPAIGNS, json=asked, headers=key).get_json()["id"]
    assert client.post(CAMPAIGNS, json=asked, headers=key).get_json()["id"] == made
    assert client.post(CAMPAIGNS, json=asked | {"chain": False}, headers=key).status_code == 422
    assert client.post(f"{CAMPAIGNS}/{made}/jobs", json={"boards": ["3x4"], "chain": True}).status_code == 202
    cells = client.get(f"{CAMPAIGNS}/{made}/jobs").get_json()["items"]
    jobs = {(cell["board"], cell["specification"]): cell["job"] for cell in cells}
    for row in range(2):
        assert (jobs[row, 0]["waiting"] or {}).get("lacks") != "jobs"
        assert jobs[row, 1]["waiting"]["jobs"] == [jobs[row, 0]["id"]]


def test_submitting_following_and_acting(
    client: FlaskClient, sqlite_database: Database, notifier: SilentNotifier
) -> None:
    """A campaign is accepted with 202 and its address, paused, resumed, given a priority and cancelled."""
    answer = client.post(CAMPAIGNS, json=GRID)
    made = answer.get_json()
    address = answer.headers["Location"]
    assert (answer.status_code, address) == (202, f"{CAMPAIGNS}/{made['id']}")
    assert (made["boards"], made["specifications"], made["jobs"], made["states"]) == (2, 2, 4, {"queued": 4})
    assert notifier.sent > 0
    assert client.get(address).get_json() == made

    states = {}
    for verb in ("pause", "resume"):
        changed = client.post(f"{address}/{verb}").get_json()
        states[verb] = (changed["states"], changed["actions"])
    assert states == {
        "pause": ({"paused": 4}, ["resume", "cancel"]),
        "resume": ({"queued": 4}, ["pause", "cancel"]),
    }
    assert client.post(f"{address}/priority", json={"priority": 5}).status_code == 200
    assert {one["job"]["priority"] for one in client.get(f"{address}/jobs").get_json()["items"]} == {5}
    plan_all(sqlite_database, 2)
    drain(sqlite_database)
    ended = client.post(f"{address}/cancel").get_json()
    assert (ended["states"], ended["actions"]) == ({"succeeded": 2, "cancelled": 2}, [])
    assert (ended["progress"]["ended_jobs"], ended["progress"]["estimated_fraction"]) == (4, 1.0)


def test_a_poll_that_says_nothing_new(client: FlaskClient, campaign: str) -> None:
    """A poll gets 304 until something changes."""
    first = client.get(f"{CAMPAIGNS}/{campaign}")
    held = {"If-None-Match": first.headers["ETag"]}
    assert client.get(f"{CAMPAIGNS}/{campaign}", headers=held).status_code == 304
    client.post(f"{CAMPAIGNS}/{campaign}/pause")
    assert client.get(f"{CAMPAIGNS}/{campaign}", headers=held).status_code == 200


def test_lists(client: FlaskClient, campaign: str) -> None:
    """Campaigns come newest first; cells come in the order of submission, page by page, and by state."""
    later = client.post(CAMPAIGNS, json=GRID | {"name": "Later"}).get_json()["id"]
    first = client.get(f"{CAMPAIGNS}?limit=1&count=true").get_json()
    rest = client.get(first["next"]).get_json()
    assert ([one["id"] for one in (*first["items"], *rest["items"])], first["total"]) == ([later, campaign], 2)

    page = client.get(f"{CAMPAIGNS}/{campaign}/jobs?limit=3&count=true").get_json()
    cells = [*page["items"], *client.get(page["next"]).get_json()["items"]]
    assert page["total"] == 4
    assert [(one["board"], one["specification"], one["job"]["board"]) for one in cells] == [
        (0, 0, "5x5"), (0, 1, "5x5"), (1, 0, "3x4"), (1, 1, "3x4"),
    ]  # fmt: skip
    assert [one["job"]["specification"]["tours"] for one in cells] == ["any", "closed"] * 2
    client.post(f"/api/v1/jobs/{cells[2]['job']['id']}/pause")
    paused = client.get(f"{CAMPAIGNS}/{campaign}/jobs?state=paused&count=true").get_json()
    assert ([one["job"]["id"] for one in paused["items"]], paused["total"]) == ([cells[2]["job"]["id"]], 1)


def test_growing(client: FlaskClient, campaign: str) -> None:
    """A campaign grows by rows or columns, once for each key; an existing cell is refused by its place."""
    address, key = f"{CAMPAIGNS}/{campaign}/jobs", {"Idempotency-Key": "more"}
    for _ in range(2):
        grown = client.post(address, json={"boards": ["6x6"]}, headers=key)
        assert (grown.status_code, grown.get_json()["jobs"]) == (202, 6)
    other = client.post(address, json={"boards": ["7x7"]}, headers=key)
    assert (other.status_code, other.get_json()["errors"][0]["header"]) == (422, "Idempotency-Key")
    assert client.post(address, json={"specifications": [{"kind": "construct"}]}).get_json()["jobs"] == 9

    again = client.post(address, json={"boards": ["7x7", "6x6"], "specifications": [{"kind": "construct"}]})
    assert [fault["pointer"] for fault in again.get_json()["errors"]] == ["/boards/1"]
    nothing = client.post(address, json={})
    assert [fault["pointer"] for fault in nothing.get_json()["errors"]] == ["/boards"]
    assert client.get(f"{CAMPAIGNS}/{campaign}").get_json()["jobs"] == 9


def test_submitting_once(client: FlaskClient) -> None:
    """The same key and body give the first campaign again; a campaign's key cannot be used for a job."""
    key = {"Idempotency-Key": "k"}
    first, again = (client.post(CAMPAIGNS, json=GRID, headers=key).get_json()["id"] for _ in range(2))
    assert first == again
    job = client.post("/api/v1/jobs", json={"kind": "enumerate", "board": "5x5"}, headers=key)
    assert (job.status_code, job.get_json()["errors"][0]["header"]) == (422, "Idempotency-Key")


@pytest.mark.parametrize(
    ("changed", "pointers"),
    [
        ({"name": ""}, ["/name"]),
        ({"nane": "x"}, ["/nane"]),
        ({"boards": []}, ["/boards"]),
        ({"boards": ["5x5", 5]}, ["/boards/1"]),
        ({"boards": ["5x5", "nowhere"]}, ["/boards/1"]),
        ({"specifications": [{"kind": "sample", "rng": {"seed": -1}}]}, ["/specifications/0/rng/seed"]),
        ({"specifications": [{"kind": "enumerate", "starts": ["e5"]}]}, ["/specifications/0/starts/0"]),
        ({"boards": [f"3x{n}" for n in range(4, 6000)]}, ["/boards"]),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named(client: FlaskClient, changed: dict[str, Any], pointers: list[str]) -> None:
    """The answer is 422 with the places of the faults, and nothing is stored."""
    answer = client.post(CAMPAIGNS, json=GRID | changed)
    assert (answer.status_code, [fault["pointer"] for fault in answer.get_json()["errors"]]) == (422, pointers)
    assert client.get(f"{CAMPAIGNS}?count=true").get_json()["total"] == 0
    assert client.get("/api/v1/jobs?count=true").get_json()["total"] == 0


def test_who_may_delete(sqlite_settings: Settings, sqlite_database: Database, notifier: Any) -> None:
    """The submitting key and an admin's key may delete a campaign; its jobs remain."""
    keys: list[tuple[str, Scope]] = [("mine", "submit"), ("other", "submit"), ("admin", "admin")]
    with sqlite_database.writing() as session:
        tokens = {name: create_key(session, name, scope) for name, scope in keys}
    headers = {name: {"Authorization": f"Bearer {token}"} for name, token in tokens.items()}
    client = create_app(replace(sqlite_settings, require_keys=True), sqlite_database, notifier).test_client()
    made = [client.post(CAMPAIGNS, json=GRID, headers=headers["mine"]).get_json()["id"] for _ in range(2)]

    assert client.delete(f"{CAMPAIGNS}/{made[0]}", headers=headers["other"]).status_code == 403
    assert client.delete(f"{CAMPAIGNS}/{made[0]}", headers=headers["mine"]).status_code == 204
    assert client.delete(f"{CAMPAIGNS}/{made[1]}", headers=headers["admin"]).status_code == 204
    assert client.get(f"{CAMPAIGNS}/{made[0]}", headers=headers["mine"]).status_code == 404
    assert client.get("/api/v1/jobs?count=true", headers=headers["mine"]).get_json()["total"] == 8


def test_no_room_for_all(sqlite_settings: Settings, sqlite_database: Database, notifier: Any) -> None:
    """The answer is 429 with the number of jobs that may still be submitted."""
    client = create_app(replace(sqlite_settings, queued_jobs=3), sqlite_database, notifier).test_client()
    answer = client.post(CAMPAIGNS, json=GRID)
    assert (answer.status_code, answer.headers["RateLimit"]) == (429, '"jobs";r=3')
    assert client.get("/api/v1/jobs?count=true").get_json()["total"] == 0


@pytest.mark.parametrize("path", ["", "/jobs"])
def test_no_such_campaign(client: FlaskClient, path: str) -> None:
    """An unknown campaign is a 404."""
    assert client.get(f"{CAMPAIGNS}/none{path}").status_code == 404


def test_cloning(client: FlaskClient, campaign: str) -> None:
    """A clone has the same jobs under another name, once for each key."""
    key = {"Idempotency-Key": "again"}
    answers = [client.post(f"{CAMPAIGNS}/{campaign}/clone", json={"name": "Again"}, headers=key) for _ in range(2)]
    first, second = (answer.get_json() for answer in answers)
    assert (answers[0].status_code, first["id"]) == (202, second["id"])
    assert (first["name"], first["boards"], first["specifications"], first["jobs"]) == ("Again", 2, 2, 4)
    assert client.post(f"{CAMPAIGNS}/none/clone", json={"name": "Again"}).status_code == 404
