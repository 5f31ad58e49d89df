"""Squares in both notations wherever the API and the dashboard take them."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient

from store.database.db import Database
from tests.api.conftest import OPEN_5X5
from tests.store.tour_samples import BOARD, store_all

BY_NAME, BY_COORDINATES, BEYOND = "a5", "1,1", "9,9"
SPECIFICATIONS: list[tuple[str, dict[str, Any]]] = [
    ("/starts/0", {"kind": "enumerate", "starts": ["SQUARE"]}),
    ("/starts/0", {"kind": "sample", "starts": ["SQUARE"]}),
    ("/start", {"kind": "construct", "start": "SQUARE"}),
    ("/end", {"kind": "construct", "end": "SQUARE"}),
    ("/from", {"kind": "distance", "from": "SQUARE"}),
    ("/to", {"kind": "distance", "from": "b3", "to": "SQUARE"}),
    ("/via/0", {"kind": "distance", "from": "b3", "to": "c3", "via": ["SQUARE"]}),
    ("/givens/0/square", {"kind": "complete", "givens": [{"square": "SQUARE", "number": 3}]}),
    ("/paths/0/0", {"kind": "complete", "paths": [["SQUARE", "b3"]]}),
    ("/moves/0/0", {"kind": "complete", "moves": [["SQUARE", "b3"]]}),
    ("/barred/0/0", {"kind": "complete", "barred": [["SQUARE", "b3"]]}),
    ("/board/removed/0", {"kind": "enumerate", "board": {"board": "5x5", "removed": ["SQUARE"]}}),
]
LISTS = ("/api/v1/tours", "/api/v1/tours/counts", "/api/v1/exports/tours", "/tours")


def _with(value: Any, square: str) -> Any:
    """Return a document with each placeholder replaced by a square."""
    if isinstance(value, dict):
        return {name: _with(one, square) for name, one in value.items()}
    if isinstance(value, list):
        return [_with(one, square) for one in value]
    return square if value == "SQUARE" else value


@pytest.mark.parametrize(("pointer", "document"), SPECIFICATIONS, ids=lambda value: str(value)[:30])
def test_specifications(client: FlaskClient, pointer: str, document: dict[str, Any]) -> None:
    """Both notations make the same job; a square beyond the board is quoted as written, at its field."""
    made = [
        client.post("/api/v1/jobs", json={"board": "5x5"} | _with(document, square)).get_json()["specification"]
        for square in (BY_NAME, BY_COORDINATES)
    ]
    wrong = client.post("/api/v1/jobs", json={"board": "5x5"} | _with(document, BEYOND))

    assert made[0] == made[1]
    assert wrong.status_code == 422
    (fault,) = wrong.get_json()["errors"]
    assert fault["pointer"] == pointer
    assert f"'{BEYOND}' is not a square" in fault["detail"]


@pytest.mark.parametrize("field", ["start", "end"])
@pytest.mark.parametrize("path", LISTS)
def test_queries(client: FlaskClient, sqlite_database: Database, path: str, field: str) -> None:
    """Both notations choose the same tours; a square beyond the board, or other text, is a 422 that quotes it."""
    store_all(sqlite_database)
    asked = [client.get(f"{path}?{urlencode({'board': '5x5', field: square})}") for square in ("a5", "1,1")]
    wrong = [client.get(f"{path}?{urlencode({'board': '5x5', field: square})}") for square in (BEYOND, "a9", "first")]

    assert [answer.status_code for answer in asked] == [200, 200]
    if path == "/tours":
        assert all("<b>304</b> tours" in answer.text for answer in asked)
    elif path.endswith("counts"):
        assert [answer.get_json()["tours"] for answer in asked] == ["304", "304"]
    else:
        assert asked[0].text.replace("=a5", "=1%2C1") == asked[1].text
    assert [answer.status_code for answer in wrong] == [422] * 3
    for answer, square in zip(wrong, (BEYOND, "a9", "first"), strict=True):
        assert square in answer.text


def test_facets_are_written_like_the_question(client: FlaskClient, sqlite_database: Database) -> None:
    """A question by name gets names, any other coordinates; the page does the same."""
    store_all(sqlite_database)
    named, numbered, plain = (
        client.get(f"/api/v1/tours/counts?{urlencode(query)}").get_json()["facets"]["end"]
        for query in ({"board": "5x5", "start": "a5"}, {"board": "5x5", "start": "1,1"}, {"board": "5x5"})
    )

    assert named["e1"] == numbered["5,5"] == "56"
    assert set(named) & set(numbered) == set()
    assert "5,5" in plain
    assert ">e1</a>" in client.get("/tours?board=5x5&start=a5").text
    assert ">5,5</a>" in client.get("/tours?board=5x5&start=1,1").text


def test_pasted_tours(client: FlaskClient) -> None:
    """Squares by name and by coordinates give the same tour; text that is no square is quoted."""
    names = " ".join("abcde"[number % 5] + str(5 - number // 5) for number in OPEN_5X5)
    pairs = str([BOARD.square(number) for number in OPEN_5X5])
    found = [client.post("/api/v1/tours/find", json={"board": "5x5", "tour": text}) for text in (names, pairs)]
    wrong = client.post("/api/v1/tours/find", json={"board": "5x5", "tour": names.replace("a5", "a9", 1)})

    assert found[0].get_json() == found[1].get_json()
    assert found[0].get_json()["sound"]
    assert "'a9' is not a square" in wrong.get_json()["errors"][0]["detail"]


@pytest.mark.parametrize("path", ["/submit?kind=construct&board=5x5&start={}", "/tree?board=5x5&start={}"])
def test_pages(client: FlaskClient, path: str) -> None:
    """The form and the page of a search accept both notations, and quote a wrong square."""
    assert client.get(path.format(BY_NAME)).status_code == client.get(path.format(BY_COORDINATES)).status_code == 200
    for square in (BY_NAME, BY_COORDINATES):
        assert "is not a square" not in client.get(path.format(square)).text
    assert "9,9" in client.get(path.format(BEYOND)).text
    assert "is not a square" in client.get(path.format(BEYOND)).text
