"""Recounts by an independent program, sent over HTTP and shown beside the count."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from engine.boards.labels import parse_board
from store.database.db import Database
from tests.store.real_jobs import run_job
from verify.checker import NAME, count, recount_of, source_digest

CLOSED = {"kind": "enumerate", "board": "5x6", "tours": "closed", "method": "frontier"}

pytestmark = pytest.mark.usefixtures("c_compiler")


@pytest.fixture(autouse=True)
def toy_kind() -> None:
    """Leave the registries unchanged."""


@pytest.fixture
def counted(sqlite_database: Database) -> str:
    """A job that has counted the closed tours of 5x6."""
    return run_job(sqlite_database, CLOSED)


def body(**changes: object) -> dict[str, object]:
    """Return the program's recount of the cycles of 5x6, with changes."""
    found = count(parse_board("5x6"), (1, 2), recount_of("cycles", "undirected", "closed", 30, None))
    return {
        "program": NAME, "source": source_digest(), "quantity": "cycles", "convention": "undirected",
        "residue": str(found.residue), "modulus": str(found.prime), "seconds": 0.1,
    } | changes  # fmt: skip


def cycles(client: FlaskClient) -> dict[str, Any]:
    """Return the statement about the cycles of 5x6."""
    statements = client.get("/api/v1/boards/5x6").get_json()["statements"]
    (one,) = (one for one in statements if one["quantity"] == "cycles")
    found: dict[str, Any] = one
    return found


def test_a_recount_confirms(client: FlaskClient, counted: str) -> None:
    """The record and both pages name the program beside the method; a second recount adds nothing there."""
    for _ in range(2):
        assert client.post(f"/api/v1/jobs/{counted}/recounts", json=body()).status_code == 200
    assert cycles(client)["confirmed_by"] == ["frontier", NAME]
    assert {(one["program"], one["job"], one["agrees"]) for one in cycles(client)["certificates"]} == {
        (NAME, counted, True)
    }
    assert "Counted again by the independent program knightcount" in client.get(f"/jobs/{counted}").text
    assert "counted again by the independent program knightcount" in client.get("/boards/5x6").text
    events = client.get(f"/api/v1/jobs/{counted}/events").get_json()["items"]
    assert [one["name"] for one in events].count("recounted") == 2


def test_a_recount_that_differs_is_an_alarm(client: FlaskClient, counted: str) -> None:
    """It confirms nothing, and page and metrics report the contradiction."""
    assert client.post(f"/api/v1/jobs/{counted}/recounts", json=body(residue="9")).status_code == 200
    assert NAME not in cycles(client)["confirmed_by"]
    assert 'id="recounted"' in client.get(f"/jobs/{counted}").text
    assert "Contradicted: the independent program knightcount" in client.get(f"/jobs/{counted}").text
    assert "cavalier_contradicted_counts 1.0" in client.get("/metrics").text


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"residue": "1.5"}, "/residue"),
        ({"modulus": 7}, "/modulus"),
        ({"source": "ab"}, "/source"),
        ({"more": 1}, "/more"),
    ],
)
def test_a_wrong_body_is_refused(client: FlaskClient, counted: str, changes: dict[str, object], pointer: str) -> None:
    """The fault names the field."""
    answer = client.post(f"/api/v1/jobs/{counted}/recounts", json=body(**changes))
    assert (answer.status_code, answer.get_json()["errors"][0]["pointer"]) == (422, pointer)


def test_only_what_was_counted_is_counted_again(client: FlaskClient, sqlite_database: Database, counted: str) -> None:
    """A quantity that the job lacks, and a job without a count of its board, are a 409."""
    sampled = run_job(sqlite_database, {"kind": "sample", "board": "5x5", "budget": {"walks": 10}, "method": "uniform"})
    assert client.post(f"/api/v1/jobs/{counted}/recounts", json=body(quantity="tours")).status_code == 409
    assert client.post(f"/api/v1/jobs/{sampled}/recounts", json=body()).status_code == 409
    assert client.post("/api/v1/jobs/none/recounts", json=body()).status_code == 404
