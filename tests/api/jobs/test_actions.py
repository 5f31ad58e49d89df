"""Buttons of jobs' pages and lists."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from store.database.db import Database
from tests.api.conftest import JOB
from tests.store.job_samples import drain

JOBS = "/api/v1/jobs"


@pytest.fixture
def ids(client: FlaskClient) -> list[str]:
    """Three jobs, oldest first."""
    bodies = [JOB | {"label": f"50 % of {n}"} for n in "abc"]
    return [client.post(JOBS, json=body).get_json()["id"] for body in bodies]


def states(client: FlaskClient, ids: list[str]) -> list[str]:
    """Return the states of the jobs."""
    return [client.get(f"{JOBS}/{job_id}").get_json()["state"] for job_id in ids]


def test_cancel_asks_first(client: FlaskClient, ids: list[str]) -> None:
    """Nothing is cancelled before it is confirmed; the question says what is kept."""
    asked = client.post(f"/jobs/{ids[0]}/cancel")
    before = states(client, ids[:1])
    client.post(f"/jobs/{ids[0]}/cancel", data={"confirmed": "yes"})

    assert "Cancel this job?" in asked.text
    assert "is kept" in asked.text
    assert (before, states(client, ids[:1])) == (["queued"], ["cancelled"])


def test_several_at_once(client: FlaskClient, ids: list[str]) -> None:
    """Jobs that cannot take the action stay unchanged and are counted."""
    client.post(f"/jobs/{ids[0]}/cancel", data={"confirmed": "yes"})

    answer = client.post("/selected-jobs", data={"verb": "pause", "job": ids})

    assert states(client, ids) == ["cancelled", "paused", "paused"]
    assert answer.status_code == 303
    assert {"done=2", "left=1", "verb=pause"} == set(answer.location.partition("?")[2].split("&"))
    assert client.get(answer.location).status_code == 200
    asked = client.post("/selected-jobs", data={"verb": "cancel", "job": ids})
    assert "Cancel 2 jobs?" in asked.text
    client.post("/selected-jobs", data={"verb": "cancel", "job": ids, "confirmed": "yes"})
    assert set(states(client, ids)) == {"cancelled"}


@pytest.mark.parametrize("data", [{"verb": "burn", "job": "x"}, {"verb": "pause"}])
def test_what_cannot_be_done_together(client: FlaskClient, data: dict[str, str]) -> None:
    """An unknown verb and an empty choice are refused."""
    assert client.post("/selected-jobs", data=data).status_code == 422


def test_lists_are_searched_and_sorted(client: FlaskClient, ids: list[str]) -> None:
    """A search matches part of the label literally, or the beginning of the id; the oldest can come first."""

    def found(**query: str) -> list[str]:
        return [job["id"] for job in client.get(JOBS, query_string=query).get_json()["items"]]

    assert found(search="% OF b") == [ids[1]]
    assert found(search="%") == ids[::-1]
    assert found(search="_") == []
    assert found(search=ids[2][:8]) == [ids[2]]
    assert found(sort="oldest") == ids
    page = client.get(JOBS, query_string={"sort": "oldest", "limit": "2"}).get_json()
    assert [job["id"] for job in client.get(page["next"]).get_json()["items"]] == ids[2:]


def test_a_form_with_empty_fields_does_not_restrict(client: FlaskClient, ids: list[str]) -> None:
    """Empty fields of the filter form restrict nothing."""
    page = client.get("/jobs", query_string={"search": "", "board": "", "kind": "", "method": "", "sort": "oldest"})

    assert all(job_id in page.text for job_id in ids)


def test_delete_asks_first(client: FlaskClient, ids: list[str], sqlite_database: Database) -> None:
    """Only ended jobs are offered, deletion needs a confirmation, and the list says how many were deleted."""
    assert "Nothing to delete" in client.post(f"/jobs/{ids[0]}/delete").text
    drain(sqlite_database)
    asked = client.post(f"/jobs/{ids[0]}/delete")
    assert "Delete this job?" in asked.text
    assert states(client, ids[:1]) == ["succeeded"]

    one = client.post(f"/jobs/{ids[0]}/delete", data={"confirmed": "yes"})
    assert "1 deleted" in client.get(one.location).text
    assert "Delete 2 jobs?" in client.post("/selected-jobs", data={"verb": "delete", "job": ids[1:]}).text
    answer = client.post("/selected-jobs", data={"verb": "delete", "job": ids, "confirmed": "yes"})

    assert "3 deleted" in client.get(answer.location).text
    assert [client.get(f"/jobs/{job}").status_code for job in ids] == [410, 410, 410]
