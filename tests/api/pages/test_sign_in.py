"""The page after signing in, always one of the service's own."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from api.pages.sign_in import own_path
from store.api_keys import create_key
from store.database.db import Database

PATHS = st.text(st.sampled_from("/\\\t\r\n\0 .:?#@%&=a\x7f\x85\u2028\u00e9"), max_size=12) | st.text(max_size=12)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(path=PATHS)
@example(path="/\t/elsewhere.example")
@example(path="/\n/elsewhere.example")
@example(path="/\r\\elsewhere.example")
@example(path="//[")
def test_no_text_leads_to_another_site(client: FlaskClient, path: str) -> None:
    """Any text as the next page gets an answer that keeps the browser on this site."""
    answer = client.get("/language/en", query_string={"next": path.encode(errors="replace")})
    assert answer.status_code == 303
    location = answer.headers["Location"]
    assert location.isascii()
    assert location.isprintable()
    assert location.startswith("/")
    assert location[1:2] not in {"/", "\\"}


@pytest.mark.parametrize(
    "path", ["/", "/jobs", "/jobs?state=failed&search=a%20b#end", "/boards/8x8", "/caf\u00e9?a=//b"]
)
def test_our_own_paths_stay_as_they_are(path: str) -> None:
    """They keep their queries and fragments."""
    assert own_path(path) == path


@pytest.mark.parametrize("path", ["/\t/elsewhere.example", "/\n/elsewhere.example", "//elsewhere.example"])
def test_a_sign_in_leads_to_no_other_site(app: Flask, sqlite_database: Database, path: str) -> None:
    """With a right key and a foreign address it leads home."""
    with sqlite_database.writing() as session:
        token = create_key(session, "reader", "read")
    answer = app.test_client().post("/sign-in", data={"key": token, "next": path})
    assert answer.status_code == 303
    assert answer.headers["Location"] == "/"
