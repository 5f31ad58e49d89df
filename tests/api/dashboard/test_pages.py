"""Every other page: what it shows, how heavy it is, who may send to it."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from tests.api.dashboard.test_views import INLINE, OUTSIDE

MOST_BYTES = 150_000
PAGES = [
    "/", "/jobs", "/tours", "/boards", "/boards/8x8", "/boards/torus:5x5", "/boards/4x4x4", "/compare", "/tree",
    "/submit?kind=construct&board=10x10&tours=closed", "/submit?kind=test-generator",
    "/submit?kind=enumerate&board=4x4",
]  # fmt: skip


def weight(client: FlaskClient, name: str) -> int:
    """Bytes of a file that a page names."""
    with client.get(name) as answer:
        assert answer.status_code == 200
        return len(answer.data)


@pytest.mark.parametrize("path", PAGES)
def test_pages_are_light_and_their_own(client: FlaskClient, path: str) -> None:
    """With style sheets and scripts under 150 KB; nothing inline, nothing from outside."""
    page = client.get(path)
    names = re.findall(r'<(?:script|link)[^>]*(?:src|href)="([^"]+)"', page.text)

    total = len(page.data) + sum(weight(client, name) for name in names)

    assert page.status_code == 200
    assert total < MOST_BYTES
    assert not INLINE.search(page.text)
    assert not OUTSIDE.search(page.text)


@pytest.mark.parametrize("path", ["/submit", "/first-tour", "/jobs/x/cancel"])
def test_other_sites_may_not_send(client: FlaskClient, path: str) -> None:
    """A form on a page of another site changes nothing."""
    for headers in ({"Origin": "https://elsewhere.example"}, {"Sec-Fetch-Site": "cross-site"}):
        assert client.post(path, data={"kind": "construct", "board": "5x5"}, headers=headers).status_code == 403
    assert client.get("/api/v1/jobs").get_json()["items"] == []


def test_one_click_constructs(client: FlaskClient) -> None:
    """The home page's form makes a job and leads to its page; a board that there is not leads to the form."""
    made = client.post("/first-tour", data={"board": "10x10", "tours": "closed"})
    wrong = client.post("/first-tour", data={"board": "<b>", "tours": "closed"})

    job = client.get(f"/api/v1{made.headers['Location']}").get_json()
    assert (job["kind"], job["board"], job["specification"]["tours"]) == ("construct", "10x10", "closed")
    assert "is not a board label" in client.get(wrong.headers["Location"]).text


def test_faults_stand_at_their_fields(client: FlaskClient) -> None:
    """Nothing is submitted, what was typed is kept and escaped."""
    page = client.post("/submit", data={"kind": "construct", "board": "8x8", "priority": "<i>", "rng.seed": "-1"})

    assert page.status_code == 422
    assert 'id="error-priority"' in page.text
    assert 'id="error-rng.seed"' in page.text
    assert 'value="&lt;i&gt;"' in page.text
    assert client.get("/api/v1/jobs").get_json()["items"] == []


def test_the_preview_proves(client: FlaskClient) -> None:
    """Board, verdict and commands while typing; what is the same is not sent again."""
    address = "/live/preview?kind=construct&board=5x5&tours=closed"
    first = client.get(address)
    same = client.get(address, headers={"If-None-Match": first.headers["ETag"]})

    assert "There is no such tour." in first.text
    assert "<svg" in first.text
    assert "cavalier submit" in first.text
    assert (same.status_code, same.data) == (304, b"")


def test_clone(client: FlaskClient, job_id: str) -> None:
    """The form is filled in as the job was."""
    assert 'name="board" value="5x5"' in client.get(f"/submit?job={job_id}").text


def test_tours_and_one_tour(client: FlaskClient, stored_tours: str) -> None:
    """Thumbnails with the API's filters; empty fields drop out of the address; each move is drawn on its own."""
    assert client.get("/tours?board=&closed=").headers["Location"] == "/tours"
    listed = client.get(f"/tours?job={stored_tours}&start=1,1&board=5x5").text
    numbers = re.findall(r'href="/tours/(\d+)"', listed)
    assert len(numbers) == 1

    page = client.get(f"/tours/{numbers[0]}").text

    assert page.count('<path class="cv-path"') == 24
    assert client.get("/tours/99999").status_code == 404


def test_comparing(client: FlaskClient, job_id: str) -> None:
    """Jobs that do not ask the same are said to differ."""
    other = client.post("/api/v1/jobs", json={"kind": "enumerate", "board": "6x6"}).get_json()["id"]

    assert "they differ in board" in client.get(f"/compare?job={job_id}&job={other}").text
    assert client.get(f"/compare.csv?job={job_id}&job={other}").mimetype == "text/csv"


def test_a_search_is_drawn(client: FlaskClient) -> None:
    """The address decides all; a board that is too large is refused."""
    assert client.get("/tree?board=5x5&start=a1&steps=200").status_code == 200
    assert client.get("/tree/depth.csv?board=5x5&steps=50").text.count("\n") == 51
    assert client.get("/tree/walk-1.svg?board=5x5").mimetype == "image/svg+xml"
    assert client.get("/tree?board=100x100").status_code == 422
