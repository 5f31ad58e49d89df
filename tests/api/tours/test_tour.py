"""One tour in the form that the caller likes best."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.reference.lines import line_of

pytestmark = pytest.mark.usefixtures("stored_tours")
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"


@pytest.mark.parametrize(
    ("accepted", "form"),
    [
        ("application/json", ".json"),
        ("text/plain", ".txt"),
        ("image/svg+xml", ".svg"),
        ("image/*", ".svg"),
        ("text/plain;q=0.5, image/svg+xml", ".svg"),
        ("application/pdf, text/plain;q=0.1", ".txt"),
        ("*/*", ".json"),
        (BROWSER, ".json"),
    ],
)
def test_the_form_that_is_liked_best(client: FlaskClient, accepted: str, form: str) -> None:
    """It is the form with that suffix, and Vary names the Accept header."""
    answer, named = client.get("/api/v1/tours/1", headers={"Accept": accepted}), client.get(f"/api/v1/tours/1{form}")
    assert (answer.status_code, answer.data, answer.mimetype) == (200, named.data, named.mimetype)
    assert answer.headers["Content-Security-Policy"] == named.headers["Content-Security-Policy"]
    assert "Accept" in answer.headers["Vary"].split(", ")


def test_a_tour_says_what_it_is_like(client: FlaskClient) -> None:
    """A single tour has its statistics, a list does not; the page shows them in words."""
    tour = client.get("/api/v1/tours/1").get_json()
    line = line_of([(row, column) for row, column in tour["squares"]], closed=tour["closed"])
    assert not tour["closed"]
    assert tour["statistics"] | {"corner_type": 0} == line | {"magic": 0}
    assert "corner_type" not in tour["statistics"]
    assert "statistics" in client.get("/api/v1/tours/random").get_json()
    assert "statistics" not in client.get("/api/v1/tours").get_json()["items"][0]
    page = client.get("/tours/1").text
    assert f"<dt>Crossings</dt><dd>{line['crossings']}</dd>" in page
    assert "<dt>Sums of the numbers</dt><dd>not magic</dd>" in page


def test_no_form_will_do(client: FlaskClient) -> None:
    """The error names the available forms."""
    answer = client.get("/api/v1/tours/1", headers={"Accept": "application/pdf"})
    assert answer.status_code == 406
    assert answer.mimetype == "application/problem+json"
    assert "image/svg+xml" in answer.get_json()["detail"]


def test_a_suffix_goes_before_what_is_accepted(client: FlaskClient) -> None:
    """The suffix of the address determines the form."""
    assert client.get("/api/v1/tours/1.svg", headers={"Accept": "application/json"}).mimetype == "image/svg+xml"
