"""Closed tours by number over HTTP, on the index of 5x6."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from api.app import create_app
from store.database.db import Database
from store.settings import Settings
from tests.api.conftest import SilentNotifier
from tests.engine.kinds.index.test_runner import build

URL = "/api/v1/boards/5x6/cycles"


@pytest.fixture
def client(
    sqlite_settings: Settings, sqlite_database: Database, notifier: SilentNotifier, tmp_path: Path
) -> FlaskClient:
    """A client of a service with an index of 5x6."""
    build(tmp_path, "5x6")
    settings = replace(sqlite_settings, spill_folder=str(tmp_path))
    return create_app(settings, sqlite_database, notifier).test_client()


def test_every_number_and_back(client: FlaskClient) -> None:
    """The eight closed tours differ, and each is recognised by its number from another start or in reverse."""
    assert client.get(URL).get_json()["cycles"] == "8"
    tours = [client.get(f"{URL}/{number}").get_json() for number in range(1, 9)]
    assert len({str(tour["squares"]) for tour in tours}) == 8
    assert [(tour["number"], tour["of"]) for tour in tours] == [(str(number), "8") for number in range(1, 9)]
    for tour in tours:
        ranked = client.post(f"{URL}/rank", json={"tour": str(tour["squares"][3:] + tour["squares"][:3])})
        assert ranked.get_json() == tour
        assert client.post(f"{URL}/rank", json={"squares": tour["squares"][::-1]}).get_json() == tour


def test_random_tours_are_all_met(client: FlaskClient) -> None:
    """Two hundred random draws meet all eight tours."""
    assert {client.get(f"{URL}/random").get_json()["number"] for _ in range(200)} == set("12345678")


@pytest.mark.parametrize(
    "path",
    [
        "5x6/cycles/0",
        "5x6/cycles/9",
        "6x6/cycles/1",
        "5x6/cycles/one",
        "5x6/cycles/0.5",
        "5x6/cycles/0_5",
        "chess/cycles/1",
    ],
)
def test_what_is_not_there(client: FlaskClient, path: str) -> None:
    """A number out of range, a board without an index and an unknown board are 404s that say why."""
    answer = client.get(f"/api/v1/boards/{path}")
    assert answer.status_code == 404
    assert answer.get_json()["detail"]


def test_a_damaged_index_is_to_be_made_again(client: FlaskClient, tmp_path: Path) -> None:
    """The answer is 404 with this advice, and nothing from the index."""
    for path in (tmp_path / "kept").iterdir():
        path.write_bytes(path.read_bytes()[::-1])
    answer = client.get(f"{URL}/1")
    assert answer.status_code == 404
    assert "make it again" in answer.get_json()["detail"]


def _moves(one: list[int], other: list[int]) -> bool:
    """Whether a knight moves between two squares."""
    return {abs(one[0] - other[0]), abs(one[1] - other[1])} == {1, 2}


def test_what_has_no_number(client: FlaskClient) -> None:
    """An open tour, or text that is no tour, is refused at the tour."""
    squares = client.get(f"{URL}/1").get_json()["squares"]
    begun = [squares[first:] + squares[:first] for first in range(30)]
    turned = (path[:k][::-1] + path[k:] for path in begun for k in range(2, 30) if _moves(path[0], path[k]))
    opened = next(path for path in turned if not _moves(path[0], path[-1]))
    for wrong in (str(squares[::2]), "hello", str(opened)):
        answer = client.post(f"{URL}/rank", json={"tour": wrong})
        assert (answer.status_code, answer.get_json()["errors"][0]["pointer"]) == (422, "/tour")


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"squares": [[1, 1], [9, 9]]}, "/squares/1"),
        ({"squares": [[1, 1], [2, 3]]}, "/squares"),
        ({"squares": []}, "/squares"),
        ({"squares": "a1 b3"}, "/squares"),
        ({}, ""),
        ({"tour": "a1 b3", "squares": [[1, 1]]}, ""),
    ],
)
def test_squares_are_refused_at_their_place(client: FlaskClient, body: dict[str, object], pointer: str) -> None:
    """A faulty square or list is refused at its place; exactly one form of the tour must be given."""
    answer = client.post(f"{URL}/rank", json=body)
    assert (answer.status_code, answer.get_json()["errors"][0]["pointer"]) == (422, pointer)


def test_a_tour_is_drawn_written_and_cited(client: FlaskClient) -> None:
    """Drawing, grid and citation are of the numbered tour; the citation names the index's digest."""
    assert client.get(f"{URL}/3.svg").text.startswith("<svg")
    grid = client.get(f"{URL}/3.txt").text
    assert client.post(f"{URL}/rank", json={"tour": grid}).get_json()["number"] == "3"
    entry = client.get(f"{URL}/3.bib").text
    assert "Closed tour no. 3 of the 8 of the 5x6 board" in entry
    assert client.get(URL).get_json()["digest"] in entry
    assert client.get(f"{URL}/9.svg").status_code == 404


def test_a_board_without_closed_tours_says_why(client: FlaskClient) -> None:
    """The answer states the proof and does not advise to make an index."""
    detail = client.get("/api/v1/boards/5x5/cycles/1").get_json()["detail"]
    assert "its number of squares is even" in detail
    assert "make one" not in detail


def test_a_job_draws_only_from_an_index_that_is_there(client: FlaskClient) -> None:
    """Without an index of the board the job is refused with the one that makes it; nothing is stored."""
    job = {"kind": "sample", "method": "index", "tours": "closed", "store": "all", "budget": {"walks": 5}}
    refused = client.post("/api/v1/jobs", json={**job, "board": "6x6"})
    assert refused.status_code == 422
    (fault,) = refused.get_json()["errors"]
    assert fault["pointer"] == "/method"
    assert '{"kind": "index", "board": "6x6"} makes one' in fault["detail"]
    assert client.get("/api/v1/jobs").get_json()["items"] == []
    assert client.post("/api/v1/jobs", json={**job, "board": "5x6"}).status_code == 202
