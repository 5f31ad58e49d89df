"""A job's page: the answer and its picture first, then how the work went."""

from __future__ import annotations

import re

import numpy as np
from flask.testing import FlaskClient

from engine.boards.labels import parse_board
from engine.features import extremes
from engine.features.table import LINE
from engine.kinds.census.planner import census_of
from engine.kinds.construct.specification import Extreme
from engine.specification.result import Distance, Result
from store.database.db import Database
from store.jobs.lifecycle import change_state, get_job, pause
from store.jobs.results import record_result
from store.models.states import JobState
from tests.api.pages.found_jobs import found

JOBS = "/api/v1/jobs"


def test_a_shortest_way_is_drawn(client: FlaskClient, sqlite_database: Database) -> None:
    """It is drawn from square to square and offered as a file; the answer states the number of shortest ways."""
    body = {"kind": "distance", "board": "8x8", "from": "a1", "to": "b1"}
    job_id = client.post(JOBS, json=body).get_json()["id"]
    path = [[8, 1], [6, 2], [7, 4], [8, 2]]
    row = Distance(square=[8, 2], distance=3, shortest_paths="2")
    with sqlite_database.writing() as session:
        job = get_job(session, job_id)
        record_result(session, job, parse_board("8x8"), Result(distances=[row], extra={"path": path}))
        for state in (JobState.RUNNING, JobState.SUCCEEDED):
            change_state(session, job, state, "succeeded", outcome="complete")

    page = client.get(f"/jobs/{job_id}").text

    assert "3 moves from a1 to b1, by 2 shortest ways." in page
    assert 'aria-label="A shortest way of 3 moves on 8x8"' in page
    assert page.index("3 moves from") < page.index('id="path"') < page.index("For operators")
    assert client.get(f"/jobs/{job_id}/path.svg").text.count("cv-ring") >= 2
    assert client.get(f"/jobs/{job_id}/path.svg").mimetype == "image/svg+xml"


def test_charts_as_pictures_and_tables(client: FlaskClient, sqlite_database: Database) -> None:
    """Each chart that the page lists is offered as SVG and CSV; any other name is a 404."""
    job_id = client.post(JOBS, json={"kind": "distance", "board": "3x3", "from": "a1"}).get_json()["id"]
    extra = {"squares_by_distance": [1, 2, 2, 2, 1]}
    with sqlite_database.writing() as session:
        job = get_job(session, job_id)
        record_result(session, job, parse_board("3x3"), Result(extra=extra))
        for state in (JobState.RUNNING, JobState.SUCCEEDED):
            change_state(session, job, state, "succeeded", outcome="complete")
    listed = set(re.findall(rf"/jobs/{job_id}/charts/([\w-]+)\.svg", client.get(f"/jobs/{job_id}").text))
    assert listed
    for name in listed:
        picture, table = (client.get(f"/jobs/{job_id}/charts/{name}.{form}") for form in ("svg", "csv"))
        assert picture.mimetype == "image/svg+xml"
        assert picture.text.startswith("<svg")
        assert len(table.text.splitlines()) > 1
    assert client.get(f"/jobs/{job_id}/charts/none.svg").status_code == 404


def test_an_extreme_has_its_bounds_beside_it(client: FlaskClient, sqlite_database: Database) -> None:
    """The table has the best value, the first one and every bound with its source, and says whether it is proved."""
    bounds = extremes.bounds(parse_board("6x6"), "closed", "turns", "fewest")
    found = {"statistic": "turns", "sought": "fewest", "value": 33, "begun": 34, "exchanges": 1000, "made": 99}
    for proved, words in (
        (False, "that there is no better one is not proved"),
        (True, "no tour of the board is better"),
    ):
        asked = {"kind": "construct", "board": "6x6", "tours": "closed", "fewest": "turns", "exchanges": 1000 + proved}
        job_id = client.post(JOBS, json=asked).get_json()["id"]
        with sqlite_database.writing() as session:
            job = get_job(session, job_id)
            extra = {"extreme": Extreme.model_validate(found | {"bounds": bounds, "proved": proved}).model_dump()}
            record_result(session, job, parse_board("6x6"), Result(extra=extra))
            for state in (JobState.RUNNING, JobState.SUCCEEDED):
                change_state(session, job, state, "succeeded", outcome="complete")
        page = client.get(f"/jobs/{job_id}").text
        assert "A closed tour of 6x6 with the fewest turns" in page
        assert page.count("<tr>", page.index('id="extreme"'), page.index("The value is exact")) == 1 + 2 + len(bounds)
        assert "1,000 exchanges of moves tried, 99 made" in page
        assert "9.25 n + O(1)" in page
        assert words in page


def test_a_census_has_a_table_and_charts(client: FlaskClient, sqlite_database: Database) -> None:
    """Each statistic has a row and a chart, and the page states what the figures cover."""
    job_id = client.post(JOBS, json={"kind": "census", "board": "5x6"}).get_json()["id"]
    census = census_of(np.eye(len(LINE), 20, dtype=np.int64) * 8, LINE, sampled=False)
    assert census is not None
    with sqlite_database.writing() as session:
        job = get_job(session, job_id)
        record_result(session, job, parse_board("5x6"), Result(extra={"census": census.model_dump()}))
        for state in (JobState.RUNNING, JobState.SUCCEEDED):
            change_state(session, job, state, "succeeded", outcome="complete")

    page = client.get(f"/jobs/{job_id}").text

    assert "What the closed tours of 5x6 are like" in page
    assert "Exact, of 8 undirected tours" in page
    assert page.count('id="chart-census-') == len(LINE)
    assert page.count("<tr>", page.index('id="census"'), page.index("Exact, of 8")) == 1 + len(LINE)
    rows = client.get(f"/jobs/{job_id}/charts/census-crossings.csv").text.splitlines()
    assert rows == ["series,value,tours,error", f"Crossings,{LINE.index('crossings')}.0,8.0,"]


def test_a_census_of_moves_has_their_map(client: FlaskClient, sqlite_database: Database) -> None:
    """The map is shown even when no statistic was requested."""
    moves = [{"squares": [[1, 1], [2, 3]], "tours": "8"}, {"squares": [[1, 2], [3, 1]], "tours": "4"}]
    census = {"tours": "8", "exact": True, "distributions": [], "moves": moves}
    job = {"kind": "census", "board": "5x6", "moves": True}
    page = client.get(f"/jobs/{found(client, sqlite_database, job, {'census': census})}").text
    assert "Exact, of 8 undirected tours" in page
    assert "<title>4 (50.00 %)</title>" in page[page.index('id="moves"') :]
    assert 'id="census"' not in page


def test_what_has_no_way_has_no_picture_of_one(client: FlaskClient) -> None:
    """The picture of a job without a way is a 404."""
    job_id = client.post(JOBS, json={"kind": "enumerate", "board": "5x5"}).get_json()["id"]

    assert client.get(f"/jobs/{job_id}/path.svg").status_code == 404


def test_what_second_runs_say_has_its_place_from_the_start(client: FlaskClient, sqlite_database: Database) -> None:
    """Nothing below moves when the first slice is confirmed."""
    job_id = client.post(JOBS, json={"kind": "enumerate", "board": "5x5"}).get_json()["id"]
    before = client.get(f"/jobs/{job_id}").text
    with sqlite_database.writing() as session:
        get_job(session, job_id).confirmed = 1
    after = client.get(f"/jobs/{job_id}").text

    assert "reproduced bit by bit: 0." in before
    assert "reproduced bit by bit: 1." in after
    assert before.count("<p") == after.count("<p")


def test_the_machinery_is_behind_one_fold(client: FlaskClient) -> None:
    """Question and answer are visible at once; shards, slices, second runs and code are folded away for operators."""
    job_id = client.post(JOBS, json={"kind": "enumerate", "board": "5x5"}).get_json()["id"]
    before, _, fold = client.get(f"/jobs/{job_id}").text.partition('<details id="operators">')
    fold = fold.partition("<summary>Specification")[0]
    for words in ("Shards finished", "Processor time", "bit by bit", "<h2>Events</h2>", "/engines/", "Units of work"):
        assert words not in before
        assert words in fold
    assert "All tours of 5x5" in before
    assert "time left" in before


def test_a_job_without_room_says_so_in_the_list(client: FlaskClient, sqlite_database: Database, job_id: str) -> None:
    """The list says "no room", with the reason as the title."""
    with sqlite_database.writing() as session:
        pause(session, job_id, reason="the disk is full").held = "the disk is full"

    assert '<span class="state paused" title="the disk is full">no room</span>' in client.get("/jobs").text
