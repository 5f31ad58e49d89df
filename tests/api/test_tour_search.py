"""Looking tours up and counting them over HTTP, on all tours of 5x5."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from store.database.db import Database
from tests.api.conftest import OPEN_5X5
from tests.store.tour_samples import BOARD, store_all

FIND = "/api/v1/tours/find"
COUNTS = "/api/v1/tours/counts"
SQUARES = [BOARD.square(number) for number in OPEN_5X5]
GRID = "\n".join(" ".join(str(OPEN_5X5.index(5 * row + column) + 1) for column in range(5)) for row in range(5))


def look_up(client: FlaskClient, text: str, **more: object) -> Any:
    """Paste a tour."""
    return client.post(FIND, json={"board": "5x5", "tour": text} | more)


@pytest.mark.parametrize("text", [GRID, str(SQUARES), str(SQUARES[::-1])])
def test_every_form_finds_the_same_tour(client: FlaskClient, sqlite_database: Database, text: str) -> None:
    """Grid, squares and the reverse: one class, all of whose members are held, and the job that found them."""
    job = store_all(sqlite_database)

    found = look_up(client, text).get_json()

    assert (found["sound"], found["closed"], found["symmetries"]) == (True, False, 1)
    assert (found["undirected"], found["directed"], found["symmetry"]) == ("8", "16", "none")
    held = found["held"]
    assert (held["members"], held["capped"], held["first"]["job"], len(held["same"])) == (16, False, job, 1)
    stored = client.get(f"/api/v1/tours/{held['same'][0]['tour']}").get_json()
    assert stored["squares"] == (SQUARES[::-1] if text == str(SQUARES[::-1]) else SQUARES)
    assert stored["class"] == found["class"]
    assert stored["statistics"] == found["statistics"]


def test_an_unknown_tour_is_described_all_the_same(client: FlaskClient) -> None:
    """Nothing is held; its class and canonical form are told, which begins with the smallest square it can."""
    found = look_up(client, GRID).get_json()

    assert found["held"] == {"same": [], "members": 0, "capped": False, "first": None}
    assert found["canonical"][0] == [1, 1]


def test_the_page_says_what_it_is_like(client: FlaskClient) -> None:
    """The statistics that the API gives stand there in words."""
    crossings = look_up(client, GRID).get_json()["statistics"]["crossings"]
    page = client.get("/find", query_string={"board": "5x5", "tour": GRID}).text
    assert f"<dt>Crossings</dt><dd>{crossings}</dd>" in page


def test_what_is_no_tour(client: FlaskClient) -> None:
    """The first fault is named; text that cannot be read, or a wrong field, is a 422 that points at it."""
    swapped = str([SQUARES[1], SQUARES[0], *SQUARES[2:]])
    assert "is not a move" in look_up(client, swapped).get_json()["fault"]

    for body, pointer in (({"tour": "hello"}, "/tour"), ({"board": "chess"}, "/board"), ({"piece": "rook"}, "/piece")):
        answer = look_up(
            client, **({"text": GRID} | {"text": body["tour"]} if "tour" in body else {"text": GRID} | body)
        )
        assert (answer.status_code, answer.get_json()["errors"][0]["pointer"]) == (422, pointer)


def test_counts_and_facets(client: FlaskClient, sqlite_database: Database) -> None:
    """The known figures of 5x5, by any filter of the list."""
    store_all(sqlite_database)

    whole = client.get(f"{COUNTS}?board=5x5").get_json()
    corner = client.get(f"{COUNTS}?board=5x5&start=1,1&closed=false&since=2000-01-01T00:00:00Z").get_json()

    assert (whole["tours"], whole["capped"], whole["facets"]["closed"]) == ("1728", False, {"false": "1728"})
    assert (whole["facets"]["start"]["1,1"], whole["facets"]["start"]["3,3"]) == ("304", "64")
    assert (corner["tours"], corner["facets"]["start"]) == ("304", {"1,1": "304"})
    assert client.get(f"{COUNTS}?start=1,1").status_code == 422


def test_a_large_mask_is_known_by_its_digest(client: FlaskClient) -> None:
    """The label of a mask with many rows is a digest; lists and boards find it once a job has used it."""
    rows = ["#" * 40] * 39 + ["#" * 39 + "."]
    board = client.post("/api/v1/jobs", json={"kind": "enumerate", "board": {"rows": rows}}).get_json()["board"]

    assert client.get("/api/v1/tours", query_string={"board": board, "start": "40,39"}).status_code == 200
    assert client.get("/api/v1/tours", query_string={"board": board, "start": "40,40"}).status_code == 422
