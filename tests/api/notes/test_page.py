"""Notes and tags on pages, and their forms, on both databases."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from api.app import create_app
from store.api_keys import create_key
from store.database.db import Database
from store.notes import MAX_TAGS
from store.settings import Settings
from tests.api.notes.test_routes import API, client, place

__all__ = ["client", "place"]


@pytest.fixture
def page(place: str) -> str:
    """The path of the page of a job, campaign or board."""
    return place.removeprefix(API)


def test_a_note_by_the_form(client: FlaskClient, page: str) -> None:
    """The note appears on the page as HTML and is removed by its button."""
    assert "No notes yet." in client.get(page).text
    sent = client.post(f"{page}/notes", data={"text": "**Agrees** <script>\r\nwell"})
    assert (sent.status_code, sent.location) == (303, f"{page}#notes")
    shown = client.get(page).text
    assert "<strong>Agrees</strong> &lt;script&gt;" in shown
    [note] = client.get(f"{API}{page}/notes").json["items"]
    assert note["text"] == "**Agrees** <script>\nwell"
    assert client.post(f"{page}/notes/{note['id']}/delete").status_code == 303
    assert client.post(f"{page}/notes/{note['id']}/delete").status_code == 404
    assert "No notes yet." in client.get(page).text


def test_tags_by_the_form(client: FlaskClient, page: str) -> None:
    """The form sets exactly its tags; a job's tags link to the jobs that have them."""
    assert client.post(f"{page}/tags", data={"tags": "b, a  a"}).status_code == 303
    shown = client.get(page).text
    assert 'value="a b"' in shown
    assert ('rel="tag" href="/jobs?tag=a"' in shown) == page.startswith("/jobs/")
    assert (f'href="{page}"' in client.get("/jobs?tag=a").text) == page.startswith("/jobs/")
    client.post(f"{page}/tags", data={"tags": ""})
    assert "Tags:" not in client.get(page).text


def test_what_the_forms_refuse(client: FlaskClient, page: str) -> None:
    """A refusal gives the reason, and nothing is stored."""
    many = " ".join(f"t{number}" for number in range(MAX_TAGS + 1))
    for below, data, reason in (
        ("notes", {"text": " "}, "a note has a text"),
        ("notes", {}, "a note has a text"),
        ("tags", {"tags": "A"}, "a tag has 1 to 40 small letters"),
        ("tags", {"tags": many}, f"at most {MAX_TAGS} tags"),
    ):
        refused = client.post(f"{page}/{below}", data=data)
        assert refused.status_code == 422
        assert reason in refused.text
    other = client.post(f"{page}/notes", data={"text": "a"}, headers={"Sec-Fetch-Site": "cross-site"})
    assert other.status_code == 403
    assert client.get(f"{API}{page}/notes").json["items"] == client.get(f"{API}{page}/tags").json["tags"] == []


def test_the_readers_own_rights(database: Database, sqlite_settings: Settings, notifier: Any) -> None:
    """A reading key sees no forms; only a note's author and an admin see its button."""
    app = create_app(replace(sqlite_settings, require_keys=True), database, notifier)
    scopes = {"reader": "read", "ada": "submit", "bob": "submit", "root": "admin"}
    with database.writing() as session:
        heads = {
            name: {"Authorization": f"Bearer {create_key(session, name, scope)}"}  # type: ignore[arg-type]
            for name, scope in scopes.items()
        }
    client = app.test_client()
    assert client.post("/boards/5x5/notes", data={"text": "a"}, headers=heads["reader"]).status_code == 403
    assert client.post("/boards/5x5/notes", data={"text": "a"}, headers=heads["ada"]).status_code == 303
    for name, form, button in (("reader", 0, 0), ("ada", 1, 1), ("bob", 1, 0), ("root", 1, 1)):
        shown = client.get("/boards/5x5", headers=heads[name]).text
        assert "ada, <time" in shown
        assert (shown.count("<textarea"), shown.count("Remove this note")) == (form, button)
