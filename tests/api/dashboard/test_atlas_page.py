"""The page of the atlas."""

from __future__ import annotations

from flask.testing import FlaskClient

from store.atlas.load import load_atlas
from store.database.db import Database


def test_sequences(client: FlaskClient, sqlite_database: Database) -> None:
    """It lists the sequences with their numbers, says where none is known, and leads to the files."""
    assert "None." in client.get("/atlas").text
    with sqlite_database.writing() as session:
        load_atlas(session)
    page = client.get("/atlas").text

    assert 'href="https://oeis.org/A169696"' in page
    assert "none known to us" in page
    assert "family=3xn" in page
    assert "0, 0, 0, 16, 0, 0, 104, 792, …" in page
    assert "/atlas" in client.get("/sources").text
