"""Jobs that have ended with a result that a test gives them."""

from __future__ import annotations

from collections.abc import Mapping

from flask.testing import FlaskClient

from engine.boards.labels import parse_board
from engine.specification.result import Result
from store.database.db import Database
from store.jobs.lifecycle import change_state, get_job
from store.jobs.results import record_result
from store.models.states import JobState


def found(client: FlaskClient, database: Database, job: Mapping[str, object], extra: dict[str, object]) -> str:
    """Submit a job about a labelled board and let it have found this; return its id."""
    job_id = str(client.post("/api/v1/jobs", json=job).get_json()["id"])
    with database.writing() as session:
        row = get_job(session, job_id)
        record_result(session, row, parse_board(str(job["board"])), Result(extra=extra))
        for state in (JobState.RUNNING, JobState.SUCCEEDED):
            change_state(session, row, state, "succeeded", outcome="complete")
    return job_id
