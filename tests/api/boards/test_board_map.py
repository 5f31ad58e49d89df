"""The map on a board's page."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from engine.boards.labels import parse_board
from engine.specification.result import Estimate, Result
from findings.atlas.load import load_atlas
from store.database.db import Database
from store.jobs.lifecycle import change_state, get_job
from store.jobs.results import record_result
from store.models.states import JobState


@pytest.fixture
def atlas(sqlite_database: Database) -> None:
    """Load the atlas into the service's database."""
    with sqlite_database.writing() as session:
        load_atlas(session)


@pytest.mark.usefixtures("atlas")
def test_maps_of_5x5(client: FlaskClient) -> None:
    """One map has the tours by start square, none of them closed; with a start square, another has their ends."""
    page = client.get("/boards/5x5").text
    assert "Directed tours that start on each square" in page
    for words in ("Tours by start", "Ends from a5", "<title>304</title>", "<title>64</title>"):
        assert words in page
    assert "Share that closes" not in page
    ends = client.get("/boards/5x5?start=a1").text
    assert "Directed tours from a1 that end on each square" in ends
    assert "<title>60</title>" in ends


@pytest.mark.usefixtures("atlas")
def test_the_share_that_closes(client: FlaskClient) -> None:
    """On 8x8 the share of closed tours is in percent, and the numbers of tours are in units of 10¹²."""
    page = client.get("/boards/8x8?tours=closed").text
    assert "Of a hundred directed tours" in page
    assert "<title>2.2</title>" in page
    assert "in units of 10¹²" in client.get("/boards/8x8").text


def test_no_map_where_little_is_known(client: FlaskClient) -> None:
    """Without known counts the page shows the board instead of the map."""
    page = client.get("/boards/7x13").text
    assert 'id="map"' not in page
    assert "<svg" in page


@pytest.mark.usefixtures("atlas")
def test_a_torus_whose_tours_are_counted_has_tours(client: FlaskClient) -> None:
    """A count settles the question, so the page does not call it open."""
    page = client.get("/boards/torus:5x5").text
    assert "Counted exactly: there are" in page
    assert "Neither a theorem" not in page


@pytest.mark.usefixtures("atlas")
def test_the_map_of_moves(client: FlaskClient) -> None:
    """A tab leads to the map, on which each move states how many of the eight closed tours of 5x6 use it."""
    assert '<a href="/boards/5x6?map=moves"' in client.get("/boards/5x6").text
    page = client.get("/boards/5x6?map=moves").text
    assert "Closed tours that use each move" in page
    assert "<title>8 (100.00 %)</title>" in page
    assert "<style" not in page, "the policy of pages forbids it"
    assert "path.cv-h20{" in client.get("/drawings.css").text
    assert client.get("/boards/5x6?map=stars").status_code == 422


@pytest.mark.usefixtures("atlas")
def test_what_closed_tours_are_like(client: FlaskClient) -> None:
    """Each statistic has a chart as picture and table, which covers all closed tours."""
    page = client.get("/boards/6x8").text
    assert page.count('<figure class="chart"') == 2
    assert client.get("/charts/board/6x8/census-moves-ene.svg").mimetype == "image/svg+xml"
    lines = client.get("/charts/board/6x8/census-moves-ene.csv").text.splitlines()[1:]
    assert sum(int(float(line.split(",")[2])) for line in lines) == 55488142
    assert client.get("/charts/board/6x8/nothing.svg").status_code == 404
    assert 'class="chart"' not in client.get("/boards/5x5").text


@pytest.mark.usefixtures("atlas")
def test_an_estimate_of_what_is_exact_is_folded(client: FlaskClient, sqlite_database: Database) -> None:
    """It comes after the recorded figures and is not shown beside the exact one."""
    estimate = Estimate(quantity="tours", value=1741.0, standard_error=9.0, estimator="uniform", samples=1000)
    sample = {"kind": "sample", "board": "5x5", "method": "uniform"}
    job_id = str(client.post("/api/v1/jobs", json=sample).get_json()["id"])
    with sqlite_database.writing() as session:
        job = get_job(session, job_id)
        record_result(session, job, parse_board("5x5"), Result(estimates=[estimate]))
        for state in (JobState.RUNNING, JobState.SUCCEEDED):
            change_state(session, job, state, "succeeded", outcome="complete")
    page = client.get("/boards/5x5").text
    assert page.index("1,728") < page.index("more figure") < page.index("1,741")
