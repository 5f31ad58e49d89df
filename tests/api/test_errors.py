"""Exceptions as problem documents."""

from __future__ import annotations

import sqlite3

import pytest
from flask import Flask
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from engine.errors import InvalidProblemError

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
    """A problem document without the inside of the service; when to come again, where that helps."""

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
