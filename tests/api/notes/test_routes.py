"""Notes and tags over HTTP: written, listed, found, removed by their authors, refused with a reason."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api.app import create_app
from api.openapi.examples import NOTES, TAGS
from store.api_keys import create_key
from store.database.db import Database
from store.notes import MAX_TAGS, MAX_TEXT
from store.settings import Settings

API = "/api/v1"


@pytest.fixture
def client(database: Database, sqlite_settings: Settings, notifier: Any) -> FlaskClient:
    """A client of a service on either database."""
    return create_app(sqlite_settings, database, notifier).test_client()


@pytest.fixture(params=["job", "campaign", "board"])
def place(request: pytest.FixtureRequest, client: FlaskClient) -> str:
    """The address of a job, campaign or board to write notes on."""
    if request.param == "job":
        return f"{API}/jobs/{client.post(f'{API}/jobs', json={'kind': 'enumerate', 'board': '5x5'}).json['id']}"
    if request.param == "campaign":
        asked = {"name": "Grid", "boards": ["5x5"], "specifications": [{"kind": "enumerate"}]}
        return f"{API}/campaigns/{client.post(f'{API}/campaigns', json=asked).json['id']}"
    return f"{API}/boards/torus:5x7"


def test_a_note(client: FlaskClient, place: str) -> None:
    """A note is listed, its tags are added, and a removed note is gone."""
    for number in range(3):
        sent = client.post(f"{place}/notes", json={"text": f"*{number}* <b>", "tags": [f"t{number}"]})
        assert sent.status_code == 201, sent.json
    page = client.get(f"{place}/notes", query_string={"limit": 2, "count": "true"}).json
    assert ([one["text"] for one in page["items"]], page["total"]) == (["*2* <b>", "*1* <b>"], 3)
    [first] = client.get(page["next"]).json["items"]
    assert (first["text"], first["author"]) == ("*0* <b>", None)
    assert [one["name"] for one in client.get(f"{place}/tags").json["tags"]] == ["t0", "t1", "t2"]
    assert client.delete(f"{place}/notes/{first['id']}").status_code == 204
    assert client.delete(f"{place}/notes/{first['id']}").status_code == 404
    assert len(client.get(f"{place}/notes").json["items"]) == 2
    table = client.get(f"{place}/notes", query_string={"format": "csv"}).text
    assert table.splitlines()[0] == "id,text,author,created_at"


REFUSED: list[tuple[dict[str, Any], str, str]] = [
    ({"text": ""}, "/text", "a note has a text"),
    ({"text": "x" * (MAX_TEXT + 1)}, "/text", f"at most {MAX_TEXT} characters"),
    ({"text": "a\u0007"}, "/text", "control characters"),
    ({"text": "a\ud800"}, "/text", "surrogate"),
    ({"text": "a", "tags": ["\ud800"]}, "/tags", "a tag has 1 to 40 small letters"),
    ({"text": "a", "tags": ["A b"]}, "/tags", "a tag has 1 to 40 small letters"),
    ({"text": "a", "tags": [f"t{number}" for number in range(MAX_TAGS + 1)]}, "/tags", str(MAX_TAGS)),
    ({"tags": []}, "/text", "must be given"),
    ({"text": "a", "more": 1}, "/more", "unknown field"),
]
"""Wrong bodies, each with the place of the fault and a part of its reason."""


def test_examples(client: FlaskClient, place: str) -> None:
    """Each documented example is accepted unchanged."""
    for body in NOTES.values():
        assert client.post(f"{place}/notes", json=body).status_code == 201
    for names in TAGS.values():
        found = client.put(f"{place}/tags", json=names)
        assert {"tags": sorted(one["name"] for one in found.json["tags"])} == {"tags": sorted(names["tags"])}  # type: ignore[call-overload]


def test_added_tags(client: FlaskClient, place: str) -> None:
    """New tags join the existing ones; too many tags or a wrong name change nothing."""
    client.put(f"{place}/tags", json={"tags": ["b"]})
    for names, expected in ((["c", "a"], ["a", "b", "c"]), (["a"], ["a", "b", "c"]), ([], ["a", "b", "c"])):
        found = client.post(f"{place}/tags", json={"tags": names})
        assert (found.status_code, [one["name"] for one in found.json["tags"]]) == (200, expected)
    for names in (["A b"], [f"t{number}" for number in range(MAX_TAGS)]):
        refused = client.post(f"{place}/tags", json={"tags": names})
        assert (refused.status_code, refused.json["errors"][0]["pointer"]) == (422, "/tags")
    assert [one["name"] for one in client.get(f"{place}/tags").json["tags"]] == ["a", "b", "c"]


def test_what_is_refused(client: FlaskClient, place: str) -> None:
    """A fault names its place and the limit, and nothing is stored."""
    for body, pointer, reason in REFUSED:
        [fault] = client.post(f"{place}/notes", json=body).json["errors"]
        assert fault["pointer"] == pointer
        assert reason in fault["detail"]
        assert "Value error" not in fault["detail"]
    assert client.get(f"{place}/notes").json["items"] == client.get(f"{place}/tags").json["tags"] == []


def test_one_tag_too_many_undoes_the_note(client: FlaskClient, place: str) -> None:
    """A note and its tags are stored together or not at all."""
    client.put(f"{place}/tags", json={"tags": [f"t{number}" for number in range(MAX_TAGS)]})
    sent = client.post(f"{place}/notes", json={"text": "a", "tags": ["more"]})
    assert (sent.status_code, sent.json["errors"][0]["pointer"]) == (422, "/tags")
    assert client.get(f"{place}/notes").json["items"] == []


@pytest.mark.parametrize("place", ["jobs/none", "campaigns/none", "boards/no-board"])
def test_what_is_not_there(client: FlaskClient, place: str) -> None:
    """Notes and tags of something that does not exist are a 404."""
    for method, below, body in (
        ("get", "notes", None), ("post", "notes", {"text": "a"}), ("delete", "notes/1", None),
        ("get", "tags", None), ("put", "tags", {"tags": []}),
    ):  # fmt: skip
        assert client.open(f"{API}/{place}/{below}", method=method.upper(), json=body).status_code == 404


def test_no_such_note(client: FlaskClient, place: str) -> None:
    """An unknown or malformed id is a 404."""
    for number in ("0", "x", "9" * 30, "-1", "\u0661"):
        assert client.delete(f"{place}/notes/{number}").status_code == 404


def test_lists_of_jobs(client: FlaskClient) -> None:
    """Lists and tables show the tags and are searched by tag and note; a job's entity tag changes with its tags."""
    first, _ = (client.post(f"{API}/jobs", json={"kind": "enumerate", "board": "5x5"}).json["id"] for _ in "ab")
    tag = client.get(f"{API}/jobs/{first}").headers["ETag"]
    client.post(f"{API}/jobs/{first}/notes", json={"text": "Off by one row", "tags": ["b", "a"]})
    again = client.get(f"{API}/jobs/{first}", headers={"If-None-Match": tag})
    assert (again.status_code, again.json["tags"]) == (200, ["a", "b"])
    for query in ({"tag": "a"}, {"tag": ["b", "none"]}, {"note": "one ROW"}):
        assert [one["id"] for one in client.get(f"{API}/jobs", query_string=query).json["items"]] == [first]
    assert client.get(f"{API}/jobs", query_string={"tag": "none"}).json["items"] == []
    table = client.get(f"{API}/jobs", query_string={"format": "csv", "fields": "id,tags", "tag": "a"}).text
    assert table.splitlines() == ["id,tags", f'{first},"[""a"", ""b""]"']


def test_cited_with_its_tags(client: FlaskClient) -> None:
    """Citations of jobs and boards have the tags as keywords, and no such line without tags."""
    job = client.post(f"{API}/jobs", json={"kind": "enumerate", "board": "5x5"}).json["id"]
    for path in (f"jobs/{job}", "boards/5x5"):
        assert "keywords" not in client.get(f"{API}/{path}.bib").text
        client.put(f"{API}/{path}/tags", json={"tags": ["b_1", "a"]})
        assert "  keywords = {a, b\\_1}," in client.get(f"{API}/{path}.bib").text


def test_whose_notes_they_are(database: Database, sqlite_settings: Settings, notifier: Any) -> None:
    """The author is the key's name; only the author and an admin may remove a note."""
    app: Flask = create_app(replace(sqlite_settings, require_keys=True), database, notifier)
    with database.writing() as session:
        keys = {name: create_key(session, name, scope) for name, scope in WHO.items()}
    client, notes = app.test_client(), f"{API}/boards/5x5/notes"
    heads = {name: {"Authorization": f"Bearer {key}"} for name, key in keys.items()}
    assert client.post(notes, json={"text": "a"}, headers=heads["reader"]).status_code == 403
    ids = []
    for _ in range(2):
        sent = client.post(notes, json={"text": "a", "tags": ["t"]}, headers=heads["ada"]).json
        assert sent["author"] == "ada"
        ids.append(sent["id"])
    [tag] = client.get(f"{API}/boards/5x5/tags", headers=heads["reader"]).json["tags"]
    assert tag["author"] == "ada"
    got = [client.delete(f"{notes}/{ids[0]}", headers=heads[name]).status_code for name in ("reader", "bob", "ada")]
    assert got == [403, 403, 204]
    assert client.delete(f"{notes}/{ids[1]}", headers=heads["root"]).status_code == 204


WHO = {"reader": "read", "ada": "submit", "bob": "submit", "root": "admin"}


def test_lists_are_filtered_by_tag_and_note(client: FlaskClient, place: str) -> None:
    """Lists of jobs, campaigns and boards are filtered as JSON and on pages; each entry has its tags."""
    client.post(f"{place}/notes", json={"text": "Agrees with 1994", "tags": ["checked", "old"]})
    resource = place.split("/")[3]
    name = place.partition(f"{resource}/")[2]
    for query, number in (
        ("tag=checked", 1),
        ("tag=other&tag=old", 1),
        ("tag=other", 0),
        ("note=1994", 1),
        ("note=%25", 0),
    ):
        answer = client.get(f"{API}/{resource}?count=true&{query}").json
        assert (len(answer["items"]), answer["total"]) == (number, number), query
        assert all(one["tags"] == ["checked", "old"] for one in answer["items"])
        assert (f"/{resource}/{name}" in client.get(f"/{resource}?{query}").text) == bool(number), query
    assert f'href="/{resource}?tag=checked"' in client.get(f"/{resource}/{name}").text
    assert client.get(f"{place}").json.get("tags", ["checked", "old"]) == ["checked", "old"]


def test_a_noted_board_is_a_known_one(client: FlaskClient) -> None:
    """A tagged board is listed once; asking for its notes does not add it to the list."""
    client.get(f"{API}/boards/torus:6x6/notes")
    assert client.get(f"{API}/boards").json["items"] == []
    for _ in range(2):
        client.put(f"{API}/boards/torus:6x6/tags", json={"tags": ["old"]})
    [one] = client.get(f"{API}/boards").json["items"]
    assert (one["label"], one["tags"], one["held"]["jobs"], one["held"]["tours"]) == ("torus:6x6", ["old"], {}, "0")
    assert "keywords = {old}" in client.get("/boards/torus:6x6").text
