"""Deleting jobs over HTTP: the permissions, and the answers before, during and after."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from api.app import create_app
from store.api_keys import Scope, create_key
from store.database.db import Database
from store.settings import Settings
from tests.api.conftest import JOB, SilentNotifier
from tests.store.job_samples import drain
from workers.notifier import LocalNotifier
from workers.worker import WorkerProcess

JOBS = "/api/v1/jobs"


def work(settings: Settings, database: Database) -> None:
    """Do all work that is due."""
    worker = WorkerProcess(settings, database, LocalNotifier(1), capacity=1)
    while worker.work_once():
        pass


def test_deleting_a_job(
    client: FlaskClient, job_id: str, sqlite_settings: Settings, sqlite_database: Database, notifier: SilentNotifier
) -> None:
    """The answer is 202 with the entry that stays; afterwards every address of the job is a 410 with that entry."""
    early = client.delete(f"{JOBS}/{job_id}")
    drain(sqlite_database)
    actions = client.get(f"{JOBS}/{job_id}").get_json()["actions"]
    sent = notifier.sent
    answer = client.delete(f"{JOBS}/{job_id}")
    entry = answer.get_json()

    assert (early.status_code, "cancel it first" in early.get_json()["detail"]) == (409, True)
    assert actions == ["delete"]
    assert answer.status_code == 202
    assert notifier.sent == sent + 1
    assert (entry["id"], entry["state"], entry["done_at"], entry["deleted_by"]) == (job_id, "succeeded", None, None)
    assert len(entry["result_digest"]) == 64
    assert client.delete(f"{JOBS}/{job_id}").get_json() == entry
    work(sqlite_settings, sqlite_database)
    for path in ("", "/result", "/tours", "/events", "/shards"):
        gone = client.get(f"{JOBS}/{job_id}{path}")
        assert gone.status_code == 410, path
        told = gone.get_json()["deletion"]
        assert told["done_at"] is not None
        assert told | {"done_at": None} == entry
    assert client.delete(f"{JOBS}/{job_id}").status_code == 410
    assert client.post(f"{JOBS}/{job_id}/resume").status_code == 410
    page = client.get(f"/jobs/{job_id}", headers={"Accept": "text/html"})
    assert (page.status_code, entry["result_digest"] in page.text) == (410, True)
    assert [one["id"] for one in client.get("/api/v1/deletions").get_json()["items"]] == [job_id]
    few = client.get("/api/v1/deletions?fields=id&count=true").get_json()
    assert few == {"items": [{"id": job_id}], "next": None, "total": 1}
    assert client.get("/api/v1/deletions?fields=nothing").status_code == 422
    assert client.get(JOBS).get_json()["items"] == []
    assert client.delete(f"{JOBS}/unknown").status_code == 404


def test_a_key_used_for_a_deleted_job_makes_a_new_one(client: FlaskClient, sqlite_database: Database) -> None:
    """Otherwise the answer would be a job that no longer exists."""
    headers = {"Idempotency-Key": "mine"}
    first = client.post(JOBS, json=JOB, headers=headers).get_json()["id"]
    drain(sqlite_database)
    client.delete(f"{JOBS}/{first}")
    assert client.post(JOBS, json=JOB, headers=headers).get_json()["id"] != first


@pytest.mark.parametrize(
    ("name", "scope", "status"), [("ada", "submit", 202), ("eve", "submit", 403), ("eve", "admin", 202)]
)
def test_whose_job_it_is(
    name: str, scope: Scope, status: int, sqlite_settings: Settings, sqlite_database: Database, notifier: Any
) -> None:
    """The submitting key and an admin's may delete a job; the entry has the key's name."""
    client = create_app(replace(sqlite_settings, require_keys=True), sqlite_database, notifier).test_client()
    with sqlite_database.writing() as session:
        owner, other = create_key(session, "ada", "submit"), create_key(session, name, scope)
    job = client.post(JOBS, json=JOB, headers={"Authorization": f"Bearer {owner}"}).get_json()["id"]
    drain(sqlite_database)

    answer = client.delete(f"{JOBS}/{job}", headers={"Authorization": f"Bearer {other}"})

    assert answer.status_code == status
    if status == 202:
        assert (answer.get_json()["deleted_by"], answer.get_json()["owner"]) == (name, "ada")
