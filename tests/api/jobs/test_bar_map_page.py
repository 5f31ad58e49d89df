"""Values by square as columns that you can turn."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from engine.boards.labels import parse_board
from engine.specification.result import Result, SquareStatistics
from store.database.db import Database
from store.jobs.lifecycle import change_state, get_job
from store.jobs.results import record_result
from store.models.states import JobState


def test_columns_are_shown_from_every_side(client: FlaskClient, sqlite_database: Database) -> None:
    """The job's page links to them, and each angle has its address."""
    job_id = client.post("/api/v1/jobs", json={"kind": "enumerate", "board": "3x4"}).get_json()["id"]
    with sqlite_database.writing() as session:
        rows = [SquareStatistics(square=[1, 1], tours="2"), SquareStatistics(square=[3, 2], tours="5")]
        job = get_job(session, job_id)
        record_result(session, job, parse_board("3x4"), Result(squares=rows))
        for state in (JobState.RUNNING, JobState.SUCCEEDED):
            change_state(session, job, state, "succeeded", outcome="complete")

    assert f"/jobs/{job_id}/columns" in client.get(f"/jobs/{job_id}").text
    assert 'id="columns"' in client.get(f"/jobs/{job_id}/columns").text
    one, other = (client.get(f"/jobs/{job_id}/columns.svg?turn={turn}&quantity=tours").text for turn in (10, 200))
    assert "<title>3,2: 5</title>" in one
    assert one != other


@pytest.mark.parametrize("query", ["turn=361", "tilt=-1", "through=perhaps"])
def test_what_has_no_columns(client: FlaskClient, query: str) -> None:
    """A job without values is a 404, a wrong angle or option a 422."""
    job_id = client.post("/api/v1/jobs", json={"kind": "enumerate", "board": "3x4"}).get_json()["id"]
    assert client.get(f"/jobs/{job_id}/columns.svg").status_code == 404
    assert client.get(f"/jobs/{job_id}/columns.svg?{query}").status_code == 422
