"""The remaining pages: their contents, their size, and which sites may send forms to them."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import urlencode, urlsplit

import numpy as np
import pytest
from flask.testing import FlaskClient

from engine.boards.labels import parse_board
from engine.tours.parse import grid_text
from findings.atlas.load import load_atlas
from findings.references.load import load_references
from store.database.db import Database
from tests.api.conftest import JOB, OPEN_5X5
from tests.api.test_page_modules import INLINE, OUTSIDE
from tests.store.job_samples import drain
from tests.store.tour_samples import store_all

MOST_BYTES = 150_000
PAGES = [
    "/", "/jobs", "/campaigns", "/tours", "/find", "/boards", "/boards/8x8", "/boards/torus:5x5", "/boards/4x4x4",
    "/compare", "/tree", "/generators", "/generators?generator=randu", "/sources", "/sources/delphi",
    "/sources/knights-luxembourg", "/submit?kind=construct&board=10x10&tours=closed", "/submit?kind=test-generator",
    "/submit?kind=enumerate&board=4x4", "/query", "/puzzles", "/puzzles/sheet?count=6&solutions=true",
    "/learn", "/learn/sheet?answers=true", "/families", "/families/3xn", "/families/torus:3xn?tours=any",
]  # fmt: skip


def weight(client: FlaskClient, name: str) -> int:
    """Return the size in bytes of a file that a page names."""
    with client.get(name) as answer:
        assert answer.status_code == 200
        return len(answer.data)


@pytest.mark.parametrize("path", PAGES)
def test_pages_are_light_and_their_own(client: FlaskClient, path: str) -> None:
    """A page with its style sheets and scripts is under 150 kB, with nothing inline and nothing from outside."""
    page = client.get(path)
    names = re.findall(r'<(?:script|link)[^>]*(?:src|href)="([^"]+)"', page.text)

    total = len(page.data) + sum(weight(client, name) for name in names)

    assert page.status_code == 200
    assert total < MOST_BYTES
    assert not INLINE.search(page.text)
    assert not OUTSIDE.search(page.text)


@pytest.mark.parametrize("path", ["/submit", "/first-tour", "/jobs/x/cancel", "/campaigns/x/pause"])
def test_other_sites_may_not_send(client: FlaskClient, path: str) -> None:
    """A form on a page of another site changes nothing."""
    for headers in ({"Origin": "https://elsewhere.example"}, {"Sec-Fetch-Site": "cross-site"}):
        assert client.post(path, data={"kind": "construct", "board": "5x5"}, headers=headers).status_code == 403
    assert client.get("/api/v1/jobs").get_json()["items"] == []


def test_one_click_constructs(client: FlaskClient) -> None:
    """The home page's form makes a job and leads to its page; a wrong board leads to the form."""
    made = client.post("/first-tour", data={"board": "10x10", "tours": "closed"})
    wrong = client.post("/first-tour", data={"board": "<b>", "tours": "closed"})

    job = client.get(f"/api/v1{made.headers['Location']}").get_json()
    assert (job["kind"], job["board"], job["specification"]["tours"]) == ("construct", "10x10", "closed")
    assert "is not a board label" in client.get(wrong.headers["Location"]).text


def test_a_constructed_tour_says_how_many_there_are(client: FlaskClient, sqlite_database: Database) -> None:
    """The job's page shows the number of closed tours where the atlas knows it, else nothing."""
    with sqlite_database.writing() as session:
        load_atlas(session)
    pages = {
        board: client.get(client.post("/first-tour", data={"board": board}).headers["Location"]).text
        for board in ("6x6", "22x22")
    }
    assert "6x6 has <b>9,862</b> closed tours" in pages["6x6"]
    assert 'id="known"' not in pages["22x22"]


def test_faults_stand_at_their_fields(client: FlaskClient) -> None:
    """Nothing is submitted, and the text that was typed is kept and escaped."""
    page = client.post("/submit", data={"kind": "construct", "board": "8x8", "priority": "<i>", "rng.seed": "-1"})

    assert page.status_code == 422
    assert 'id="error-priority"' in page.text
    assert 'id="error-rng.seed"' in page.text
    assert 'value="&lt;i&gt;"' in page.text
    assert client.get("/api/v1/jobs").get_json()["items"] == []


def test_the_preview_proves(client: FlaskClient) -> None:
    """The preview shows board, verdict and commands; an unchanged preview is not sent again."""
    address = "/live/preview?kind=construct&board=5x5&tours=closed"
    first = client.get(address)
    same = client.get(address, headers={"If-None-Match": first.headers["ETag"]})

    assert "There is no such tour." in first.text
    assert "<svg" in first.text
    assert "cavalier submit" in first.text
    assert (same.status_code, same.data) == (304, b"")


def test_clone(client: FlaskClient, job_id: str) -> None:
    """The form is filled in with the job's fields."""
    assert 'name="board" value="5x5"' in client.get(f"/submit?job={job_id}").text


def test_tours_and_one_tour(client: FlaskClient, stored_tours: str) -> None:
    """Thumbnails with the API's filters; empty fields drop out of the address; each move is drawn on its own."""
    assert client.get("/tours?board=&closed=").headers["Location"] == "/tours"
    listed = client.get(f"/tours?job={stored_tours}&start=1,1&board=5x5").text
    numbers = re.findall(r'href="/tours/(\d+)"', listed)
    assert len(numbers) == 1

    page = client.get(f"/tours/{numbers[0]}").text

    assert page.count('<path class="cv-path"') == 24
    assert client.get("/tours/99999").status_code == 404
    assert client.get(f"/tours/{1 << 63}").status_code == 404


def test_comparing(client: FlaskClient, job_id: str) -> None:
    """A comparison says in which field two jobs differ."""
    other = client.post("/api/v1/jobs", json={"kind": "enumerate", "board": "6x6"}).get_json()["id"]

    assert "they differ in board" in client.get(f"/compare?job={job_id}&job={other}").text
    assert client.get(f"/compare.csv?job={job_id}&job={other}").mimetype == "text/csv"


def test_a_search_is_drawn(client: FlaskClient) -> None:
    """The address determines the search that is drawn; a board that is too large is refused."""
    assert client.get("/tree?board=5x5&start=a1&steps=200").status_code == 200
    assert client.get("/tree/depth.csv?board=5x5&steps=50").text.count("\n") == 51
    assert client.get("/tree/walk-1.svg?board=5x5").mimetype == "image/svg+xml"
    assert client.get("/tree?board=100x100").status_code == 422


def test_a_hamiltonian_path_is_among_the_paths(client: FlaskClient) -> None:
    """Whatever the seed: a walk by Warnsdorff's rule that got stuck is walked again."""
    for seed in range(5):
        page = client.get(f"/tree?board=10x10&steps=10&seed={seed}").text
        assert "Warnsdorff&#39;s rule: 100 of 100 squares, a tour" in page


GRID = grid_text(parse_board("5x5"), np.array(OPEN_5X5))
"""A pasted tour."""


def keepable(page: str, client: FlaskClient) -> tuple[int, int, int, int]:
    """Return the numbers of tables, CSV files, pictures and SVG files that a page offers; each file must exist."""
    links = [unescape(link) for link in re.findall(r'href="([^"]+)"[^>]*\bdownload\b', page)]
    for link in links:
        assert client.get(link).status_code == 200, link
    files = [urlsplit(link).path for link in links]
    page = re.sub(r'<ul class="doors">.*?</ul>', "", page, flags=re.DOTALL)  # signs on links: they show no data
    tables, pictures = page.count("<table"), page.count("<svg ") + page.count('<img class="board')
    return tables, sum(f.endswith(".csv") for f in files), pictures, sum(f.endswith(".svg") for f in files)


def test_everything_shown_can_be_kept(client: FlaskClient, stored_tours: str, sqlite_database: Database) -> None:
    """Every table is offered as CSV and every picture as SVG."""
    drain(sqlite_database)
    with sqlite_database.writing() as session:
        load_references(session)
    other = client.post("/api/v1/jobs", json=JOB).get_json()["id"]
    tested = client.post("/api/v1/jobs", json={"kind": "test-generator", "generator": "randu"}).get_json()["id"]
    pages = [
        "/", "/jobs", "/boards", "/boards/5x5", f"/jobs/{stored_tours}", f"/jobs/{tested}", "/tree?board=5x5",
        f"/compare?job={stored_tours}&job={other}", "/generators", f"/find?{urlencode({'board': '5x5', 'tour': GRID})}",
        "/submit?kind=construct&board=5x5", "/learn",
    ]  # fmt: skip
    for path in pages:
        page = client.get(path)
        tables, csv_files, pictures, svg_files = keepable(page.text, client)
        assert page.status_code == 200
        assert csv_files >= tables, path
        assert svg_files >= pictures, path


def test_is_my_tour_in_there(client: FlaskClient, sqlite_database: Database) -> None:
    """The page says that this very tour is stored, and names its finder and its canonical form."""
    job = store_all(sqlite_database)
    answer = client.post("/find", data={"board": "5x5", "tour": GRID})
    assert answer.status_code == 303
    page = client.get(answer.headers["Location"]).text
    assert "Yes, this very tour is here" in page
    assert f"job {job}" in page
    assert "a5 " in page.split("Canonical form")[1]


def test_what_is_no_tour_says_why(client: FlaskClient) -> None:
    """A wrong field is named, typed text is escaped, and a faulty tour is described as none."""
    wrong = client.get("/find?" + urlencode({"board": "<i>", "tour": "a1 b3"}))
    broken = client.get("/find?" + urlencode({"board": "5x5", "tour": GRID.replace("25", "99").replace("24", "25")}))
    short = client.get("/find?board=5x5&tour=a1+b3+b3")

    assert wrong.status_code == 422
    assert "<i>" not in wrong.text
    assert 'id="fault-board"' in wrong.text
    assert (broken.status_code, 'id="fault-tour"' in broken.text) == (422, True)
    assert "This is not a tour of 5x5" in short.text


def test_facets_count_and_lead(client: FlaskClient, stored_tours: str) -> None:
    """Each value of a filter shows the number of tours it leaves; a chosen value can be removed again."""
    page = client.get("/tours?board=5x5").text
    links = [unescape(link) for link in re.findall(r'href="(/tours\?[^"]*start=[^"]*)"', page)]

    assert "<b>2</b> tours" in page
    assert links == ["/tours?board=5x5&start=a5", "/tours?board=5x5&start=c5"]
    chosen = client.get(links[0]).text
    assert "<b>1</b> tour" in chosen
    assert 'aria-current="true">a5</a>' in chosen
    assert 'href="/tours?board=5x5">any</a>' in chosen
    assert stored_tours


def test_generators(client: FlaskClient) -> None:
    """The page lists the catalogue; an unknown generator is a 404."""
    page = client.get("/generators?generator=randu").text
    assert "65539" in page
    assert "pcg64dxsm" in page
    assert client.get("/generators?generator=dice").status_code == 404


def test_published_figures_are_sides_of_a_comparison(
    client: FlaskClient, job_id: str, sqlite_database: Database
) -> None:
    """They are offered for the jobs' board and have a column of their own; the board's page lists them."""
    with sqlite_database.writing() as session:
        load_references(session)
    key = "known-counts/paths/paths/5x5"
    offered = client.get(f"/compare?job={job_id}").text
    table = client.get(f"/compare.csv?job={job_id}&reference={key}").text

    assert f'value="{key}"' in offered
    assert f"{key} value" in table
    assert "tours,directed," in table
    assert "1728" in table
    assert "Counts from the literature" in client.get("/boards/5x5").text
    longest = client.get("/boards/8x8").text
    assert "moves of the longest closed uncrossed path" in longest
    assert "https://oeis.org/A157416" in longest
    assert client.get("/tables/published/5x5.csv").text.count("\n") > 2


@pytest.mark.parametrize(
    "fields",
    [
        {"board": '{"rows": ["####", "####", "####"]}'},
        {"board": "mask:####/####/####", "piece": "1,3"},
        {"board": "4x4x4", "piece": "1,1,2"},
        {"board": "klein:4x6"},
        {"board": "5x5", "piece": "0,0"},
    ],
)
def test_whatever_board_and_piece_is_typed_is_drawn(client: FlaskClient, fields: dict[str, str]) -> None:
    """Masks as labels or JSON, other pieces and glued boards are drawn; with an impossible piece the board still is."""
    page = client.get(f"/live/preview?{urlencode({'kind': 'construct', **fields})}").text
    assert "<svg" in page
