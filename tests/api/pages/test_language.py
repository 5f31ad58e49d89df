"""The switch of languages."""

from __future__ import annotations

from html import unescape
from re import findall

import pytest
from flask.testing import FlaskClient

FRENCH = {"Accept-Language": "fr"}


def test_the_switch_is_on_every_page_and_needs_no_script(client: FlaskClient) -> None:
    """Its links lead back to the same page with its query."""
    page = client.get("/jobs?state=failed&kind=sample")
    english, french = (unescape(link) for link in findall(r'href="(/language/[^"]*)"', page.text))
    assert english.startswith("/language/en?")
    answer = client.get(french)
    assert answer.status_code == 303
    assert answer.headers["Location"] == "/jobs?state=failed&kind=sample"


def test_what_was_chosen_holds_before_what_the_browser_says(client: FlaskClient) -> None:
    """The choice applies to all pages until another is made."""
    client.get("/language/fr")
    assert client.get("/boards", headers={"Accept-Language": "en"}).headers["Content-Language"] == "fr"
    client.get("/language/en")
    assert client.get("/boards", headers=FRENCH).headers["Content-Language"] == "en"


def test_a_cookie_of_no_language_is_not_heeded(client: FlaskClient) -> None:
    """A cookie with any other text is ignored."""
    client.set_cookie("cavalier_language", "../../etc")
    assert client.get("/", headers=FRENCH).headers["Content-Language"] == "fr"


@pytest.mark.parametrize("language", ["de", "fr_FR", "fr.po"])
def test_other_languages_are_refused(client: FlaskClient, language: str) -> None:
    """The answer names the available languages."""
    answer = client.get(f"/language/{language}")
    assert answer.status_code == 404
    assert "en, fr" in answer.text
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize(
    "address",
    [
        "https://elsewhere.example",
        "//elsewhere.example",
        "/\\elsewhere.example",
        "/\t/elsewhere.example",
        "/\n/elsewhere.example",
        "/\r/elsewhere.example",
        "\t//elsewhere.example",
    ],
)
def test_it_leads_nowhere_else(client: FlaskClient, address: str) -> None:
    """An address of another site becomes the home page."""
    assert client.get("/language/fr", query_string={"next": address}).headers["Location"] == "/"


def test_scripts_get_their_texts(client: FlaskClient) -> None:
    """French texts are served; English ones are in the scripts themselves."""
    assert client.get("/texts/fr.json").get_json()["Live"] == "En direct"
    assert client.get("/texts/en.json").status_code == 404
    assert client.get("/texts/xx.json").status_code == 404
