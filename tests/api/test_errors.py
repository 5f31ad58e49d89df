"""Exceptions as problem documents."""

from __future__ import annotations

import sqlite3

import pytest
from flask import Flask
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from engine.errors import InvalidProblemError

APOSTROPHE = "\N{RIGHT SINGLE QUOTATION MARK}"
CAUSE = sqlite3.Error("the inside of the database")


@pytest.mark.parametrize(
    ("error", "status", "retry"),
    [
        (OperationalError("SELECT secret", {}, CAUSE), 503, "5"),
        (DBAPIError("SELECT secret", {}, CAUSE), 503, "5"),
        (PoolTimeoutError("secret"), 503, "5"),
        (IntegrityError("INSERT secret", {}, CAUSE), 409, "1"),
        (DataError("SELECT secret", {}, CAUSE), 422, None),
        (InvalidProblemError("/board", "is not one"), 422, None),
    ],
)
def test_each_error_has_its_status(
    app: Flask, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int, retry: str | None
) -> None:
    """The problem document hides internal details, and has Retry-After where that helps."""

    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("api.jobs.routes.queries.version", fail)
    answer = app.test_client().get("/api/v1/jobs/x")

    assert (answer.status_code, answer.mimetype) == (status, "application/problem+json")
    assert answer.headers.get("Retry-After") == retry
    assert "secret" not in answer.text
    assert "inside" not in answer.text


def test_an_unforeseen_error_shows_nothing(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """500 is a problem document, too; the log has the traceback."""

    def fail(*_: object) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr("api.jobs.routes.queries.version", fail)
    app.testing = False
    answer = app.test_client().get("/api/v1/jobs/x")

    assert (answer.status_code, answer.mimetype) == (500, "application/problem+json")
    assert "secret" not in answer.text


@pytest.mark.parametrize(
    ("path", "french"),
    [
        ("/api/v1/boards/zz", f"il n{APOSTROPHE}existe pas d{APOSTROPHE}échiquier 'zz'"),
        ("/api/v1/families/zz", f"il n{APOSTROPHE}existe pas de famille 'zz'"),
        (
            "/api/v1/counts/5x5/x/tours",
            f"il n{APOSTROPHE}existe pas de pièce 'x'\N{NO-BREAK SPACE}: ses composantes s{APOSTROPHE}écrivent 1,2",
        ),
        ("/api/v1/boards/5x5/cycles/1", f"il n{APOSTROPHE}existe pas d{APOSTROPHE}index des parcours fermés de 5x5"),
        ("/api/v1/jobs/x", f"il n{APOSTROPHE}existe pas de telle tâche"),
    ],
)
def test_what_is_not_there_is_named_in_french(app: Flask, path: str, french: str) -> None:
    """Both the missing thing and the sentence are French."""
    answer = app.test_client().get(path, headers={"Accept-Language": "fr"})
    assert answer.status_code == 404
    assert answer.get_json()["detail"].startswith(french)
    assert "there is no" not in answer.get_json()["detail"]


@pytest.mark.parametrize(
    ("method", "path", "status", "french"),
    [
        ("GET", "/nowhere", 404, ("Introuvable", f"il n{APOSTROPHE}y a rien à cette adresse")),
        ("POST", "/api/v1/boards/5x5", 405, ("Méthode refusée", "cette adresse ne prend pas cette méthode")),
    ],
)
def test_errors_of_http_are_said_in_french(
    app: Flask, method: str, path: str, status: int, french: tuple[str, str]
) -> None:
    """They are not in the words of a library that knows only English."""
    answer = app.test_client().open(path, method=method, headers={"Accept-Language": "fr"})
    assert answer.status_code == status
    assert (answer.get_json()["title"], answer.get_json()["detail"]) == french
