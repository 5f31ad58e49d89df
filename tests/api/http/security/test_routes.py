"""The required scope of every route and method of the application, so that none is forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from werkzeug.routing import AnyConverter, IntegerConverter

from api.app import create_app
from store.api_keys import SCOPES, Scope, create_key
from store.database.db import Database
from store.settings import Settings

OPEN = {
    "health.live", "health.ready", "dashboard.static", "dashboard.show_sign_in", "dashboard.sign_in",
    "dashboard.sign_out", "documentation.show_openapi", "documentation.show_page", "documentation.show_asset",
    "manual.show_page", "dashboard.choose_language", "dashboard.script_texts",
}  # fmt: skip
"""Routes that need no key: health checks, the sign-in, the documentation, and the style and texts of pages."""

QUESTIONS = {
    "check.check",
    "dashboard.find",
    "tour_search.find",
    "cycles.rank_cycle",
    "queries.ask_at_length",
    "dashboard.query",
}
"""Requests that change nothing and are sent by POST for their length."""

OPERATIONS = {"workers.drain", "dashboard.drain_worker"}
"""Routes for operators only."""

REFUSALS = {401, 403}


@pytest.fixture
def guarded(sqlite_settings: Settings, sqlite_database: Database, notifier: Any) -> Flask:
    """An application that requires keys."""
    return create_app(replace(sqlite_settings, require_keys=True), sqlite_database, notifier)


def routes(app: Flask) -> Iterator[tuple[str, str, str]]:
    """Yield endpoint, method and an address for each method of each route that needs a key."""
    adapter = app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        values = {name: _value(converter) for name, converter in rule._converters.items()}
        for method in sorted((rule.methods or set()) - {"OPTIONS"}):
            if rule.endpoint not in OPEN:
                yield rule.endpoint, method, adapter.build(rule.endpoint, values, method=method)


def _value(converter: Any) -> Any:
    if isinstance(converter, AnyConverter):
        return min(converter.items)
    return 1 if isinstance(converter, IntegerConverter) else "x"


def wanted(endpoint: str, method: str) -> Scope:
    """Return the scope that a route requires: reading, submitting or administration."""
    if endpoint in OPERATIONS:
        return "admin"
    return "read" if method in {"GET", "HEAD"} or endpoint in QUESTIONS else "submit"


def test_every_route_asks_for_its_scope(guarded: Flask, sqlite_database: Database) -> None:
    """Without a key the answer is 401 or the sign-in, with a smaller scope 403, with the required one no refusal."""
    with sqlite_database.writing() as session:
        keys = {scope: create_key(session, scope, scope) for scope in SCOPES}
    faults, asked = [], 0
    for endpoint, method, address in routes(guarded):
        scope = wanted(endpoint, method)
        got = {name: _status(guarded, method, address, keys.get(name)) for name in ("nobody", "read", scope)}
        right = got.pop("nobody") == 401 and got.pop(scope) not in REFUSALS and set(got.values()) <= {403}
        asked += 1
        if not right:
            faults.append(f"{method} {address} ({endpoint})")
    assert faults == []
    assert asked > 100


def _status(app: Flask, method: str, address: str, key: str | None) -> int:
    """Return the status of the answer, 401 where a browser is led to the sign-in."""
    headers = {} if key is None else {"Authorization": f"Bearer {key}"}
    with app.test_client().open(address, method=method, headers=headers) as answer:
        return 401 if answer.headers.get("Location", "").startswith("/sign-in") else answer.status_code
