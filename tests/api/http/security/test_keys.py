"""Keys and their permissions where they are required."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import structlog
from flask.testing import FlaskClient

from api.app import create_app
from store.api_keys import create_key, list_keys, revoke_key
from store.database.db import Database, open_database
from store.logs import configure_logs
from store.settings import Settings
from tests.api.conftest import JOB, SilentNotifier

JOBS = "/api/v1/jobs"


@pytest.fixture
def client(sqlite_settings: Settings, sqlite_database: Database, notifier: Any) -> FlaskClient:
    """A client of a service that requires keys."""
    return create_app(replace(sqlite_settings, require_keys=True), sqlite_database, notifier).test_client()


@pytest.fixture
def headers(sqlite_database: Database) -> dict[str, dict[str, str]]:
    """The headers of a reading key and of a submitting key."""
    with sqlite_database.writing() as session:
        keys = {"read": create_key(session, "reader", "read"), "submit": create_key(session, "sender", "submit")}
    return {scope: {"Authorization": f"Bearer {key}"} for scope, key in keys.items()}


@pytest.mark.parametrize("value", [None, "Bearer ", "Bearer nonsense", "Basic Og==", "Bearer cavalier_0_0"])
def test_no_key_no_answer(client: FlaskClient, value: str | None) -> None:
    """401 says how to authenticate."""
    answer = client.get(JOBS, headers={"Authorization": value} if value is not None else {})

    assert (answer.status_code, answer.mimetype) == (401, "application/problem+json")
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")


def test_a_scope_includes_the_smaller_ones(client: FlaskClient, headers: dict[str, dict[str, str]]) -> None:
    """A reading key reads; a submitting key reads and submits, and the job bears its name."""
    assert client.get(JOBS, headers=headers["read"]).status_code == 200
    assert client.post(JOBS, json=JOB, headers=headers["read"]).status_code == 403
    assert client.post(JOBS, json=JOB, headers=headers["submit"]).get_json()["owner"] == "sender"
    assert client.get(JOBS, headers=headers["submit"]).status_code == 200


def test_a_revoked_key_is_refused_at_once(
    client: FlaskClient, headers: dict[str, dict[str, str]], sqlite_settings: Settings, sqlite_database: Database
) -> None:
    """Every process refuses it, since none caches keys."""
    other = open_database(sqlite_settings)
    process = create_app(replace(sqlite_settings, require_keys=True), other, SilentNotifier()).test_client()
    assert {client.get(JOBS, headers=headers["read"]).status_code for client in (client, process)} == {200}
    with sqlite_database.writing() as session:
        revoke_key(session, next(key.id for key in list_keys(session) if key.name == "reader"))

    assert {client.get(JOBS, headers=headers["read"]).status_code for client in (client, process)} == {401}
    other.close()


def test_keys_are_in_no_log(
    client: FlaskClient,
    headers: dict[str, dict[str, str]],
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    """Accepted requests, refused ones and errors of the server leave no secret in the logs."""
    configure_logs(Settings(log_level="debug"))
    request.addfinalizer(structlog.reset_defaults)
    caplog.set_level("DEBUG")
    secret = headers["submit"]["Authorization"].rsplit("_", 1)[1]
    client.post(JOBS, json=JOB, headers=headers["submit"])
    client.get(JOBS, headers={"Authorization": f"Bearer cavalier_0_{secret}"})
    client.post("/sign-in", data={"key": f"cavalier_0_{secret}"})
    client.get(f"/sign-in?next=/jobs&key={secret}")
    monkeypatch.setattr("api.jobs.routes.plan_or_defer", _fault)
    client.application.testing = False
    assert client.post(JOBS, json=JOB, headers=headers["submit"]).status_code == 500
    written = "".join([*capfd.readouterr(), caplog.text])
    assert "a fault" in written
    assert secret not in written


def _fault(*_: object) -> None:
    raise RuntimeError("a fault")


def test_health_is_open(client: FlaskClient) -> None:
    """The health check needs no key."""
    assert client.get("/health/live").status_code == 200


def test_the_document_says_that_keys_are_required(client: FlaskClient) -> None:
    """Where keys are required the document allows no request without one."""
    document = client.get("/api/v1/openapi.json").get_json()

    assert document["paths"][JOBS]["get"]["security"] == [{"key": []}]


def test_a_browser_signs_in(client: FlaskClient, headers: dict[str, dict[str, str]]) -> None:
    """Without a key a browser is redirected to the sign-in; with one it gets a cookie that scripts cannot read."""
    key = headers["read"]["Authorization"].removeprefix("Bearer ")
    led = client.get("/jobs/x")
    wrong = client.post("/sign-in", data={"key": "nonsense"})
    right = client.post("/sign-in", data={"key": key, "next": "//elsewhere.example"})
    cookie = right.headers["Set-Cookie"]

    assert (led.status_code, led.headers["Location"]) == (302, "/sign-in?next=/jobs/x")
    assert wrong.status_code == 401
    assert (right.status_code, right.headers["Location"]) == (303, "/")
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert "Secure" in client.post("/sign-in", data={"key": key}, base_url="https://localhost").headers["Set-Cookie"]
    assert client.get("/").status_code == 200
    assert client.post("/jobs/x/pause").status_code == 403
    client.post("/sign-out")
    assert client.get("/").status_code == 302
