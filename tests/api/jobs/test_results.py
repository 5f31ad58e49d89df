"""Results over HTTP, whole and by parts, before and after the end."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from engine.kinds.enumerate.planner import Enumeration
from engine.kinds.table import KINDS
from store.database.db import Database
from store.jobs.lifecycle import get_job
from store.models.results import EstimateRow
from tests.api.conftest import JOB
from tests.store.job_samples import drain, finish, take
from tests.toy import ToyKind

JOBS = "/api/v1/jobs"


def test_the_result_so_far_and_the_result(client: FlaskClient, job_id: str, sqlite_database: Database) -> None:
    """While a job runs, the answer is the sum of its shards so far; at the end it is the stored result."""
    lease = take(sqlite_database)
    assert lease is not None
    finish(sqlite_database, lease, 4)
    early = client.get(f"{JOBS}/{job_id}/result")
    drain(sqlite_database)
    late = client.get(f"{JOBS}/{job_id}/result", headers={"If-None-Match": early.headers["ETag"]})

    assert (early.get_json()["job"]["state"], early.get_json()["job"]["outcome"]) == ("running", None)
    assert early.get_json()["counts"][0]["value"] == "10"
    assert late.status_code == 200
    assert late.get_json()["job"]["outcome"] == "complete"
    assert late.get_json()["counts"] == [
        {"quantity": "tours", "convention": "directed", "value": "165", "exact": True, "method": "toy"}
    ]


def test_only_the_parts_that_there_are(client: FlaskClient, job_id: str) -> None:
    """The result document leaves empty parts out."""
    assert set(client.get(f"{JOBS}/{job_id}/result").get_json()) == {"job", "counts"}


def test_squares_of_a_real_job(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """A job that was just submitted lists its squares with 0 or no value."""
    monkeypatch.setitem(KINDS, "enumerate", Enumeration())
    job = client.post(JOBS, json=JOB).get_json()["id"]

    document = client.get(f"{JOBS}/{job}/squares").get_json()

    assert document["final"] is False
    assert all(square["tours"] in {"0", None} for square in document["items"])


def test_estimates_come_with_their_history(client: FlaskClient, job_id: str, sqlite_database: Database) -> None:
    """Every round's estimate is kept, oldest first."""
    with sqlite_database.writing() as session:
        for number in (1, 0):
            session.add(
                EstimateRow(
                    job_id=get_job(session, job_id).id, round=number, quantity="tours", convention="directed",
                    value=10.0 + number, standard_error=1.0, estimator="knuth", samples=5, unbiased=True, extra={},
                    fact="tours", starts='"all"',
                )
            )  # fmt: skip

    history = client.get(f"{JOBS}/{job_id}/estimates").get_json()["history"]

    assert [(entry["round"], entry["value"]) for entry in history] == [(0, 10.0), (1, 11.0)]


def test_events_and_slices_come_in_pages(client: FlaskClient, toy_kind: ToyKind, sqlite_database: Database) -> None:
    """History and ledger, oldest first, page by page; each slice begins where the shard's last one ended."""
    toy_kind.shards = 1
    job = client.post(JOBS, json=JOB).get_json()["id"]
    drain(sqlite_database, numbers=4)

    def all_of(part: str) -> list[dict[str, object]]:
        items, address = [], f"{JOBS}/{job}/{part}?limit=1"
        while address:
            page = client.get(address).get_json()
            items += page["items"]
            address = page["next"]
        return items

    slices = all_of("slices")
    assert [event["name"] for event in all_of("events")] == ["submitted", "started", "succeeded"]
    assert [entry["work"] for entry in slices] == ["4", "4", "2"]
    assert [entry["input_digest"] for entry in slices[1:]] == [entry["output_digest"] for entry in slices[:-1]]


def test_shards_are_listed(client: FlaskClient, job_id: str, sqlite_database: Database) -> None:
    """Each shard has its number, state and worker."""
    take(sqlite_database, "worker-1")

    items = client.get(f"{JOBS}/{job_id}/shards").get_json()["items"]

    assert [(shard["number"], shard["state"], shard["worker"]) for shard in items] == [
        (0, "leased", "worker-1"),
        (1, "ready", None),
        (2, "ready", None),
    ]


def test_shards_come_by_the_page(client: FlaskClient, job_id: str) -> None:
    """As in every list, each shard appears once over all pages, with a total on request."""
    page = client.get(f"{JOBS}/{job_id}/shards?limit=1&count=true&fields=number").get_json()
    numbers = [page["items"]]
    assert page["total"] == 3
    while page["next"] is not None:
        page = client.get(page["next"]).get_json()
        numbers.append(page["items"])

    assert [one for one in numbers if one] == [[{"number": number}] for number in range(3)]
