"""The pages, which work as plain HTML without inline scripts, and their live parts from the same templates."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from engine.kinds.table import KINDS
from engine.specification.result import Count, Result, SquareStatistics
from store.database.db import Database
from tests.api.conftest import JOB
from tests.store.job_samples import drain
from tests.toy import ToyKind

INLINE = re.compile(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|javascript:", re.IGNORECASE)
OUTSIDE = re.compile(r"(?:src|<link[^>]* href)=\"(?:https?:)?//", re.IGNORECASE)
"""Addresses that a browser would load from elsewhere by itself, unlike links to follow."""


class SquareKind(ToyKind):
    """The toy with counts by start square."""

    def merge(self, _: object, __: object) -> Result:
        """Give the first square one tour, the second a number that no float holds."""
        squares = [SquareStatistics(square=[1, 1], tours="1"), SquareStatistics(square=[1, 2], tours=str(10**400))]
        return Result(counts=[Count(quantity="tours", value="1728", method="toy")], squares=squares)


def test_home_lists_jobs(client: FlaskClient, job_id: str) -> None:
    """Each job leads to its page; the filter is part of the address."""
    assert f'href="/jobs/{job_id}"' in client.get("/").text
    assert job_id in client.get("/jobs?state=queued").text
    assert job_id not in client.get("/jobs?state=failed").text


def test_home_without_jobs(client: FlaskClient) -> None:
    """An empty service says how to begin."""
    assert "cavalier submit" in client.get("/").text


def test_older_jobs_are_a_page_away(client: FlaskClient, job_id: str) -> None:
    """The link keeps the filters."""
    client.post("/api/v1/jobs", json=JOB)
    link = re.search(r'rel="next" href="([^"]+)"', client.get("/jobs?limit=1&state=queued").text)

    assert link is not None
    assert f"/jobs/{job_id}" in client.get(link[1].replace("&amp;", "&")).text


def test_labels_are_text(client: FlaskClient) -> None:
    """What people type is never taken for markup."""
    job = client.post("/api/v1/jobs", json=JOB | {"label": "<script>alert(1)</script>"}).get_json()["id"]

    for path in ("/", "/jobs", f"/jobs/{job}"):
        assert "<script>alert" not in client.get(path).text


def test_a_job_with_its_board(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counts and squares are drawn and listed, numbers of any size included."""
    monkeypatch.setitem(KINDS, "enumerate", SquareKind())
    job = client.post("/api/v1/jobs", json=JOB).get_json()["id"]

    page = client.get(f"/jobs/{job}").text

    assert "1,728" in page
    assert 'aria-label="tours by square of 5x5' in page
    assert "10⁴⁰⁰" in page


def test_buttons_are_forms(client: FlaskClient, job_id: str) -> None:
    """Each possible action is a form that leads back to the page; it needs no script."""
    actions = re.findall(r'method="post" action="([^"]+)"', client.get(f"/jobs/{job_id}").text)
    answer = client.post(actions[0])

    assert actions == [f"/jobs/{job_id}/{name}" for name in ("pause", "cancel", "notes", "tags")]
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/jobs/{job_id}")
    assert '<span class="state paused">' in client.get(f"/jobs/{job_id}").text


def test_a_live_part_is_sent_when_it_changed(
    client: FlaskClient, job_id: str, sqlite_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A poll of the job's live part gets a body only after a commit."""
    monkeypatch.setattr("api.http.render_cache.FRESH_SECONDS", 0.0)
    first = client.get(f"/live/jobs/{job_id}")
    same = client.get(f"/live/jobs/{job_id}", headers={"If-None-Match": first.headers["ETag"]})
    drain(sqlite_database)
    later = client.get(f"/live/jobs/{job_id}", headers={"If-None-Match": first.headers["ETag"]})

    assert (same.status_code, same.data) == (304, b"")
    assert "succeeded" in later.text
    assert later.text in client.get(f"/jobs/{job_id}").text


def test_the_live_list(client: FlaskClient, job_id: str) -> None:
    """The live list of jobs has the page's filters."""
    first = client.get("/live/jobs?state=queued")
    same = client.get("/live/jobs?state=queued", headers={"If-None-Match": first.headers["ETag"]})

    assert job_id in first.text
    assert same.status_code == 304


@pytest.mark.parametrize("path", ["/jobs/nothing", "/nothing", "/jobs?colour=red", "/live/jobs/nothing"])
def test_a_browser_gets_errors_as_pages(client: FlaskClient, path: str) -> None:
    """A person sees a page, a program a problem document."""
    page = client.get(path, headers={"Accept": "text/html,*/*;q=0.8"})
    document = client.get(path)

    assert page.status_code == document.status_code >= 400
    assert page.mimetype == "text/html"
    assert document.mimetype == "application/problem+json"


def test_an_unknown_action(client: FlaskClient, job_id: str) -> None:
    """An action that jobs do not have is a 404."""
    assert client.post(f"/jobs/{job_id}/explode").status_code == 404


def test_nothing_inline_nothing_from_outside(client: FlaskClient, job_id: str) -> None:
    """Pages keep to the content policy and work without a network."""
    for path in ("/", f"/jobs/{job_id}", "/sign-in", "/api/v1/docs"):
        page = client.get(path).text
        assert not INLINE.search(page)
        assert not OUTSIDE.search(page)


def test_every_file_a_page_names_is_there(client: FlaskClient, job_id: str) -> None:
    """Scripts, styles and pictures are served from here."""
    for path in ("/", f"/jobs/{job_id}", "/api/v1/docs"):
        for name in re.findall(r'<(?:script|link)[^>]*(?:src|href)="([^"]+)"', client.get(path).text):
            with client.get(name) as answer:
                assert answer.status_code == 200
