"""The language of answers."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from language.current import current

FRENCH = {"Accept-Language": "fr-CA, en;q=0.5"}


@pytest.mark.parametrize(
    ("header", "language"),
    [(None, "en"), ("fr", "fr"), ("fr-CH, en;q=0.9", "fr"), ("de, fr;q=0.8", "fr"), ("de", "en"), ("en, fr", "en")],
)
def test_a_browser_says_what_it_reads(client: FlaskClient, header: str | None, language: str) -> None:
    """The default is English; the page states its language, and Vary names the headers it depends on."""
    page = client.get("/", headers={} if header is None else {"Accept-Language": header})
    assert page.headers["Content-Language"] == language
    assert f'<html lang="{language}">' in page.text
    assert {"Accept-Language", "Cookie"} <= set(page.vary)
    assert (">Échiquiers</a>" in page.text) == (language == "fr")


def test_a_request_leaves_no_language_behind(client: FlaskClient) -> None:
    """After a French request the thread's language is English again."""
    client.get("/", headers=FRENCH)
    assert current() == "en"
    assert client.get("/").headers["Content-Language"] == "en"


def test_parts_and_tags_are_of_one_language(client: FlaskClient) -> None:
    """A French poll with the tag of the English part gets the French part."""
    english = client.get("/live/home")
    french = client.get("/live/home", headers={**FRENCH, "If-None-Match": english.headers["ETag"]})
    assert french.status_code == 200
    assert french.headers["ETag"] != english.headers["ETag"]
    again = client.get("/live/home", headers={**FRENCH, "If-None-Match": french.headers["ETag"]})
    assert again.status_code == 304
    assert client.get("/live/home").text == english.text


def test_files_speak_no_language(client: FlaskClient) -> None:
    """A style sheet depends on no language."""
    with client.get("/static/style.css", headers=FRENCH) as answer:
        assert "Content-Language" not in answer.headers
