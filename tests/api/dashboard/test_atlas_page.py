"""The page of the atlas."""

from __future__ import annotations

from flask.testing import FlaskClient

from store.atlas.load import load_atlas
from store.database.db import Database


def test_sequences(client: FlaskClient, sqlite_database: Database) -> None:
    """It leads to the boards, lists the sequences with their numbers, and leads to the files."""
    empty = client.get("/atlas").text
    assert ("None." in empty, "<details" in empty) == (True, False)
    with sqlite_database.writing() as session:
        load_atlas(session)
    page = client.get("/atlas").text

    assert 'href="https://oeis.org/A169696"' in page
    assert "none known to us" in page
    assert page.count('<a href="/boards/5x5">5x5</a>') == 1
    assert "family=3xn" in page
    assert "0, 0, 0, 16, 0, 0, 104, 792, …" in page
    assert "/atlas" in client.get("/sources").text
