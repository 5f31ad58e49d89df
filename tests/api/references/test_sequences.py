"""Sequences over HTTP."""

from __future__ import annotations

from flask.testing import FlaskClient

from findings.atlas.load import load_atlas
from store.database.db import Database


def test_files_of_a_sequence(client: FlaskClient, sqlite_database: Database) -> None:
    """Each sequence links its b-file, which has all of its terms, and its recurrence."""
    assert client.get("/api/v1/sequences").get_json() == {"items": []}
    with sqlite_database.writing() as session:
        load_atlas(session)
    items = client.get("/api/v1/sequences").get_json()["items"]
    (one,) = (item for item in items if (item["family"], item["quantity"]) == ("3xn", "tours"))

    lines = [line for line in client.get(one["b_file"]).text.splitlines() if not line.startswith("#")]
    assert lines == [f"{n} {term}" for n, term in enumerate(one["terms"], one["first"])]
    assert client.get(one["recurrence"]).get_json()["terms"] == len(one["terms"])
    assert one["oeis"][0]["link"] == "https://oeis.org/A118067"


def test_of_one_convention(client: FlaskClient, sqlite_database: Database) -> None:
    """The list can be restricted to undirected sequences; a b-file has half as many paths as tours."""
    with sqlite_database.writing() as session:
        load_atlas(session)
    items = client.get("/api/v1/sequences?convention=undirected").get_json()["items"]
    assert {item["convention"] for item in items} == {"undirected"}
    assert ("3xn", "paths") in {(item["family"], item["quantity"]) for item in items}
    file = client.get("/api/v1/exports/sequence?family=3xn&quantity=paths&first=4&last=8").text
    assert [line for line in file.splitlines() if not line.startswith("#")] == ["4 8", "5 0", "6 0", "7 52", "8 396"]
    assert client.get("/api/v1/recurrence?family=3xn").get_json()["terms"] == 100
