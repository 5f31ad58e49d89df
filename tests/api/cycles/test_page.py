"""Closed tours by their number as pages, on the index of 5x6."""

from __future__ import annotations

from flask.testing import FlaskClient

from tests.api.cycles.test_routes import client

__all__ = ["client"]


def test_a_tour_leads_to_those_beside_it(client: FlaskClient) -> None:
    """It is drawn with number and statistics; the first has no previous tour, the last no next."""
    page = client.get("/boards/5x6/cycles/3").text
    assert "Closed tour no. 3 of 5x6" in page
    assert 'rel="prev" href="/boards/5x6/cycles/2"' in page
    assert 'rel="next" href="/boards/5x6/cycles/4"' in page
    assert "/boards/5x6/cycles/random" in page
    assert 'id="tour"><svg' in page
    assert "Crossings" in page
    assert "cavalier-cycle-5x6-3" in page
    assert 'rel="prev"' not in client.get("/boards/5x6/cycles/1").text
    assert 'rel="next"' not in client.get("/boards/5x6/cycles/8").text
    assert client.get("/boards/5x6/cycles/9").status_code == 404


def test_a_number_as_people_write_it_leads_to_its_tour(client: FlaskClient) -> None:
    """Spaces are ignored, and a fraction is a 404; a random number is one of the eight."""
    answer = client.get("/boards/5x6/cycles?number=+7+")
    assert answer.headers["Location"] == "/boards/5x6/cycles/7"
    assert client.get("/boards/5x6/cycles/0,7").status_code == 404
    numbers = {client.get("/boards/5x6/cycles/random").headers["Location"].rpartition("/")[2] for _ in range(100)}
    assert numbers == set("12345678")


def test_the_index_has_a_page(client: FlaskClient) -> None:
    """It shows the digest; without an index it says how to make one, or why that is impossible."""
    page = client.get("/boards/5x6/cycles").text
    assert client.get("/api/v1/boards/5x6/cycles").get_json()["digest"] in page
    assert "Number the closed tours" in client.get("/boards/6x6/cycles").text
    odd = client.get("/boards/5x5/cycles").text
    assert "its number of squares is even" in odd
    assert "Number the closed tours" not in odd


def test_the_page_of_a_board_asks_for_a_number(client: FlaskClient) -> None:
    """It does so where an index exists; else it links the form for one, if closed tours may exist."""
    assert 'action="/boards/5x6/cycles"' in client.get("/boards/5x6").text
    assert "Number the closed tours" in client.get("/boards/6x6").text
    assert "Closed tours by number" not in client.get("/boards/5x5").text
