"""The pages of the published documents."""

from __future__ import annotations

import re

from flask.testing import FlaskClient

from api.reproduction.page import OPEN, OPEN_ALONE
from findings.references.data_files import SOURCES
from reproduction.registry import choose_figures
from tests.api.test_page_modules import INLINE, OUTSIDE


def test_every_source_has_a_page(client: FlaskClient) -> None:
    """The list links each page and is linked by the atlas; short tables are open, long ones folded."""
    listed = client.get("/sources").text
    assert 'href="/sources"' in client.get("/atlas").text
    for name in SOURCES:
        assert f'href="/sources/{name}"' in listed
        page = client.get(f"/sources/{name}").text
        assert not INLINE.search(page)
        assert not OUTSIDE.search(page)
    assert "<details open><summary>7 figures" in client.get("/sources/delphi").text
    assert "<details><summary>180 figures" in client.get("/sources/marche-du-cavalier/maple_powers").text
    assert 7 <= OPEN < 180


def test_a_long_source_has_a_page_for_each_table(client: FlaskClient) -> None:
    """The source's page lists the tables under their old anchors; each table's page leads to the next."""
    overview = client.get("/sources/marche-du-cavalier").text
    names = list(choose_figures("marche-du-cavalier", None))
    assert len(overview) < 40_000
    assert "<h2>" not in overview
    for name in names:
        assert f'id="{name}"' in overview
        assert f'id="{name}-jobs"' in overview
        assert f'href="/sources/marche-du-cavalier/{name}"' in overview
    address, seen = f"/sources/marche-du-cavalier/{names[0]}", []
    while address:
        page = client.get(address).text
        assert not INLINE.search(page)
        assert f'id="{address.rpartition("/")[2]}"' in page
        assert f"Table {len(seen) + 1} of {len(names)}" in page
        seen.append(address.rpartition("/")[2])
        following = re.search(r'rel="next" href="([^"]+)"', page)
        address = following[1] if following else ""
    assert seen == names
    assert "<details><summary>180 figures" in client.get("/sources/marche-du-cavalier/maple_powers").text
    assert "<details open><summary>15 figures" in client.get("/sources/marche-du-cavalier/generator_maple").text
    assert OPEN_ALONE < 180


def test_what_is_wrong_in_print_says_so(client: FlaskClient) -> None:
    """It shows the printed value, ours, the verdict and the reason; for unavailable data, why they are missing."""
    pages = [f"/sources/math0499-liege/{name}" for name in choose_figures("math0499-liege", None)]
    page = "".join(client.get(one).text for one in pages)
    assert ">refuted<" in page
    assert ">2,004<" in page
    assert "the printed 20 looks like 0.02 misread" in page
    tours = client.get("/sources/marche-du-cavalier/historic_tours").text
    assert "its squares are not among the data here" in tours


def test_run_it(client: FlaskClient) -> None:
    """A button submits one job, once however often it is pressed; another submits all jobs of the table."""
    one = client.post("/sources/knights-luxembourg/torus_8x8", data={"form": "quick", "job": "torus_8x8"})
    again = client.post("/sources/knights-luxembourg/torus_8x8", data={"form": "full", "job": "torus_8x8"})
    both = client.post("/sources/knights-luxembourg/moves_compared", data={"form": "quick"})

    jobs = client.get("/api/v1/jobs").get_json()["items"]
    assert one.headers["Location"] == again.headers["Location"]
    assert both.headers["Location"].endswith("/sources/knights-luxembourg/moves_compared")
    names = ("torus_8x8", "moves 8x8", "moves torus:8x8")
    assert {job["label"] for job in jobs} == {f"reproduce: {name}" for name in names}
    assert f'href="{one.headers["Location"]}"' in client.get("/sources/knights-luxembourg/torus_8x8").text


def test_files(client: FlaskClient) -> None:
    """A table is offered as CSV, a picture as SVG with its own style."""
    rows = client.get("/sources/delphi/links.csv").text.splitlines()
    assert rows[0].startswith("key,printed,")
    assert rows[1].startswith("delphi/links/links,336,,equal,336,")
    assert client.get("/sources/delphi/links/0.svg").mimetype == "image/svg+xml"
    assert "<style>" in client.get("/sources/math0499-liege/oeis/0.svg").text


def test_what_there_is_not(client: FlaskClient) -> None:
    """Unknown sources, tables, pictures and jobs are 404s."""
    for path in (
        "/sources/x",
        "/sources/x/links",
        "/sources/delphi/x",
        "/sources/x/links.csv",
        "/sources/delphi/x.csv",
        "/sources/delphi/links/9.svg",
    ):
        assert client.get(path).status_code == 404
    for path in ("/sources/x/links", "/sources/delphi/x", "/sources/delphi/links"):
        assert client.post(path, data={"form": "quick", "job": "nothing"}).status_code == 404
    assert client.get("/api/v1/jobs").get_json()["items"] == []
