"""Cross-origin requests: only pages of the origins in the setting may read."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from api.app import create_app
from store.database.db import Database
from store.settings import InvalidSettingError, Settings

HERE, ELSEWHERE = "https://notebooks.example", "https://other.example"
PREFLIGHT = {"Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": "authorization"}


@pytest.fixture
def told(sqlite_settings: Settings, sqlite_database: Database, notifier: Any) -> FlaskClient:
    """A client of a service that allows two origins and requires keys."""
    settings = replace(sqlite_settings, cors_origins=(HERE, "http://localhost:8888"), require_keys=True)
    return create_app(settings, sqlite_database, notifier).test_client()


def allowed(answer: Any) -> set[str]:
    """Return the headers that open an answer to pages of other sites."""
    return {name for name in answer.headers.keys() if name.startswith("Access-Control-")}  # noqa: SIM118  no mapping


@pytest.mark.parametrize("path", ["/api/v1/jobs", "/api/v1/nothing"])
def test_answers_and_errors_may_be_read(told: FlaskClient, path: str) -> None:
    """A page of an allowed origin may read them with the needed headers; caches keep origins apart."""
    answer = told.get(path, headers={"Origin": HERE})
    assert answer.status_code in {401, 404}
    assert answer.headers["Access-Control-Allow-Origin"] == HERE
    assert "Link" in answer.headers["Access-Control-Expose-Headers"]
    assert "Origin" in answer.headers["Vary"]
    assert "Access-Control-Allow-Credentials" not in answer.headers


def test_the_browser_may_ask_before(told: FlaskClient) -> None:
    """The preflight needs no key, since browsers send none with it."""
    answer = told.options("/api/v1/jobs", headers={"Origin": HERE, **PREFLIGHT})
    assert answer.status_code == 200
    assert answer.headers["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS"
    assert "Authorization" in answer.headers["Access-Control-Allow-Headers"]


@pytest.mark.parametrize("origin", [ELSEWHERE, f"{HERE}.evil.example", "null", f"{HERE}:444", HERE.upper()])
def test_no_other_origin(told: FlaskClient, origin: str) -> None:
    """Origins are compared as they are written."""
    for answer in (
        told.get("/api/v1/jobs", headers={"Origin": origin}),
        told.options("/api/v1/jobs", headers={"Origin": origin, **PREFLIGHT}),
    ):
        assert allowed(answer) == set()
        assert "Origin" in answer.headers["Vary"]


def test_nothing_is_open_by_default(client: FlaskClient) -> None:
    """Without the setting no answer has such a header."""
    assert allowed(client.get("/api/v1/jobs", headers={"Origin": HERE})) == set()


def test_pages_stay_closed_and_nothing_is_changed(told: FlaskClient) -> None:
    """Only the API is opened, and only to reading."""
    assert allowed(told.get("/sign-in", headers={"Origin": HERE})) == set()
    answer = told.post("/api/v1/jobs", json={"kind": "enumerate", "board": "5x5"}, headers={"Origin": HERE})
    assert answer.status_code == 403


@pytest.mark.parametrize("text", ["*", "notebooks.example", f"{HERE}/", f"{HERE}/path", "null", f"{HERE}, *"])
def test_what_is_no_origin(text: str) -> None:
    """The error names the setting."""
    with pytest.raises(InvalidSettingError, match="CAVALIER_CORS_ORIGINS"):
        Settings.from_env({"CAVALIER_CORS_ORIGINS": text})


def test_origins_are_read_from_the_environment() -> None:
    """The variable holds a list separated by commas."""
    given = {"CAVALIER_CORS_ORIGINS": f"{HERE}, http://localhost:8888"}
    assert Settings.from_env(given).cors_origins == (HERE, "http://localhost:8888")
