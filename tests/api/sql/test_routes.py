"""Questions in SQL over HTTP: an answer in three forms, each with its query, and the refusals."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api.app import create_app
from store.database.db import Database
from store.settings import Settings
from store.sql.examples import AFTER, EXAMPLES
from store.sql.views import VIEWS

QUERY = "/api/v1/query"
SQL = "SELECT id, board, closed FROM tour_list WHERE board = :board ORDER BY id"


def test_one_answer_in_three_forms(client: FlaskClient, stored_tours: str) -> None:
    """All three forms have the same rows and the digest of their CSV."""
    pq = pytest.importorskip("pyarrow.parquet")
    asked = {"sql": SQL, "parameters": json.dumps({"board": "5x5"})}
    told = client.get(QUERY, query_string=asked)
    table = client.get(QUERY, query_string=asked | {"format": "csv"})
    packed = client.get(QUERY, query_string=asked | {"format": "parquet"})
    document, read = told.get_json(), pq.read_table(io.BytesIO(packed.data))
    noted = json.loads(read.schema.metadata[b"cavalier"])
    digest = hashlib.sha256(table.data).hexdigest()

    assert stored_tours
    assert document["columns"] == ["id", "board", "closed"]
    assert [row[1:] for row in document["rows"]] == [["5x5", 0]] * 2
    assert list(csv.reader(io.StringIO(table.text)))[1:] == [[str(value) for value in row] for row in document["rows"]]
    assert [list(row.values()) for row in read.to_pylist()] == document["rows"]
    assert document["asked"]["csv_sha256"] == noted["csv_sha256"] == digest == table.headers["Export-SHA256"]
    assert document["asked"]["query"] == noted["query"] == table.headers["Export-Query"]
    assert [answer.headers["Export-Rows"] for answer in (told, table, packed)] == ["2"] * 3
    assert not document["more"]
    assert client.get(f"/api/v1/{document['asked']['query']}").get_json()["rows"] == document["rows"]


def test_there_is_more(client: FlaskClient, stored_tours: str) -> None:
    """An answer cut by the limit says so in each form."""
    assert stored_tours
    body: dict[str, Any] = {"sql": "SELECT id FROM tour_list", "limit": 1}
    document = client.post(QUERY, json=body).get_json()
    packed = client.post(QUERY, json=body | {"format": "csv"})

    assert (len(document["rows"]), document["more"]) == (1, True)
    assert packed.headers["Export-More"] == "true"


def test_what_is_wrong_is_named(client: FlaskClient) -> None:
    """A fault names the parameter of the address or the pointer into the body."""
    faults = client.get(QUERY, query_string={"sql": "DELETE FROM jobs"}).get_json()["errors"]
    posted = client.post(QUERY, json={"sql": "SELECT * FROM api_keys"})
    wrong = client.get(QUERY, query_string={"sql": "SELECT 1", "parameters": "[1]"})

    assert [fault["parameter"] for fault in faults] == ["sql"]
    assert (posted.status_code, posted.get_json()["errors"][0]["pointer"]) == (422, "/sql")
    assert wrong.get_json()["errors"][0]["parameter"] == "parameters"
    assert client.get(QUERY).status_code == 422
    for parameters in ({"a": "\ud800"}, {"\ud800": 1}):
        halved = client.post(QUERY, json={"sql": "SELECT :a", "parameters": parameters})
        assert (halved.status_code, halved.get_json()["errors"][0]["pointer"]) == (422, "/sql")


def test_what_may_be_asked_is_told(client: FlaskClient) -> None:
    """Every view is listed with its columns, and every example."""
    told = client.get(f"{QUERY}/views").get_json()

    assert (told["on"], told["off_because"], told["dialect"]) == (True, None, "sqlite")
    assert {view["name"]: [one["name"] for one in view["columns"]] for view in told["views"]} == {
        name: list(view.columns) for name, view in VIEWS.items()
    }
    assert {one["title"]: one["sql"] for one in told["examples"]} == EXAMPLES
    assert {one["title"]: one["after"] for one in told["examples"] if one["after"]} == AFTER


def test_only_so_many_at_a_time(app: Flask, client: FlaskClient) -> None:
    """A question beyond the limit gets 503 with Retry-After; refused questions free their places too."""
    for sql in ("SELECT 1", "SELECT nothing", "SELECT 1"):
        client.get(QUERY, query_string={"sql": sql})
    places = app.extensions["cavalier"].queries
    assert places.acquire(blocking=False)
    assert places.acquire(blocking=False)
    busy = client.get(QUERY, query_string={"sql": "SELECT 1"})
    places.release()

    assert (busy.status_code, busy.headers["Retry-After"]) == (503, "5")
    assert client.get(QUERY, query_string={"sql": "SELECT 1"}).status_code == 200


def test_time_is_bounded(sqlite_settings: Settings, sqlite_database: Database, notifier: Any) -> None:
    """A question is stopped after the time of the setting."""
    client = create_app(replace(sqlite_settings, query_seconds=0.5), sqlite_database, notifier).test_client()
    endless = "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT max(n) FROM t"
    answer = client.get(QUERY, query_string={"sql": endless})
    assert (answer.status_code, "0.5 s" in answer.get_json()["detail"]) == (422, True)


def test_it_can_be_turned_off(sqlite_settings: Settings, sqlite_database: Database, notifier: Any) -> None:
    """A service without questions answers 501 and names the setting."""
    client = create_app(replace(sqlite_settings, queries=0), sqlite_database, notifier).test_client()
    answer = client.get(QUERY, query_string={"sql": "SELECT 1"})
    assert (answer.status_code, answer.get_json()["type"]) == (501, "urn:cavalier:problem:queries-off")
    assert client.get(f"{QUERY}/views").get_json()["off_because"] == "CAVALIER_QUERIES is 0"


def test_a_client_that_has_gone_ends_its_question(client: FlaskClient) -> None:
    """A question is stopped when the server reports that its client has gone."""
    endless = "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT max(n) FROM t"
    gone = {"waitress.client_disconnected": lambda: True}
    answer = client.get(QUERY, query_string={"sql": endless}, environ_overrides=gone)
    assert answer.get_json()["type"] == "urn:cavalier:problem:nobody-waits"
