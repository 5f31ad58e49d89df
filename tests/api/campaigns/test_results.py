"""The results of a campaign over HTTP."""

from __future__ import annotations

import csv
import io
import json

import pytest
from flask.testing import FlaskClient

from store.database.db import Database
from tests.api.campaigns.test_routes import CAMPAIGNS, GRID
from tests.store.campaigns.samples import plan_all
from tests.store.job_samples import drain


@pytest.fixture
def campaign(client: FlaskClient, sqlite_database: Database) -> str:
    """A campaign of four jobs, three of them finished."""
    made = str(client.post(CAMPAIGNS, json=GRID).get_json()["id"])
    plan_all(sqlite_database, 3)
    drain(sqlite_database)
    return made


def test_results_by_the_page(client: FlaskClient, campaign: str) -> None:
    """Each job is an entry, in the order of the cells."""
    page = client.get(f"{CAMPAIGNS}/{campaign}/results?limit=3&count=true").get_json()
    items = [*page["items"], *client.get(page["next"]).get_json()["items"]]
    assert page["total"] == 4
    assert [(one["board"], one["specification"], len(one["figures"])) for one in items] == [
        (0, 0, 1), (0, 1, 1), (1, 0, 1), (1, 1, 0),
    ]  # fmt: skip
    assert [one["figures"][0]["value"] for one in items[:3]] == ["165"] * 3
    assert client.get(f"{CAMPAIGNS}/{campaign}/results?fields=job,state").get_json()["items"][3].keys() == {
        "job",
        "state",
    }


def test_results_as_a_file(client: FlaskClient, campaign: str) -> None:
    """Each figure is a line with a link to its job."""
    answer = client.get(f"{CAMPAIGNS}/{campaign}/results.csv")
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert (answer.status_code, answer.mimetype) == (200, "text/csv")
    assert answer.headers["Export-Query"] == f"campaigns/{campaign}/results.csv"
    assert [(row["board"], row["state"], row["value"]) for row in rows] == [
        ("5x5", "succeeded", "165"), ("5x5", "succeeded", "165"), ("3x4", "succeeded", "165"), ("3x4", "queued", ""),
    ]  # fmt: skip
    assert [client.get(row["link"]).status_code for row in rows] == [200] * 4
    assert client.get(f"{CAMPAIGNS}/none/results.csv").status_code == 404


def test_results_as_parquet(client: FlaskClient, campaign: str) -> None:
    """Parquet has the same rows with types, at its own address or by the Accept header."""
    parquet = pytest.importorskip("pyarrow.parquet")
    address = f"{CAMPAIGNS}/{campaign}/results"
    answer = client.get(f"{address}.parquet")
    table = parquet.read_table(io.BytesIO(answer.data))
    rows = list(csv.DictReader(io.StringIO(client.get(f"{address}.csv").text)))
    assert answer.mimetype == "application/vnd.apache.parquet"
    assert table.column_names == list(rows[0])
    read = table.to_pylist()
    assert [
        {name: "" if row[name] is None else str(row[name]) for name in ("board", "value", "job")} for row in read
    ] == [{name: row[name] for name in ("board", "value", "job")} for row in rows]
    assert [row["exact"] for row in read] == [True] * 3 + [None]
    assert [row["board_number"] for row in read] == [0, 0, 1, 1]
    assert json.loads(table.schema.metadata[b"cavalier"])["query"] == f"campaigns/{campaign}/results.parquet"
    assert client.get(f"{CAMPAIGNS}/none/results.parquet").status_code == 404

    liked = client.get(address, headers={"Accept": "application/vnd.apache.parquet"})
    assert parquet.read_table(io.BytesIO(liked.data)).to_pylist() == read
    assert client.get(address, headers={"Accept": "text/csv"}).text == client.get(f"{address}.csv").text
    assert client.get(address).mimetype == "application/json"
    assert "Accept" in liked.vary
    assert client.get(address, headers={"Accept": "image/png"}).status_code == 406


def test_comparing(client: FlaskClient, sqlite_database: Database, campaign: str) -> None:
    """Each pair of jobs is an entry with its verdict; a missing or unknown campaign is refused."""
    other = client.post(f"{CAMPAIGNS}/{campaign}/clone", json={"name": "Again"}).get_json()["id"]
    plan_all(sqlite_database)
    drain(sqlite_database)
    page = client.get(f"{CAMPAIGNS}/{other}/compare?other={campaign}&limit=3").get_json()
    items = [*page["items"], *client.get(page["next"]).get_json()["items"]]
    assert [one["label"] for one in items] == ["5x5", "5x5", "3x4", "3x4"]
    assert {one["comparison"]["verdict"] for one in items} == {"All 1 common figures are equal."}
    assert client.get(f"{CAMPAIGNS}/{other}/compare?other=none").status_code == 404
    assert client.get(f"{CAMPAIGNS}/{other}/compare").get_json()["errors"][0]["parameter"] == "other"
