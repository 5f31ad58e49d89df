"""The page of the atlas."""

from __future__ import annotations

from html import unescape

from flask.testing import FlaskClient

from findings.atlas.load import load_atlas
from findings.atlas.tours import bring_tours
from store.database.db import Database


def test_sequences(client: FlaskClient, sqlite_database: Database) -> None:
    """The page links the boards and lists the sequences with their OEIS numbers."""
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


def test_tours(client: FlaskClient, sqlite_database: Database) -> None:
    """The page links the tours and the job that imported them, which cannot be cloned."""
    assert "Tours of the atlas" not in client.get("/atlas").text
    with sqlite_database.writing() as session:
        job = bring_tours(session)
        assert job is not None
        job_id = job.public_id
    atlas = client.get("/atlas").text
    found = client.get(f"/jobs/{job_id}").text

    assert f'href="/tours?job={job_id}"' in atlas
    assert f'href="/jobs/{job_id}"' in atlas
    assert "Jobs elsewhere that found these tours" in found
    assert '"symmetry": "rotation90"' in unescape(found)
    assert 'id="clone"' not in found
    assert client.get(f"/submit?job={job_id}").status_code == 404
    for address in ("/", "/boards/6x6", "/boards/torus:4x4", "/tours?board=6x6&symmetry=4", "/api/v1/boards/8x8"):
        assert client.get(address).status_code == 200, address


def test_sequences_of_one_convention(client: FlaskClient, sqlite_database: Database) -> None:
    """On request only the undirected ones are listed."""
    with sqlite_database.writing() as session:
        load_atlas(session)
    page = client.get("/atlas?convention=undirected").text
    assert 'id="3xn-paths"' in page
    assert 'id="3xn-tours"' not in page
    assert client.get("/atlas?convention=both").status_code == 422
