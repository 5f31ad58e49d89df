"""Failed jobs are retried over HTTP: one, or all that a filter chooses, which a dry run lists beforehand."""

from __future__ import annotations

from flask.testing import FlaskClient

from store.database.db import Database
from tests.api.conftest import JOB, SilentNotifier
from tests.store.job_samples import drain, failed_job

JOBS = "/api/v1/jobs"


def test_a_filter_is_told_first_then_done(
    client: FlaskClient, sqlite_database: Database, notifier: SilentNotifier
) -> None:
    """The dry run changes nothing; the real run retries exactly the jobs that match."""
    failed, other = failed_job(sqlite_database, label="a"), failed_job(sqlite_database, label="b")
    assert "retry" in client.get(f"{JOBS}/{failed}").get_json()["actions"]
    notifier.sent = 0
    told = client.post(f"{JOBS}/retry?label=a&dry_run=true").get_json()
    assert told["left"] == 0
    assert [(one["id"], one["again"], one["shards"], one["needs_adoption"]) for one in told["jobs"]] == [
        (failed, "shards", 1, False)
    ]
    assert told["jobs"][0]["explanation"] == "crash"
    assert (client.get(f"{JOBS}/{failed}").get_json()["state"], notifier.sent) == ("failed", 0)

    assert client.post(f"{JOBS}/retry?label=a").get_json() == told
    assert client.get(f"{JOBS}/{failed}").get_json()["state"] == "queued"
    assert notifier.sent
    assert client.get(f"{JOBS}/{other}").get_json()["state"] == "failed"
    drain(sqlite_database)
    assert client.get(f"{JOBS}/{failed}").get_json()["state"] == "succeeded"
    assert client.post(f"{JOBS}/retry?label=a").get_json()["jobs"] == []


def test_one_job_is_retried(client: FlaskClient, sqlite_database: Database) -> None:
    """It is retried over HTTP or by its page's button; a job that has not failed is refused."""
    failed = failed_job(sqlite_database)
    page = client.get(f"/jobs/{failed}").text
    assert f'action="/jobs/{failed}/retry"' in page
    assert client.post(f"/jobs/{failed}/retry").status_code == 303
    assert client.get(f"{JOBS}/{failed}").get_json()["state"] == "queued"
    assert client.post(f"{JOBS}/{failed}/retry").status_code == 409

    again = failed_job(sqlite_database)
    assert client.post(f"{JOBS}/{again}/retry").get_json()["state"] == "queued"


def test_of_a_campaign(client: FlaskClient) -> None:
    """Jobs can be listed and retried by campaign."""
    asked = {"name": "C", "boards": ["5x5"], "specifications": [{"kind": "enumerate"}]}
    campaign = client.post("/api/v1/campaigns", json=asked).get_json()["id"]
    client.post(JOBS, json=JOB)
    assert len(client.get(f"{JOBS}?campaign={campaign}").get_json()["items"]) == 1
    assert client.post(f"{JOBS}/retry?campaign={campaign}&dry_run=true").get_json() == {"jobs": [], "left": 0}
