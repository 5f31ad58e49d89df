"""Looking tours up and counting them over HTTP, on all tours of 5x5."""

from __future__ import annotations

import re
from functools import partial
from math import inf
from typing import Any

import pytest
from flask.testing import FlaskClient

from store.database.db import Database
from store.queries.feature_counts import count_by_features
from tests.api.conftest import OPEN_5X5
from tests.store.tour_samples import BOARD, store_all
from tests.store.tours.test_features import measure_all

FIND = "/api/v1/tours/find"
COUNTS = "/api/v1/tours/counts"
SQUARES = [BOARD.square(number) for number in OPEN_5X5]
GRID = "\n".join(" ".join(str(OPEN_5X5.index(5 * row + column) + 1) for column in range(5)) for row in range(5))


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let statistics be counted to the end, however slow the machine is."""
    monkeypatch.setattr("api.tours.lookup.FEATURE_SECONDS", inf)
    monkeypatch.setattr("api.tours.lookup.count_by_features", partial(count_by_features, seconds=inf))


def look_up(client: FlaskClient, text: str, **more: object) -> Any:
    """Paste a tour."""
    return client.post(FIND, json={"board": "5x5", "tour": text} | more)


@pytest.mark.parametrize("text", [GRID, str(SQUARES), str(SQUARES[::-1])])
def test_every_form_finds_the_same_tour(client: FlaskClient, sqlite_database: Database, text: str) -> None:
    """Grid, list of squares and reversal lead to one class, with all members stored and the job that found them."""
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
    """No tour is stored, but class and canonical form are given; that form begins with the smallest possible square."""
    found = look_up(client, GRID).get_json()

    assert found["held"] == {"same": [], "members": 0, "capped": False, "first": None}
    assert found["canonical"][0] == [1, 1]


def test_the_page_says_what_it_is_like(client: FlaskClient) -> None:
    """The page shows in words the statistics that the API gives."""
    crossings = look_up(client, GRID).get_json()["statistics"]["crossings"]
    page = client.get("/find", query_string={"board": "5x5", "tour": GRID}).text
    assert f"<dt>Crossings</dt><dd>{crossings}</dd>" in page


def test_what_is_no_tour(client: FlaskClient) -> None:
    """The first fault is named; unreadable text or a wrong field is a 422 that points at it."""
    swapped = str([SQUARES[1], SQUARES[0], *SQUARES[2:]])
    assert "is not a move" in look_up(client, swapped).get_json()["fault"]

    for body, pointer in (({"tour": "hello"}, "/tour"), ({"board": "chess"}, "/board"), ({"piece": "rook"}, "/piece")):
        answer = look_up(
            client, **({"text": GRID} | {"text": body["tour"]} if "tour" in body else {"text": GRID} | body)
        )
        assert (answer.status_code, answer.get_json()["errors"][0]["pointer"]) == (422, pointer)


def test_counts_and_facets(client: FlaskClient, sqlite_database: Database) -> None:
    """The counts of 5x5 are the known figures, whole or filtered."""
    store_all(sqlite_database)

    whole = client.get(f"{COUNTS}?board=5x5").get_json()
    corner = client.get(f"{COUNTS}?board=5x5&start=1,1&closed=false&since=2000-01-01T00:00:00Z").get_json()

    assert (whole["tours"], whole["capped"], whole["facets"]["closed"]) == ("1728", False, {"false": "1728"})
    assert (whole["facets"]["start"]["1,1"], whole["facets"]["start"]["3,3"]) == ("304", "64")
    assert (corner["tours"], corner["facets"]["start"]) == ("304", {"1,1": "304"})
    assert client.get(f"{COUNTS}?start=1,1").status_code == 422


def test_a_large_mask_is_known_by_its_digest(client: FlaskClient) -> None:
    """The label of a mask with many rows is a digest, which lists recognise once a job has used the board."""
    rows = ["#" * 40] * 39 + ["#" * 39 + "."]
    board = client.post("/api/v1/jobs", json={"kind": "enumerate", "board": {"rows": rows}}).get_json()["board"]

    assert client.get("/api/v1/tours", query_string={"board": board, "start": "40,39"}).status_code == 200
    assert client.get("/api/v1/tours", query_string={"board": board, "start": "40,40"}).status_code == 422


@pytest.mark.usefixtures("unhurried")
def test_tours_by_their_statistics(client: FlaskClient, sqlite_database: Database) -> None:
    """Tours are sorted and restricted by their statistics page by page, and counted by value."""
    store_all(sqlite_database)
    waiting = client.get(f"{COUNTS}?board=5x5").get_json()["statistics"]
    assert (waiting["tours"], waiting["unmeasured"]) == ("0", "1728")
    measure_all(sqlite_database)

    whole = client.get(f"{COUNTS}?board=5x5").get_json()["statistics"]
    few = client.get(f"{COUNTS}?board=5x5&statistics=crossings:..35,turns:23").get_json()
    values, address = [], "/api/v1/tours?board=5x5&sort=-crossings&limit=500&statistics=crossings:..35,turns:23"
    while address is not None:
        page = client.get(address).get_json()
        values += [tour["statistics"] for tour in page["items"]]
        address = page["next"]

    assert (whole["tours"], whole["capped"], whole["unmeasured"]) == ("1728", False, "0")
    assert whole["values"]["turns"] == {"20": "16", "21": "64", "22": "656", "23": "992"}
    assert [tour["crossings"] for tour in values] == sorted((tour["crossings"] for tour in values), reverse=True)
    assert {tour["turns"] for tour in values} == {23}
    assert few["tours"] == few["statistics"]["tours"] == str(len(values)) != "0"
    assert sum(map(int, few["facets"]["start"].values())) == len(values)


@pytest.mark.parametrize(
    ("query", "parameter"),
    [
        ("sort=crossings", "sort"),
        ("board=5x5&sort=corners", "sort"),
        ("board=5x5&sort=crossings&contains=a1-b3", "sort"),
        ("board=5x5&sort=crossings&cursor=99", "cursor"),
        ("statistics=crossings", "statistics"),
        ("board=5x5&statistics=turns:1&count=true", "count"),
    ],
)
def test_wrong_questions_about_statistics(client: FlaskClient, query: str, parameter: str) -> None:
    """Each is refused with the parameter's name."""
    answer = client.get(f"/api/v1/tours?{query}")
    assert (answer.status_code, answer.get_json()["errors"][0]["parameter"]) == (422, parameter)


@pytest.mark.usefixtures("unhurried")
def test_the_page_of_tours_by_statistics(client: FlaskClient, sqlite_database: Database) -> None:
    """It shows the values in order and links to the tours of each value."""
    store_all(sqlite_database)
    assert "1,728 tours are still to be measured" in client.get("/tours?board=5x5").text
    measure_all(sqlite_database)

    page = client.get("/tours?board=5x5&sort=-turns&statistics=crossings:34")

    assert page.text.count('<a class="thumbnail"') == 8
    assert len(re.findall(r"</small> <b>2[0-3]</b></a>", page.text)) == 8
    assert "statistics=crossings%3A34%2Cturns%3A" in page.text
    assert "still to be measured" not in page.text
