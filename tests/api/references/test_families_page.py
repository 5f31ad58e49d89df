"""The pages of families of boards."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from findings.atlas.load import load_atlas
from store.database.db import Database
from tests.api.pages.test_pages import keepable
from tests.api.references.test_families import finish_family, no_families, sample_figures

__all__ = ["no_families"]
TERMS = ["0"] * 9 + ["16", "0", "176", "0", "1536"]


@pytest.mark.usefixtures("no_families")
def test_the_list(client: FlaskClient, sqlite_database: Database) -> None:
    """Known families are linked to their pages; a typed family is looked up, and a wrong field is named."""
    assert "None." in client.get("/families").text
    with sqlite_database.writing() as session:
        load_atlas(session)
    finish_family(client, sqlite_database, sample_figures(0, order=42, used=192, proved=True) | {"terms": TERMS})
    page = client.get("/families").text
    row = page.partition('id="3xn-closed"')[2].partition("</tr>")[0]

    assert 'href="/families/3xn?tours=closed"' in row
    assert all(part in row for part in ("42", "A070030", "3.125", "1\u201314"))
    assert 'id="torus:3xn-any"' in page
    assert client.get("/families.csv").text.startswith("family,piece,tours,first,last,order")
    assert client.get("/families?family=nx5&tours=any").headers["Location"] == "/families/nx5?tours=any"
    assert client.get("/families?tours=none").get_json()["errors"][0]["parameter"] == "tours"


@pytest.mark.usefixtures("no_families")
def test_one_family(client: FlaskClient, sqlite_database: Database) -> None:
    """The page has terms with boards, recurrence, growth, ratios and files; it and the job link to each other."""
    with sqlite_database.writing() as session:
        load_atlas(session)
    more = {"order": 2, "after": 2, "used": 9, "proved": True, "recurrence": ["0", "-6"]}
    job = finish_family(client, sqlite_database, sample_figures(0, **more) | {"terms": TERMS})
    page = client.get("/families/3xn").text

    assert '<a href="/boards/3x10">3x10</a>' in page
    assert "a(n) = - 6 a(n - 2)" in page
    assert "It is proved" in page
    assert "14 terms were counted by other jobs as well" in page
    assert 'href="https://oeis.org/A070030"' in page
    assert f'href="/jobs/{job}"' in page
    assert 'aria-label="Factor from one board to the next"' in page
    assert client.get("/families/3xn/terms.txt").text.endswith("14 1536\n")
    assert client.get("/families/3xn/terms.csv").text.splitlines()[10] == "10,3x10,16"
    assert client.get("/families/3xn/ratios.csv").text.splitlines()[1].startswith("factor,12.0,3.3166")
    assert "/families/3xn?tours=closed" in client.get(f"/jobs/{job}").text
    tables, csv_files, pictures, svg_files = keepable(page, client)
    assert csv_files >= tables
    assert svg_files >= pictures


@pytest.mark.usefixtures("no_families")
def test_french_growth_has_a_comma(client: FlaskClient, sqlite_database: Database) -> None:
    """The comma appears in the list, on the family's page with all digits of both bounds, and in the job's answer."""
    growth = {"low": 3.119490456755001, "high": 3.25}
    job = finish_family(client, sqlite_database, sample_figures(0) | {"terms": TERMS, "growth": growth})
    for page, shown in (
        ("/families", "3,185"),
        ("/families/3xn", "3,119490456755001<br>3,25<"),
        (f"/jobs/{job}", "par 3,184745228 en moyenne"),
    ):
        assert shown in client.get(page, headers={"Accept-Language": "fr"}).text, page
    assert "3.119490456755001<br>3.25<" in client.get("/families/3xn").text


def test_boards_lead_to_their_families(client: FlaskClient) -> None:
    """A board's page links the families about which something may be known."""
    page = client.get("/boards/8x8").text
    assert re.findall(r'href="(/families/[^"]+)"', page) == ["/families/8xn", "/families/nxn"]
    assert 'id="families"' not in client.get("/boards/23x31").text


@pytest.mark.usefixtures("no_families")
def test_counts_that_differ_are_a_warning(client: FlaskClient, sqlite_database: Database) -> None:
    """The page names the n at which the family's job contradicts counts of single boards."""
    with sqlite_database.writing() as session:
        load_atlas(session)
    finish_family(client, sqlite_database, sample_figures(0) | {"terms": [*TERMS[:-1], "1537"]})
    assert 'role="alert"' in client.get("/families/3xn").text
    assert "for n = 14" in client.get("/families/3xn").text


def test_a_fresh_service_has_the_families_of_the_atlas(client: FlaskClient) -> None:
    """Their pages name the atlas as the source, and the list shows their growth."""
    page = client.get("/families/5xn?tours=closed").text
    source = page.partition('id="source"')[2].partition("</p>")[0]
    assert '<a href="/atlas">Cavalier atlas</a>' in source
    assert "/jobs/" not in source
    assert "60 terms were counted by other jobs as well" in source
    assert "8,212" in page
    listed = client.get("/families").text
    row = listed.partition('id="5xn-closed"')[2].partition("</tr>")[0]
    assert all(part in row for part in ("8,212", "18.1", "1\u2013100"))
    names = re.findall(r'<tr id="([^"]+)"', listed)
    assert len(set(names)) == len(names) > 40


def test_a_family_that_nobody_counted(client: FlaskClient) -> None:
    """Its page offers to count it, its other names lead there, and it has no picture."""
    page = client.get("/families/3xn?tours=open&piece=1,3").text
    assert "Nothing computed yet." in page
    assert 'href="/submit?kind=strip&amp;family=3xn&amp;tours=open&amp;piece=1,3"' in page
    assert client.get("/families/nx3?tours=any").headers["Location"] == "/families/3xn?tours=any"
    assert client.get("/families/3xn/ratios.svg?piece=1,3").status_code == 404
    assert "Count the family" not in client.get("/families/torus:3xn").text


def test_what_is_no_family(client: FlaskClient) -> None:
    """The page says that it is no family; a wrong field of the query is named."""
    assert "is no family" in client.get("/families/5x5").get_json()["detail"]
    for asked in ("piece=0,0", "piece=x", "piece=9,9"):
        refused = client.get(f"/families/3xn?{asked}")
        assert (refused.status_code, refused.get_json()["errors"][0]["parameter"]) == (422, "piece"), asked
