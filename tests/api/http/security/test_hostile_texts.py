"""Markup and paths in texts from outside, on every page and in every address."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, update
from werkzeug.routing import AnyConverter, IntegerConverter, Rule

from store.database.db import Database
from store.jobs.maintenance import report_worker
from store.models.jobs import Job
from store.models.shards import Shard
from tests.api.conftest import JOB

MARKUP = "\"'><script>alert(1)</script><img src=x onerror=alert(1)>"
PARAMETERS = (
    "board", "label", "search", "kind", "method", "state", "text", "tour", "generator", "piece", "next", "sort",
    "tours", "closed", "start", "a", "b", "jobs",
)  # fmt: skip
PATHS = ["../../../../etc/passwd", "..%2f..%2f..%2f..%2fetc%2fpasswd", "%2e%2e/%2e%2e/%2e%2e/etc/passwd", "/etc/passwd"]


@pytest.fixture
def marked(client: FlaskClient, sqlite_database: Database, stored_tours: str) -> str:
    """Store a job and a worker with markup in all their texts; return the job's id."""
    job = str(client.post("/api/v1/jobs", json=JOB | {"label": MARKUP}).get_json()["id"])
    assert stored_tours
    with sqlite_database.writing() as session:
        report_worker(session, MARKUP, 1, "engine", 0.0)
        session.execute(update(Job).values(owner=MARKUP, label=MARKUP, explanation=MARKUP))
        session.execute(update(Shard).values(worker=MARKUP, last_error=MARKUP, label=MARKUP))
    return job


def pages(app: Flask, job: str) -> Iterator[str]:
    """Yield an address of each route that is read by GET."""
    adapter = app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()):
            values = _values(rule, job)
            yield adapter.build(rule.endpoint, values, method="GET")


def _values(rule: Rule, job: str) -> dict[str, Any]:
    return {name: _value(rule, name, job) for name in rule.arguments - set(rule.defaults or ())}


def _value(rule: Rule, name: str, job: str) -> Any:
    converter = rule._converters[name]
    if isinstance(converter, AnyConverter):
        return min(converter.items)
    if isinstance(converter, IntegerConverter):
        return 1
    return {"job_id": job, "tour_id": "1", "label": "5x5"}.get(name, MARKUP)


def test_markup_is_shown_and_not_obeyed(app: Flask, client: FlaskClient, marked: str) -> None:
    """No page or drawing contains markup from stored texts or parameters unescaped."""
    shown = 0
    for address in pages(app, marked):
        for query in ({}, dict.fromkeys(PARAMETERS, MARKUP), *({name: MARKUP} for name in PARAMETERS)):
            with client.get(address, query_string=query, headers={"Accept": "text/html"}) as answer:
                if answer.mimetype in {"text/html", "image/svg+xml"}:
                    assert "<script>alert" not in answer.text, (address, query)
                    assert "<img src=x" not in answer.text, (address, query)
                    shown += "alert(1)" in answer.text
    assert shown > 20


@pytest.mark.parametrize("path", PATHS)
def test_paths_lead_to_no_file(app: Flask, client: FlaskClient, path: str) -> None:
    """No route with a parameter sends a file of the machine."""
    tried = 0
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and rule.arguments:
            address = rule.rule
            for name in rule.arguments:
                for form in (f"<{name}>", f"<path:{name}>", f"<int:{name}>"):
                    address = address.replace(form, path)
            with client.get(address) as answer:
                assert b"root:" not in answer.data, address
            tried += 1
    assert tried > 20


def test_every_answer_has_the_headers(app: Flask, client: FlaskClient, marked: str) -> None:
    """Every answer forbids frames, guessing of types and, except for drawings' own styles, inline content."""
    for address in pages(app, marked):
        with client.get(address) as answer:
            policy = answer.headers["Content-Security-Policy"]
            assert "frame-ancestors 'none'" in policy
            assert "unsafe" not in policy or "default-src 'none'; style-src 'unsafe-inline'" in policy
            assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_other_origins_change_nothing(app: Flask, client: FlaskClient, sqlite_database: Database) -> None:
    """Each route that may change state refuses requests from pages of another site."""
    adapter, asked = app.url_map.bind("localhost"), 0
    for rule in app.url_map.iter_rules():
        for method in sorted((rule.methods or set()) - {"GET", "HEAD", "OPTIONS"}):
            address = adapter.build(rule.endpoint, _values(rule, "x"), method)
            answer = client.open(address, method=method, headers={"Origin": "https://elsewhere.example"})
            assert answer.status_code == 403, address
            asked += 1
    assert asked > 10
    with sqlite_database.reading() as session:
        assert session.scalars(select(Job)).all() == []
