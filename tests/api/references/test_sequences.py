"""Sequences over HTTP."""

from __future__ import annotations

from flask.testing import FlaskClient

from findings.atlas.load import load_atlas
from store.database.db import Database


def test_files_of_a_sequence(client: FlaskClient, sqlite_database: Database) -> None:
    """Each leads to its b-file, which has all of its terms, and to its recurrence."""
    assert client.get("/api/v1/sequences").get_json() == {"items": []}
    with sqlite_database.writing() as session:
        load_atlas(session)
    items = client.get("/api/v1/sequences").get_json()["items"]
    (one,) = (item for item in items if (item["family"], item["quantity"]) == ("3xn", "tours"))

    lines = [line for line in client.get(one["b_file"]).text.splitlines() if not line.startswith("#")]
    assert lines == [f"{n} {term}" for n, term in enumerate(one["terms"], one["first"])]
    assert client.get(one["recurrence"]).get_json()["terms"] == len(one["terms"])
    assert one["oeis"][0]["link"] == "https://oeis.org/A169696"
