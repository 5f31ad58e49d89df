"""Lists as tables: a row for each entry, as CSV or Parquet beside JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

FORMS = {"application/json", "text/csv", "application/vnd.apache.parquet"}
OTHERWISE = {
    "/api/v1/methods": "a catalogue of the code",
    "/api/v1/compare": "answers about a few jobs, each of another form",
    "/api/v1/jobs/{job_id}/webhooks": "ten addresses at most",
    "/api/v1/campaigns/{campaign_id}/webhooks": "ten addresses at most",
}
"""Answers with `items` that are no lists, each with the reason."""


def test_every_list_is_sent_in_three_forms(client: FlaskClient) -> None:
    """Every list is also sent as CSV and Parquet and accepts the parameter `format`."""
    found = dict(_lists(client))
    assert len(found) > 20
    for path, operation in found.items():
        assert set(operation["responses"]["200"]["content"]) == FORMS, path
        assert "format" in [parameter["name"] for parameter in operation["parameters"]], path


def test_a_table_has_the_entries_of_the_list(client: FlaskClient, stored_tours: str) -> None:
    """Each entry is a row, in order; parts of an entry have their own columns, and lists within it are JSON."""
    items = client.get("/api/v1/tours?limit=3").get_json()["items"]
    rows = _rows(client, "/api/v1/tours?limit=3&format=csv")
    assert [row["id"] for row in rows] == [str(item["id"]) for item in items]
    assert [json.loads(row["squares"]) for row in rows] == [item["squares"] for item in items]
    (job,) = _rows(client, "/api/v1/jobs?format=csv")
    assert (job["id"], job["progress.shards"]) == (stored_tours, "3")


def test_a_table_has_many_rows_and_says_where_it_goes_on(client: FlaskClient) -> None:
    """A table has all rows unless `limit` cuts it; `fields` chooses columns, and headers say whether more follow."""
    for seed in range(60):  # more than a page
        job = {"kind": "construct", "board": "8x8", "rng": {"generator": "pcg64dxsm", "seed": seed}}
        assert client.post("/api/v1/jobs", json=job).status_code == 202
    whole = client.get("/api/v1/jobs?format=csv&fields=id,state")
    assert len(whole.text.splitlines()) == 61
    assert whole.text.startswith("id,state\n")
    assert (whole.headers["Export-More"], whole.headers["Export-Rows"]) == ("false", "60")
    assert whole.headers["Content-Disposition"] == 'attachment; filename="jobs.csv"'
    cut = client.get("/api/v1/jobs?format=csv&fields=id&limit=2")
    assert cut.headers["Export-More"] == "true"
    following = cut.headers["Link"].rpartition("<")[2].partition(">")[0]
    assert client.get(following).text.splitlines()[1] not in cut.text.splitlines()
    assert client.get("/api/v1/tours?limit=501").status_code == 422
    assert client.get("/api/v1/tours?limit=10001&format=csv").status_code == 422


@pytest.mark.parametrize(
    "path", ["jobs", "tours", "jobs/{job}/shards", "jobs/{job}/squares", "jobs/{job}/events", "sources"]
)
def test_parquet_has_the_same_rows(client: FlaskClient, stored_tours: str, path: str) -> None:
    """Parquet has the same columns and rows as CSV, and its origin in its metadata."""
    parquet = pytest.importorskip("pyarrow.parquet")
    address = f"/api/v1/{path.format(job=stored_tours)}"
    table = parquet.read_table(io.BytesIO(client.get(f"{address}?format=parquet").data))
    head, *rows = csv.reader(io.StringIO(client.get(f"{address}?format=csv").text))
    assert table.column_names == head
    assert table.num_rows == len(rows)
    assert json.loads(table.schema.metadata[b"cavalier"])["rows"] == len(rows)


def test_figures_of_a_source_are_a_table(client: FlaskClient) -> None:
    """Each printed figure is a row."""
    page = client.get("/api/v1/sources/delphi").get_json()
    rows = _rows(client, "/api/v1/sources/delphi?format=csv")
    assert [row["key"] for row in rows] == [one["key"] for table in page["contents"] for one in table["figures"]]


def _rows(client: FlaskClient, address: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(client.get(address).text)))


def _lists(client: FlaskClient) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the lists of the OpenAPI document, each with its operation."""
    document = client.get("/api/v1/openapi.json").get_json()
    schemas = document["components"]["schemas"]
    for path, operations in document["paths"].items():
        content = operations.get("get", {}).get("responses", {}).get("200", {}).get("content", {})
        name = content.get("application/json", {}).get("schema", {}).get("$ref", "").rpartition("/")[2]
        if "items" in schemas.get(name, {}).get("properties", {}) and path not in OTHERWISE:
            yield path, operations["get"]
