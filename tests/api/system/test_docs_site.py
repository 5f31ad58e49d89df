"""The documentation site on the service: the built pages, or how to build them."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from api.http.security.headers import POLICY
from api.system import docs_site


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of built pages, which does not exist yet."""
    place = tmp_path / "built"
    monkeypatch.setattr(docs_site, "FOLDER", place)
    return place


def test_pages_are_served_under_the_policy_of_all_pages(client: FlaskClient, folder: Path) -> None:
    """Pages are served by name, the first without one; an unchanged page is a 304."""
    (folder / "how-to").mkdir(parents=True)
    (folder / "index.html").write_text("<h1>First</h1>")
    (folder / "how-to" / "watch.html").write_text("<h1>Watch</h1>")

    first, other = client.get("/docs/"), client.get("/docs/how-to/watch.html")

    assert (first.text, first.mimetype) == ("<h1>First</h1>", "text/html")
    assert other.text == "<h1>Watch</h1>"
    assert other.headers["Content-Security-Policy"] == POLICY
    assert client.get("/docs/", headers={"If-None-Match": first.headers["ETag"]}).status_code == 304
    assert client.get("/docs").headers["Location"].endswith("/docs/")


@pytest.mark.parametrize(
    "name", ["nothing.html", "../secret", "how-to/../../secret", "%2e%2e/secret", "//secret", ".buildinfo", "x" * 300]
)
def test_nothing_else_is_served(client: FlaskClient, folder: Path, name: str) -> None:
    """Missing, hidden and outside files are 404s."""
    folder.mkdir()
    (folder / "index.html").write_text("<h1>First</h1>")
    (folder / ".buildinfo").write_text("made by")
    (folder.parent / "secret").write_text("secret")

    assert client.get(f"/docs/{name}", follow_redirects=True).status_code == 404


@pytest.mark.parametrize("path", ["/docs/", "/docs/how-to/watch.html"])
def test_where_none_were_built_the_page_says_how(client: FlaskClient, folder: Path, path: str) -> None:
    """It gives the command, also for an installation without make."""
    answer = client.get(path)

    assert answer.status_code == 404
    assert "<pre>make docs</pre>" in answer.text
    assert f"python -m sphinx docs {folder}" in answer.text


def test_every_page_leads_there(client: FlaskClient) -> None:
    """The header of a page links the site."""
    assert '<a href="/docs/">Docs</a>' in client.get("/jobs").text
