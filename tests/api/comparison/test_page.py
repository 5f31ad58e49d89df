"""The page that compares jobs."""

from __future__ import annotations

from flask.testing import FlaskClient

from engine.boards.labels import parse_board
from engine.specification.result import Count, Result, SquareStatistics
from store.database.db import Database
from store.jobs.lifecycle import change_state, get_job
from store.jobs.results import record_result
from store.models.states import JobState

JOBS = "/api/v1/jobs"


def counted(client: FlaskClient, database: Database, method: str, corner: str) -> str:
    """Submit a count of 5x5, and record its tours, 1728, and those from a corner; return the job's id."""
    job_id = str(client.post(JOBS, json={"kind": "enumerate", "board": "5x5", "method": method}).get_json()["id"])
    with database.writing() as session:
        result = Result(
            counts=[Count(quantity="tours", value="1728", method=method)],
            squares=[SquareStatistics(square=[1, 1], tours=corner)],
        )
        row = get_job(session, job_id)
        record_result(session, row, parse_board("5x5"), result)
        for state in (JobState.RUNNING, JobState.SUCCEEDED):
            change_state(session, row, state, "succeeded", outcome="complete")
    return job_id


def test_jobs_are_offered_by_what_they_ask(client: FlaskClient, sqlite_database: Database) -> None:
    """Jobs that count the same tours are grouped; a job without counts is in no group."""
    first, second = (counted(client, sqlite_database, method, "304") for method in ("backtrack", "frontier"))
    client.post(JOBS, json={"kind": "enumerate", "board": "5x5", "method": "warnsdorff"})
    page = client.get("/compare").text
    assert f"All tours of 5x5, by start square · backtrack · {first[:6]}</option>" in page
    assert f'<a href="/compare?job={second}&amp;job={first}">All tours of 5x5, by start square</a>' in page
    assert "<small>frontier, backtrack</small>" in page
    assert "Jobs about the same tours" not in client.get(f"/compare?job={first}").text


def test_a_map_shows_differences(client: FlaskClient, sqlite_database: Database) -> None:
    """A map is shown only where counts differ."""
    first, equal, other = (counted(client, sqlite_database, "backtrack", corner) for corner in ("304", "304", "305"))
    assert "<figure>" not in client.get(f"/compare?job={first}&job={equal}").text
    assert "<figure>" in client.get(f"/compare?job={first}&job={other}").text


def test_a_campaign_does_not_push_other_jobs_out(client: FlaskClient, sqlite_database: Database) -> None:
    """The jobs of a campaign are offered after the others."""
    job = counted(client, sqlite_database, "backtrack", "304")
    boards = [f"{rows}x{columns}" for rows in range(3, 10) for columns in range(10, 20)]
    grid = {"name": "Many", "boards": boards, "specifications": [{"kind": "construct"}]}
    assert client.post("/api/v1/campaigns", json=grid).status_code < 300
    page = client.get("/compare").text
    assert f'<option value="{job}">' in page
    assert page.count("<option") == 50
