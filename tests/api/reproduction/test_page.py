"""The pages of the published documents."""

from __future__ import annotations

from flask.testing import FlaskClient

from api.reproduction.page import OPEN
from findings.references.data_files import SOURCES
from tests.api.test_page_modules import INLINE, OUTSIDE


def test_every_source_has_a_page(client: FlaskClient) -> None:
    """Linked from the list, itself linked beside the atlas; short tables stand open, long ones folded."""
    listed = client.get("/sources").text
    assert 'href="/sources"' in client.get("/atlas").text
    for name in SOURCES:
        assert f'href="/sources/{name}"' in listed
        page = client.get(f"/sources/{name}").text
        assert not INLINE.search(page)
        assert not OUTSIDE.search(page)
    page = client.get("/sources/marche-du-cavalier").text
    assert "<details><summary>180 figures" in page
    assert "<details open><summary>9 figures" in page
    assert OPEN < 180


def test_what_is_wrong_in_print_says_so(client: FlaskClient) -> None:
    """Value as printed, ours, verdict, and why; of what cannot be had, why not."""
    page = client.get("/sources/math0499-liege").text
    assert ">refuted<" in page
    assert ">2,004<" in page
    assert "the printed 20 looks like 0.02 misread" in page
    assert "its squares are not among the data here" in client.get("/sources/marche-du-cavalier").text


def test_run_it(client: FlaskClient) -> None:
    """A button submits the job, once however often it is pressed; another all jobs of the table."""
    one = client.post("/sources/knights-luxembourg/torus_8x8", data={"form": "quick", "job": "torus_8x8"})
    again = client.post("/sources/knights-luxembourg/torus_8x8", data={"form": "full", "job": "torus_8x8"})
    both = client.post("/sources/knights-luxembourg/moves_compared", data={"form": "quick"})

    jobs = client.get("/api/v1/jobs").get_json()["items"]
    assert one.headers["Location"] == again.headers["Location"]
    assert both.headers["Location"].endswith("/sources/knights-luxembourg#moves_compared")
    names = ("torus_8x8", "moves 8x8", "moves torus:8x8")
    assert {job["label"] for job in jobs} == {f"reproduce: {name}" for name in names}
    assert f'href="{one.headers["Location"]}"' in client.get("/sources/knights-luxembourg").text


def test_files(client: FlaskClient) -> None:
    """A table as CSV, a picture as SVG that brings its own style."""
    rows = client.get("/sources/delphi/links.csv").text.splitlines()
    assert rows[0].startswith("key,printed,")
    assert rows[1].startswith("delphi/links/links,336,,equal,336,")
    assert client.get("/sources/delphi/links/0.svg").mimetype == "image/svg+xml"
    assert "<style>" in client.get("/sources/math0499-liege/oeis/0.svg").text


def test_what_there_is_not(client: FlaskClient) -> None:
    """Other sources, tables, pictures and jobs are not found."""
    for path in ("/sources/x", "/sources/x/links.csv", "/sources/delphi/x.csv", "/sources/delphi/links/9.svg"):
        assert client.get(path).status_code == 404
    for path in ("/sources/x/links", "/sources/delphi/x", "/sources/delphi/links"):
        assert client.post(path, data={"form": "quick", "job": "nothing"}).status_code == 404
    assert client.get("/api/v1/jobs").get_json()["items"] == []
