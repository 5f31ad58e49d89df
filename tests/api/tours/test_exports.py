"""Downloads over HTTP: the files that the command writes, with the filters of the lists."""

from __future__ import annotations

import csv
import io
import json
import socket
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient

from api.server import Server
from engine.boards.labels import parse_board
from engine.specification.result import Count, Result
from store.database.db import Database
from store.jobs.results import record_result
from store.queries.tour_pages import TourPage, tour_pages
from store.queries.tours import TourFilter
from store.trust.code_versions import own_commit, own_version
from tests.api.conftest import JOB, OPEN_5X5
from tests.servers import START_SECONDS
from tests.store.job_samples import stored_job
from tests.store.tour_samples import all_tours, store_all

EXPORTS = "/api/v1/exports"


def test_tours_as_text(client: FlaskClient, sqlite_database: Database) -> None:
    """All 304 tours from a corner of 5x5, as JSON Lines and as CSV."""
    store_all(sqlite_database)
    asked = f"{EXPORTS}/tours?board=5x5&start=1,1"

    lines = client.get(asked)
    rows = list(csv.DictReader(io.StringIO(client.get(f"{asked}&format=csv").text)))

    assert lines.mimetype == "application/x-ndjson"
    assert lines.headers["Content-Disposition"] == 'attachment; filename="cavalier.jsonl"'
    records = [json.loads(line) for line in lines.text.splitlines()]
    found = {tuple(5 * (row - 1) + column - 1 for row, column in record["squares"]) for record in records}
    assert found == {tuple(tour) for tour in all_tours().tolist() if tour[0] == 0}
    assert [row["class"] for row in rows] == [record["class"] for record in records]


def test_tours_as_an_array(client: FlaskClient, stored_tours: str) -> None:
    """Numpy reads it; a filter that chooses nothing gives an array without rows."""
    answer = client.get(f"{EXPORTS}/tours?job={stored_tours}&format=npy")
    nothing = client.get(f"{EXPORTS}/tours?board=6x6&format=npy")

    assert np.load(io.BytesIO(answer.data)).tolist() == [OPEN_5X5, OPEN_5X5[::-1]]
    assert len(np.load(io.BytesIO(nothing.data))) == 0


def test_tours_as_parquet(client: FlaskClient, stored_tours: str) -> None:
    """Pyarrow, where installed, reads the file."""
    parquet = pytest.importorskip("pyarrow.parquet")
    answer = client.get(f"{EXPORTS}/tours?job={stored_tours}&format=parquet")
    assert parquet.read_table(io.BytesIO(answer.data)).to_pydict()["squares"] == [OPEN_5X5, OPEN_5X5[::-1]]


def test_a_recurrence(client: FlaskClient, sqlite_database: Database) -> None:
    """Terms that jobs counted in full give a recurrence, too few give none, and contradictions are a conflict."""
    asked = "/api/v1/recurrence?family=1xn&first=2&last=9"
    nothing = client.get(asked).get_json()
    for n, tours in enumerate([0, 1, 1, 2, 3, 5], start=2):
        with sqlite_database.writing() as session:
            job = stored_job(session, board=f"1x{n}")
            result = Result(counts=[Count(quantity="tours", value=str(tours), method="backtrack")])
            record_result(session, job, parse_board(f"1x{n}"), result)
    found = client.get(asked).get_json()

    assert (nothing["terms"], nothing["order"], nothing["coefficients"]) == (0, None, [])
    assert (found["terms"], found["order"], found["spare"], found["following"]) == (6, 2, 2, "8")
    assert (found["coefficients"], found["numerator"], found["denominator"]) == (
        ["1", "1"],
        ["0", "1"],
        ["1", "-1", "-1"],
    )
    assert found["growth"] == pytest.approx(1.618, abs=0.001)
    assert client.get("/api/v1/recurrence?family=what").status_code == 422


def test_counts_and_sequences(client: FlaskClient, sqlite_database: Database) -> None:
    """Two jobs that agree make a b-file, two that differ a conflict."""
    for tours in (1728, 1728, 1729):
        with sqlite_database.writing() as session:
            job = stored_job(session)
            result = Result(counts=[Count(quantity="tours", value=str(tours), method="backtrack")])
            record_result(session, job, parse_board("5x5"), result)
        answer = client.get(f"{EXPORTS}/sequence?family=nxn&first=5&last=6")
        if tours == 1728:
            assert [line for line in answer.text.splitlines() if not line.startswith("#")] == ["5 1728"]
            assert "# query: sequence?family=nxn&first=5&last=6\n" in answer.text
        assert answer.status_code == (200 if tours == 1728 else 409)

    records = [json.loads(line) for line in client.get(f"{EXPORTS}/counts?board=5x5").text.splitlines()]

    assert [record["value"] for record in records] == ["1728", "1728", "1729"]
    assert {record["specification"]["board"] for record in records} == {JOB["board"]}


@pytest.mark.parametrize("form", ["jsonl", "csv", "npy", "parquet"])
def test_where_tours_come_from(client: FlaskClient, sqlite_database: Database, form: str) -> None:
    """Headers state date, question, code and, where known beforehand, the number of rows."""
    store_all(sqlite_database)
    answer = client.get(f"{EXPORTS}/tours?board=5x5&start=1,1&format={form}")
    searched = client.get(f"{EXPORTS}/tours?board=5x5&at=5:c3&format={form}")
    head = client.head(f"{EXPORTS}/tours?format={form}")

    asked = "tours?board=5x5&start=1%2C1" + ("" if form == "jsonl" else f"&format={form}")
    assert answer.headers["Export-Query"] == asked
    assert answer.headers["Export-Rows"] == "304"
    assert answer.headers["Export-Version"] == own_version()
    assert answer.headers.get("Export-Commit") == own_commit()
    age = datetime.now(UTC) - datetime.fromisoformat(answer.headers["Export-Date"])
    assert timedelta(0) <= age < timedelta(minutes=5)
    assert searched.status_code == (422 if form == "npy" else 200)
    assert "Export-Rows" not in searched.headers
    assert {"Export-Date", "Export-Query"} <= {*head.headers.keys()}


def test_a_long_question_is_left_out(client: FlaskClient, stored_tours: str) -> None:
    """A question too long for a header is left out; the other headers are sent."""
    places = ";".join(f"{number}:1,1" for number in [*range(1, 26)] * 10)
    answer = client.get(f"{EXPORTS}/tours?board=5x5&at={places}")

    assert (answer.status_code, stored_tours in answer.text) == (200, False)
    assert "Export-Query" not in answer.headers
    assert "Export-Date" in answer.headers


@pytest.mark.parametrize("form", ["jsonl", "csv"])
@pytest.mark.parametrize("work", ["false", "true"])
def test_where_counts_come_from(client: FlaskClient, sqlite_database: Database, form: str, work: str) -> None:
    """The header states the actual number of rows, though a job may store one count under two names."""
    with sqlite_database.writing() as session:
        names = ("closed", "tours", "nodes")
        counts = [Count(quantity=name, value="0", method="proof") for name in names]
        record_result(session, stored_job(session, tours="closed"), parse_board("5x5"), Result(counts=counts))
    answer = client.get(f"{EXPORTS}/counts?format={form}&work={work}")
    rows = len(answer.text.splitlines()) - (form == "csv")

    assert answer.headers["Export-Rows"] == str(rows) == ("2" if work == "true" else "1")
    assert answer.headers["Export-Query"].startswith("counts")


@pytest.mark.parametrize(
    ("query", "parameter"),
    [
        ("tours?start=1,1", "start"),
        ("tours?board=nowhere", "board"),
        ("tours?format=xml", "format"),
        ("counts?board=nowhere", "board"),
        ("sequence?family=what", "family"),
        ("sequence?family=nxn&first=5&last=4", "last"),
    ],
)
def test_what_cannot_be_exported(client: FlaskClient, query: str, parameter: str) -> None:
    """The fault names the parameter."""
    answer = client.get(f"{EXPORTS}/{query}")
    assert answer.status_code == 422
    assert answer.get_json()["errors"][0]["parameter"] == parameter


@pytest.fixture
def endless(
    monkeypatch: pytest.MonkeyPatch, sqlite_database: Database, stored_tours: str
) -> dict[str, threading.Event]:
    """Make exports endless; return events that say when one has begun and when it was given up."""
    events = {"begun": threading.Event(), "ended": threading.Event()}
    with sqlite_database.reading() as session:
        (page,) = tour_pages(session, TourFilter(job=stored_tours))

    def pages(*_: Any) -> Iterator[TourPage]:
        try:
            while True:
                events["begun"].set()
                yield page
                time.sleep(0.001)
        finally:
            events["ended"].set()

    monkeypatch.setattr("findings.exports.formats.tour_pages", pages)
    return events


@pytest.mark.parametrize("form", ["jsonl", "csv", "npy", "parquet"])
def test_asking_for_the_head_alone_is_free(client: FlaskClient, endless: dict[str, threading.Event], form: str) -> None:
    """The file's type and name come without any tour being read."""
    answer = client.head(f"{EXPORTS}/tours?format={form}")

    assert (answer.status_code, answer.data) == (200, b"")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="cavalier.{form}"'
    assert not endless["begun"].is_set()


@pytest.mark.usefixtures("endless")
def test_exports_at_a_time(client: FlaskClient) -> None:
    """A fourth export at a time is refused with Retry-After; one that is given up makes room."""
    under_way = [client.get(f"{EXPORTS}/tours") for _ in range(3)]
    refused = client.get(f"{EXPORTS}/counts")
    under_way[0].close()
    answered = client.get(f"{EXPORTS}/counts")

    assert [answer.status_code for answer in under_way] == [200, 200, 200]
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "10")
    assert refused.get_json()["type"] == "urn:cavalier:problem:exports-busy"
    assert answered.status_code == 200
    for answer in under_way[1:]:
        answer.close()


@pytest.mark.parametrize("form", ["jsonl", "npy", "parquet"])
def test_nothing_is_exported_for_a_client_that_has_gone(
    app: Flask, endless: dict[str, threading.Event], form: str
) -> None:
    """An export ends once its client has gone, in every format."""
    server = Server(app, "127.0.0.1", 0)
    server.start()
    with socket.create_connection(("127.0.0.1", server.port)) as client:
        client.sendall(f"GET {EXPORTS}/tours?format={form} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        assert endless["begun"].wait(START_SECONDS)

    assert endless["ended"].wait(START_SECONDS)
    server.stop()
