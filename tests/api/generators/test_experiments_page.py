"""Experiments with generators, as pages and files."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient


def test_a_form_asks_for_what_it_needs(client: FlaskClient) -> None:
    """Without a query the page has a form with its required field, a linked example and no answer."""
    for name, field in (("starts", "name"), ("multipliers", "modulus"), ("synchronise", "name")):
        page = client.get(f"/generators/{name}").text
        assert re.search(rf'<input name="{field}"[^>]* required>', page)
        assert 'id="answer"' not in page
        assert f'href="/generators/{name}?' in page
        assert f'href="/generators/{name}"' in client.get("/generators").text


def test_start_points(client: FlaskClient) -> None:
    """Each start point is a row; empty fields are ignored."""
    page = client.get("/generators/starts?name=lcg-1000-21-7&count=4&every=").text
    assert "4 start points of lcg-1000-21-7, one every 250 draws" in page
    table = client.get("/generators/starts.csv?name=lcg-1000-21-7&count=4&every=").text.splitlines()
    assert table[0] == "Draw,State"
    assert [row.split(",")[0] for row in table[1:]] == ["0", "250", "500", "750"]
    assert client.get("/generators/starts.svg?name=lcg-1000-21-7&count=4").status_code == 404


def test_multipliers(client: FlaskClient) -> None:
    """The best multipliers come first."""
    rows = client.get("/generators/multipliers.csv?modulus=101&best=5").text.splitlines()
    least = [float(row.split(",")[1]) for row in rows[1:]]
    assert len(least) == 5
    assert least == sorted(least, reverse=True)
    page = client.get("/generators/multipliers?modulus=101&best=5").text
    assert f"The best multiplier found is {rows[1].split(',')[0]}" in page


def test_two_walkers(client: FlaskClient) -> None:
    """The page has the figures of docs/generators.md and their chart."""
    page = client.get("/generators/synchronise?name=maple").text
    assert "After 84 and 58 walks both begin one at word 3,073" in page
    assert "<svg" in page
    assert client.get("/generators/synchronise.svg?name=maple").mimetype == "image/svg+xml"
    rows = client.get("/generators/synchronise.csv?name=maple").text.splitlines()
    assert len(rows) == 1 + 85 + 59


@pytest.mark.parametrize(
    "query",
    [
        *("starts?name=nobody", "starts?name=maple&count=0", "starts?seed=1", "starts?name=maple&x=1"),
        *("multipliers?modulus=4x", "multipliers?modulus=2&tries=1"),
        *("synchronise?name=maple&board=99x99", "synchronise?name=maple&lead=x"),
    ],
)
def test_wrong_parameters_are_refused(client: FlaskClient, query: str) -> None:
    """A wrong parameter is a 422, whether the page or the command detects it."""
    assert client.get(f"/generators/{query}").status_code == 422
