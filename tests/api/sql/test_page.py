"""The page for questions in SQL: an editor, the views, examples to click, and the answer with its links."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from typing import Any
from urllib.parse import quote_plus, urlencode

from flask.testing import FlaskClient

from api.app import create_app
from store.database.db import Database
from store.settings import Settings
from store.sql.examples import AFTER, EXAMPLES
from store.sql.views import VIEWS

SQL = "SELECT id AS tour, board, class, job, engine, NULL AS void FROM tour_list WHERE board = :board ORDER BY id"
ASKED = urlencode({"sql": SQL, "parameters": '{"board": "5x5"}'})


def test_before_anything_is_asked(client: FlaskClient) -> None:
    """The page shows every view with its columns, and every example as a link."""
    page = client.get("/query").text
    assert all(f"<code>{name}</code>" in page for name in VIEWS)
    assert all(f"<code>{column}</code>" in page for view in VIEWS.values() for column in view.columns)
    assert "Answered" not in page
    examples = [unescape(found) for found in re.findall(r'<li><a href="(/query[^"]+)"', page)]
    assert len(examples) == len(EXAMPLES)
    assert all(f'<small class="quiet">{words}</small>' in page for words in AFTER.values())
    for address in examples:
        assert client.get(address).status_code == 200


def test_an_answer(client: FlaskClient, stored_tours: str) -> None:
    """The answer is a table with links, files, a permanent link, its digest and a citation."""
    page = unescape(client.get(f"/query?{ASKED}").text)
    assert "2 rows." in page
    for link in ("/tours/1", "/boards/5x5", "/tours?class=fffffffffffffffe", f"/jobs/{stored_tours}"):
        assert f'<td><a href="{link}">' in page or f'<td class="number"><a href="{link}">' in page, link
    assert "NULL" in page
    (here,) = re.findall(r'<a class="path" href="([^"]+)">permanent link', page)
    (digest,) = set(re.findall(r'<code class="path">([0-9a-f]{64})</code>', page))
    assert "Cite this" in page
    assert digest in re.sub(r"^.*?<pre", "", page, flags=re.DOTALL)
    assert digest in client.get(here).text
    files = re.findall(r'<a href="([^"]+)" download="query\.(csv|json|parquet)">', page)
    assert [form for _, form in files] == ["csv", "json", "parquet"]
    for address, _ in files[:2]:
        assert client.get(address).headers["Export-Rows"] == "2"
    with client.get(files[0][0]) as table:
        assert table.headers["Export-SHA256"] == digest


def test_what_is_sent_goes_to_its_address(client: FlaskClient) -> None:
    """A sent question is redirected to its address; one too long for an address is answered directly."""
    sent = client.post("/query", data={"sql": "SELECT 1 AS one"})
    long = client.post("/query", data={"sql": "SELECT 1 AS one" + " " * 5000 + "-- end"})
    assert (sent.status_code, sent.headers["Location"]) == (303, f"/query?sql={quote_plus('SELECT 1 AS one')}")
    assert (long.status_code, "permanent link" in long.text) == (200, False)
    assert "<th>one</th>" in long.text


def test_what_is_wrong_stands_beside_the_question(client: FlaskClient) -> None:
    """The fault is shown with the question, and markup is escaped."""
    for sql, said in (("DELETE FROM jobs", "begins with SELECT"), ("SELECT '<script>' FROM no_such", "no such table")):
        page = client.get(f"/query?{urlencode({'sql': sql})}")
        assert page.status_code == 422
        assert said in unescape(page.text)
        assert "<script>" not in page.text
    assert "JSON object" in client.get("/query?sql=SELECT+1&parameters=x").text
    shown = client.get("/query?" + urlencode({"sql": "SELECT '<script>' AS \"<b>\""})).text
    assert "&lt;script&gt;" in shown
    assert "<b>" not in shown


def test_more_is_told(client: FlaskClient) -> None:
    """The page says when there are more rows than it shows."""
    sql = "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT n FROM t"
    assert "The first 200 rows; there are more." in client.get(f"/query?{urlencode({'sql': sql})}").text


def test_where_it_is_off(sqlite_settings: Settings, sqlite_database: Database, notifier: Any) -> None:
    """The page says so and asks the database nothing."""
    client = create_app(replace(sqlite_settings, queries=0), sqlite_database, notifier).test_client()
    page = client.get(f"/query?{ASKED}").text
    assert "CAVALIER_QUERIES is 0" in page
    assert "Answered" not in page
