"""Stored tours over HTTP."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from flask.testing import FlaskClient

from engine.boards.labels import parse_board
from engine.tours.parse import parse_tour
from tests.api.conftest import OPEN_5X5

TOURS = "/api/v1/tours"


def test_a_tour_is_shown_with_its_squares(client: FlaskClient, stored_tours: str) -> None:
    """Every square of the board stands once in the list, in steps of one move; the document names the job."""
    tour = client.get(f"{TOURS}/1").get_json()

    squares = tour["squares"]
    steps = [sorted((abs(a - c), abs(b - d))) for (a, b), (c, d) in pairwise(squares)]
    assert steps == [[1, 2]] * 24
    assert len({tuple(square) for square in squares}) == 25
    assert (tour["start"], tour["end"], tour["job"]) == ([1, 1], squares[-1], stored_tours)
    assert tour["class"] == "fffffffffffffffe"


@pytest.mark.parametrize("form", ["", "?form=squares", "?form=grid", "?form=directions"])
@pytest.mark.usefixtures("stored_tours")
def test_a_tour_as_text(client: FlaskClient, form: str) -> None:
    """Every form can be read back."""
    answer = client.get(f"{TOURS}/1.txt{form}")

    assert answer.mimetype == "text/plain"
    assert parse_tour(parse_board("5x5"), (1, 2), answer.text).tolist() == OPEN_5X5


@pytest.mark.usefixtures("stored_tours")
def test_a_tour_as_a_drawing(client: FlaskClient) -> None:
    """It is an SVG document, animated on request; an unchanged one gets 304."""
    still = client.get(f"{TOURS}/1.svg")
    same = client.get(f"{TOURS}/1.svg", headers={"If-None-Match": still.headers["ETag"]})
    walked = client.get(f"{TOURS}/1.svg?animated=true")

    assert still.mimetype == walked.mimetype == "image/svg+xml"
    assert ET.fromstring(still.text).tag == "{http://www.w3.org/2000/svg}svg"
    assert "animateTransform" in walked.text
    assert "animateTransform" not in still.text
    assert "script-src" not in still.headers["Content-Security-Policy"]
    assert same.status_code == 304


@pytest.mark.usefixtures("stored_tours")
def test_a_tour_by_lot(client: FlaskClient) -> None:
    """The filters restrict the draw; no match is a 404, and an unreadable filter is named."""
    drawn = client.get(f"{TOURS}/random?board=5x5&start=1,1").get_json()
    none = client.get(f"{TOURS}/random?closed=true")

    assert drawn == client.get(f"{TOURS}/{drawn['id']}").get_json()
    assert drawn["start"] == [1, 1]
    assert (none.status_code, none.get_json()["detail"]) == (404, "there is no such tour")
    assert client.get(f"{TOURS}/random?start=1,1").get_json()["errors"][0]["parameter"] == "start"


@pytest.mark.usefixtures("stored_tours")
def test_a_tour_as_a_file(client: FlaskClient) -> None:
    """The address with the ending .json gives the same document as without."""
    assert client.get(f"{TOURS}/1.json").get_json() == client.get(f"{TOURS}/1").get_json()


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        ("", [1, 2]),
        ("board=5x5&start=1,1", [1]),
        ("board=5x5&end=1,1", [2]),
        ("board=6x6", []),
        ("closed=false", [1, 2]),
        ("closed=true", []),
        ("symmetry=1", [1, 2]),
        ("symmetry=2", []),
        ("piece=1,2", [1, 2]),
        ("class=fffffffffffffffe", [1, 2]),
        ("class=0000000000000001", []),
        ("job=nobody", []),
    ],
)
@pytest.mark.usefixtures("stored_tours")
def test_filters(client: FlaskClient, query: str, ids: list[int]) -> None:
    """Each filter keeps the tours that fit it."""
    assert [tour["id"] for tour in client.get(f"{TOURS}?{query}").get_json()["items"]] == ids


def test_a_jobs_tours(client: FlaskClient, stored_tours: str) -> None:
    """A job's tours are listed page by page."""
    page = client.get(f"/api/v1/jobs/{stored_tours}/tours?limit=1").get_json()
    after = client.get(page["next"]).get_json()

    assert [(tour["id"], tour["class"]) for tour in page["items"] + after["items"]] == [
        (1, "fffffffffffffffe"),
        (2, "fffffffffffffffe"),
    ]


@pytest.mark.parametrize(
    ("query", "parameter"),
    [("start=1,1", "start"), ("board=5x5&start=6,1", "start"), ("board=?", "board"), ("closed=1", "closed")],
)
def test_a_wrong_filter_is_named(client: FlaskClient, query: str, parameter: str) -> None:
    """The answer is 422 and names the parameter."""
    answer = client.get(f"{TOURS}?{query}")

    assert (answer.status_code, answer.get_json()["errors"][0]["parameter"]) == (422, parameter)


@pytest.mark.parametrize("tour", ["1", "x", "99999999999999999999", "1.txt", "٣"])
def test_an_unknown_tour_is_not_found(client: FlaskClient, tour: str) -> None:
    """An unknown number, or text that is no number, is a 404."""
    assert client.get(f"{TOURS}/{tour}").status_code == 404


@pytest.mark.usefixtures("stored_tours")
@pytest.mark.parametrize(
    ("query", "ids"),
    [
        ("board=5x5&contains=a5-b3", [1]),
        ("board=5x5&contains=b3-a5", [2]),
        ("board=5x5&contains=1,1-3,2;3,2-5,1", [1]),
        ("board=5x5&at=1:a5,2:b3", [1]),
        ("board=5x5&at=25:1,1", [2]),
        ("board=5x5&contains=a1-a2", []),
        ("symmetry_type=none", [1, 2]),
        ("symmetry_type=rotation90", []),
    ],
)
def test_search_by_content(client: FlaskClient, query: str, ids: list[int]) -> None:
    """Tours are found by moves, by numbers on squares and by symmetry; counts and page agree."""
    page = client.get(f"{TOURS}?{query}").get_json()
    assert ([tour["id"] for tour in page["items"]], page["next"]) == (ids, None)
    counts = client.get(f"{TOURS}/counts?{query}").get_json()
    assert (counts["tours"], counts["capped"]) == (str(len(ids)), False)
    shown = client.get(f"/tours?{query}").text
    assert all(f"no. {number}" in shown for number in ids)


@pytest.mark.usefixtures("stored_tours")
@pytest.mark.parametrize(
    ("path", "query", "parameter"),
    [
        ("", "contains=a1-b3", "contains"),
        ("", "board=5x5&contains=a1", "contains"),
        ("", "board=5x5&at=99:a1", "at"),
        ("", "board=5x5&at=1:z1", "at"),
        ("", "symmetry_type=round", "symmetry_type"),
        ("", "board=5x5&at=1:a1&count=true", "count"),
        ("/random", "board=5x5&at=1:a1", "at"),
    ],
)
def test_a_wrong_content_is_named(client: FlaskClient, path: str, query: str, parameter: str) -> None:
    """The answer is 422 and names the parameter."""
    answer = client.get(f"{TOURS}{path}?{query}")
    assert answer.status_code == 422
    assert answer.get_json()["errors"][0]["parameter"] == parameter
