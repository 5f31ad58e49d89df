"""The atlas over HTTP."""

from __future__ import annotations

from flask.testing import FlaskClient

from findings.atlas.load import load_atlas
from store.database.db import Database


def test_figures(client: FlaskClient, sqlite_database: Database) -> None:
    """Each with the job that found it; the list goes on where there is more."""
    with sqlite_database.writing() as session:
        load_atlas(session)
    page = client.get("/api/v1/atlas?board=5x5&piece=1,2&quantity=tours").get_json()
    one, by_ends = page["items"]

    assert by_ends["entry"] == "5x5/1,2/enumerate/any/by-end"
    assert sum(int(tours) for tours in by_ends["by_end"]["1,1"].values()) == int(one["by_start"]["1,1"])
    assert one["by_end"] is None
    assert (one["value"], one["exact"], one["by_start"]["1,1"]) == ("1728", True, "304")
    assert (one["entry"], one["piece"]) == ("5x5/1,2/enumerate/any", [1, 2])
    assert one["specification"]["board"] == "5x5"
    assert client.get("/api/v1/atlas?limit=1").get_json()["next"]
    assert client.get("/api/v1/atlas?piece=x").status_code == 422


def test_the_page_of_a_board(client: FlaskClient, sqlite_database: Database) -> None:
    """It names the atlas and leads to the entry."""
    with sqlite_database.writing() as session:
        load_atlas(session)
    page = client.get("/boards/5x5").text

    assert "Cavalier atlas" in page
    assert "/api/v1/atlas?entry=5x5/1,2/enumerate/any" in page
