"""Addresses formed from what they name, and citations of what they lead to."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest
from flask.testing import FlaskClient
from sqlalchemy import select, update

from api.app import create_app
from engine.boards.labels import parse_board
from engine.code_digest import job_code_digest
from engine.tours.facts import facts_of
from findings.atlas.load import load_atlas
from findings.atlas.tours import bring_tours
from findings.references.load import load_references
from store.database.db import Database
from store.jobs.lifecycle import get_job
from store.models.atlas import AtlasRow
from store.models.jobs import Job
from store.models.operations import CodeVersionRow
from store.models.results import CountRow
from store.models.shards import Shard
from store.models.tours import TourRow
from store.queries.tours import CODE
from store.settings import Settings
from store.tours.encoding import packer, short_keys
from store.trust.code_versions import report_code
from tests.api.conftest import OPEN_5X5

PATH = "5x5/1,2"


@pytest.mark.usefixtures("stored_tours")
def test_a_tour_is_found_by_its_path(client: FlaskClient, sqlite_database: Database) -> None:
    """A tour's document contains its address, made of board, piece and packed path, which leads back to it."""
    board = parse_board("5x5")
    with sqlite_database.writing() as session:
        for row in session.scalars(select(TourRow)):
            row.class_key = int(
                short_keys([facts_of(board, (1, 2), packer(board, (1, 2)).unpack_one(row.path)).key])[0]
            )
    for number in (1, 2):
        shown = client.get(f"/api/v1/tours/{number}").get_json()
        answer = client.get(shown["address"])
        assert (answer.status_code, answer.headers["Location"]) == (303, f"/api/v1/tours/{number}")
        assert client.get(shown["address"], follow_redirects=True).get_json() == shown
    assert client.get("/api/v1/tours/1").get_json()["address"].startswith(f"/api/v1/tours/by-path/{PATH}/00")


@pytest.mark.usefixtures("stored_tours")
def test_a_path_that_is_not_there(client: FlaskClient) -> None:
    """A malformed path, board or piece, or a path that is no tour, is a 404 that names the fault."""
    address = client.get("/api/v1/tours/1").get_json()["address"]
    packed = address.rpartition("/")[2]
    for wrong, word in (
        (f"/api/v1/tours/by-path/{PATH}/{packed[:-2]}", "has 10 bytes"),
        (f"/api/v1/tours/by-path/{PATH}/xyz", "hexadecimal"),
        (f"/api/v1/tours/by-path/{PATH}/{'00' * 10}", "leave the board"),
        (f"/api/v1/tours/by-path/5y5/1,2/{packed}", "5y5"),
        (f"/api/v1/tours/by-path/5x5/knight/{packed}", "components"),
        (f"/api/v1/tours/by-path/5x5/0,0/{packed}", "piece"),
    ):
        answer = client.get(wrong)
        assert answer.status_code == 404
        assert word in answer.get_json()["detail"], wrong


@pytest.mark.usefixtures("stored_tours")
def test_a_tour_that_nobody_has_stored(client: FlaskClient) -> None:
    """It is recognised as a tour, but its address is a 404."""
    grid = [divmod(square, 5) for square in OPEN_5X5]
    turned = [5 * column + row for row, column in grid]
    found = client.post(
        "/api/v1/tours/find", json={"board": "5x5", "tour": " ".join(f"{s // 5 + 1},{s % 5 + 1}" for s in turned)}
    )
    assert found.get_json()["sound"]
    packed = packer(parse_board("5x5"), (1, 2)).pack(np.array([turned])).tobytes().hex()
    answer = client.get(f"/api/v1/tours/by-path/{PATH}/{packed}")
    assert answer.status_code == 404
    assert "none that is stored here" in answer.get_json()["detail"]


def test_a_number_by_what_it_is_of(client: FlaskClient, sqlite_database: Database, job_id: str) -> None:
    """The address names subject, quantity and optionally method; where nothing is known it is a 404."""
    with sqlite_database.writing() as session:
        job = get_job(session, job_id)
        what = {"quantity": "tours", "convention": "directed", "value": 1728, "method": "frontier", "extra": {}}
        scope = {"board_id": job.board_id, "fact": "tours", "starts": '"all"', "restriction": None}
        session.add(CountRow(job_id=job.id, **scope, **what))
        session.execute(update(Job).values(state="succeeded", outcome="complete", finished_at=1.0e9))
    found = client.get(f"/api/v1/counts/{PATH}/tours?method=frontier").get_json()
    assert found["address"] == f"/api/v1/counts/{PATH}/tours?method=frontier"
    assert [(one["value"], one["exact"]) for one in found["statements"]] == [("1728", True)]
    assert client.get(f"/api/v1/counts/{PATH}/tours").get_json()["statements"][0]["value"] == "1728"
    assert client.get(f"/api/v1/counts/{PATH}/tours?method=guessing").status_code == 404
    assert client.get("/api/v1/counts/7x9/1,2/tours").status_code == 404
    assert client.get(f"/api/v1/counts/{PATH}/smiles").status_code == 404
    cited = client.get(f"/api/v1/counts/{PATH}/tours.bib")
    assert cited.mimetype == "application/x-bibtex"
    where = f"url = {{http://localhost/api/v1/counts/{PATH}/tours}}"
    who = ("@misc{cavalier-count-5x5-tours,", "year = {2001}", f"job {job_id} by frontier")
    for part in (*who, "Knight's tours of the 5x5 board: 1,728 directed tours, closed or not}}", where):
        assert part in cited.text, cited.text
    assert client.get(f"/api/v1/counts/{PATH}/smiles.bib").status_code == 404
    assert f"/api/v1/counts/{PATH}/tours.bib" in client.get("/boards/5x5").text


def test_citations(client: FlaskClient, stored_tours: str) -> None:
    """Each citation states title, date, code and address."""
    tour = client.get("/api/v1/tours/1").get_json()
    entry = client.get("/api/v1/tours/1.bib")
    assert entry.mimetype == "application/x-bibtex"
    assert entry.text.startswith("@misc{cavalier-tour-5x5-")
    assert f"url = {{http://localhost{tour['address']}}}," in entry.text
    assert "year = {2001}" in entry.text
    assert "title = {{An open tour of the 5x5 board}}" in entry.text
    assert f"job {tour['finder']}" in entry.text
    assert f"code {tour['code_digest']}" in entry.text
    assert client.get("/api/v1/tours/1", headers={"Accept": "application/x-bibtex"}).data == entry.data
    job = client.get(f"/api/v1/jobs/{stored_tours}.bib").text
    assert f"/api/v1/jobs/{stored_tours}}}," in job
    assert f"code {tour['code_digest']}" in job
    assert "What is known of the 5x5 board" in client.get("/api/v1/boards/5x5.bib").text
    for page in (f"/jobs/{stored_tours}", "/tours/1", "/boards/5x5"):
        assert "Cite this" in client.get(page).text
    for missing in ("/api/v1/tours/99.bib", "/api/v1/jobs/nobody.bib", "/api/v1/boards/nothing.bib"):
        assert client.get(missing).status_code == 404


def test_a_citation_names_public_address_code_and_certificate(
    sqlite_settings: Settings, sqlite_database: Database, notifier: Any
) -> None:
    """The address is the operator's public one, and known code is cited with version and commit."""
    with sqlite_database.writing() as session:
        load_atlas(session)
        digest = session.scalars(select(AtlasRow.code_digest).where(AtlasRow.board == "6x6")).first()
        code = {"version": "7.8.9", "commit": "c0ffee", "python": "", "packages": {}, "programs": [], "first_seen": 1.0}
        session.add(CodeVersionRow(digest=digest, **code))
    app = create_app(replace(sqlite_settings, public_url="https://tours.example/lab/"), sqlite_database, notifier)
    cited = app.test_client().get("/api/v1/counts/6x6/1,2/cycles.bib").text
    assert "url = {https://tours.example/lab/api/v1/counts/6x6/1,2/cycles}," in cited
    assert "title = {{Closed knight's tours of the 6x6 board: 9,862 undirected cycles}}," in cited
    assert "exact: Cavalier atlas by frontier; " in cited
    assert "; certified modulo 2305843009213693951 by another order of squares" in cited
    assert f"{digest} (version 7.8.9, commit c0ffee)" in cited
    assert "6x6/1,2/" not in cited.rpartition("note = ")[2]


def test_what_is_known_today(client: FlaskClient, sqlite_database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Citations of boards and atlas numbers state date, commit, the numbers of tours and their confirmations."""
    monkeypatch.setattr("api.pages.bibtex.own_commit", lambda: "c0ffee")
    with sqlite_database.writing() as session:
        load_atlas(session)
        load_references(session)
    today = datetime.now(UTC)
    board = client.get("/api/v1/boards/8x8.bib").text
    for cited in (board, client.get("/api/v1/counts/6x9/1,2/cycles.bib").text):
        assert f"year = {{{today.year}}}," in cited
        assert "urldate = {" in cited
        assert ", commit c0ffee}," in cited
        assert "Counts from the literature and the OEIS" in cited
    for part in ("13,267,364,410,532 undirected cycles (", "19,591,828,170,979,904 directed tours", "counted again by"):
        assert part in board
    assert "13,267,364,410,532 undirected cycles (" in client.get("/boards/8x8").text
    assert "note" not in client.get("/api/v1/boards/97x89.bib").text


def test_a_printed_tour_is_of_its_author(client: FlaskClient, sqlite_database: Database) -> None:
    """Leonhard Euler's tour is cited under his name and year."""
    with sqlite_database.writing() as session:
        bring_tours(session)
    tours = (client.get(f"/api/v1/tours/{number}").get_json() for number in range(1, 20))
    euler = next(tour["id"] for tour in tours if tour.get("source", "").startswith("Leonhard Euler"))
    cited = client.get(f"/api/v1/tours/{euler}.bib").text
    assert "title = {{A closed tour of the 8x8 board}}," in cited
    assert "author = {{Leonhard Euler}}," in cited
    assert "year = {1759}," in cited
    assert "note = {published in Leonhard Euler, Solution d" in cited
    assert "The Cavalier project" not in cited


def test_texts_are_not_obeyed(client: FlaskClient, sqlite_database: Database, job_id: str) -> None:
    """TeX commands in stored texts are escaped."""
    with sqlite_database.writing() as session:
        session.execute(update(Job).values(code_digest=r"\input{x} 5_%"))
    assert r"\textbackslash{}input\{x\} 5\_\%" in client.get(f"/api/v1/jobs/{job_id}.bib").text


def test_what_a_digest_stands_for(client: FlaskClient, sqlite_database: Database) -> None:
    """Version, commit and packages are known once a worker has reported them; the page shows them."""
    digest = job_code_digest("enumerate", "backtrack")
    assert client.get(f"/api/v1/engines/{digest}").status_code == 404
    report_code(sqlite_database)
    found = client.get(f"/api/v1/engines/{digest}").get_json()
    assert "enumerate backtrack" in found["programs"]
    assert found["packages"]["numpy"]
    assert found["version"] == client.get("/api/v1/").get_json()["version"]
    assert "enumerate backtrack" in client.get(f"/engines/{digest}").text
    assert client.get("/engines/nothing").status_code == 404


def test_code_that_found_something_elsewhere(client: FlaskClient, sqlite_database: Database) -> None:
    """Every code of an imported tour or of the atlas has a page, which leads to what it found."""
    with sqlite_database.writing() as session:
        job = bring_tours(session)
        assert job is not None
        load_atlas(session)
        name = job.public_id
        codes = set(session.scalars(select(CODE).join(Shard, Shard.job_id == Job.id).where(Shard.tours > 0)))
        codes |= set(session.scalars(select(AtlasRow.code_digest).distinct()))
    for digest in codes:
        assert client.get(f"/engines/{digest}").status_code == 200, digest
    tour = client.get("/api/v1/tours/148").get_json()
    page = client.get(f"/engines/{tour['code_digest']}").text
    assert "No worker of this database has run this code" in page
    assert f'href="/jobs/{name}"' in page
    assert f'href="/boards/{tour["board"]}"' in page
    assert 'href="/tours/' in page
    figure = client.get("/api/v1/atlas").get_json()["items"][0]
    assert f'href="/boards/{figure["board"]}"' in client.get(f"/engines/{figure['code_digest']}").text
