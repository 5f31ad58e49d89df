"""Live parts: decided before they are rendered, rendered once for all viewers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient
from markupsafe import escape

from api.jobs import page as job_page
from api.pages import live_fragments
from api.system import home_page
from store.database.db import Database
from tests.store.job_samples import drain


@pytest.fixture
def renderings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that notes each rendering from now on."""
    seen: list[str] = []

    def note(name: str, function: Callable[..., str]) -> Callable[..., str]:
        def render(*arguments: object) -> str:
            seen.append(name)
            return function(*arguments)

        return render

    monkeypatch.setattr(home_page, "_render_home", note("home", home_page._render_home))
    monkeypatch.setattr(job_page, "_render", note("job", job_page._render))
    return seen


@pytest.mark.parametrize("path", ["/live/home", "/live/jobs", "/live/jobs/{job}"])
def test_a_poll_that_says_nothing_new_renders_nothing(
    client: FlaskClient, app: Flask, job_id: str, path: str, renderings: list[str]
) -> None:
    """It gets 304 without a body, even with an empty cache of renderings."""
    address = path.format(job=job_id)
    tag = client.get(address).headers["ETag"]
    app.extensions[live_fragments.EXTENSION] = live_fragments.FragmentCache()
    renderings.clear()

    for _ in range(3):
        same = client.get(address, headers={"If-None-Match": tag})
        assert (same.status_code, same.data) == (304, b"")
    assert renderings == []


def test_viewers_share_one_rendering(client: FlaskClient, renderings: list[str]) -> None:
    """Later viewers get the first one's text, and the page has the poll's tag."""
    texts = {client.get("/live/home").text for _ in range(5)}
    page = client.get("/")

    assert len(texts) == 1
    assert renderings == ["home"]
    assert f'data-tag="{escape(client.get("/live/home").headers["ETag"])}"' in page.text
    assert texts.pop() in page.text


def test_polls_lag_by_a_second_at_most_pages_never(
    client: FlaskClient, job_id: str, sqlite_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A poll may be answered from a rendering a moment old; a page is always current."""
    monkeypatch.setattr("api.http.render_cache.FRESH_SECONDS", 3600.0)
    before = client.get(f"/live/jobs/{job_id}").headers["ETag"]
    drain(sqlite_database)
    assert client.get(f"/live/jobs/{job_id}", headers={"If-None-Match": before}).status_code == 304
    assert "succeeded" in client.get(f"/jobs/{job_id}").text

    monkeypatch.setattr("api.http.render_cache.FRESH_SECONDS", 0.0)
    assert client.get(f"/live/jobs/{job_id}", headers={"If-None-Match": before}).status_code == 200
