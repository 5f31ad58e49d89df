"""Health checks, which name what is wrong."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api.app import create_app
from engine.code_digest import own_code_digests
from store.database.db import Database
from store.jobs.maintenance import claim_period, report_worker
from store.settings import Settings
from store.trust.spot_checks import ERRED, distrust
from tests.api.conftest import SilentNotifier


@pytest.fixture
def working(sqlite_database: Database) -> None:
    """A worker that lives and sweeps."""
    with sqlite_database.writing() as session:
        report_worker(session, "worker-1", 2, "engine", 0.0)
        claim_period(session, "sweep", 3600.0)


def wrong(client: FlaskClient) -> set[str]:
    """Return the names of the checks that failed."""
    answer = client.get("/health/ready")
    assert (answer.status_code, answer.mimetype) == (503, "application/problem+json")
    assert answer.headers["Retry-After"]
    return {fault["detail"].partition(":")[0] for fault in answer.get_json()["errors"]}


@pytest.mark.usefixtures("working")
def test_ready(client: FlaskClient) -> None:
    """Every check is listed."""
    answer = client.get("/health/ready")

    assert answer.status_code == 200
    names = [check["name"] for check in answer.get_json()["checks"]]
    assert names == ["database", "workers", "sweeper", "jobs", "broker", "disk"]


def test_no_worker(client: FlaskClient) -> None:
    """A service without a worker is not ready."""
    assert wrong(client) == {"workers", "sweeper"}


@pytest.mark.usefixtures("working")
def test_a_silent_sweeper(client: FlaskClient, sqlite_database: Database) -> None:
    """A sweep that is long overdue makes the service not ready."""
    with sqlite_database.writing() as session:
        claim_period(session, "other", -3600.0)

    assert wrong(client) == {"sweeper"}


@pytest.mark.usefixtures("working")
def test_a_broker_that_does_not_answer(client: FlaskClient, notifier: SilentNotifier) -> None:
    """The broker is named as the failed check."""
    notifier.answers = False

    assert wrong(client) == {"broker"}


@pytest.mark.usefixtures("working")
def test_a_data_folder_that_is_gone(client: FlaskClient, sqlite_settings: Settings) -> None:
    """The disk is named as a failed check, though the database is still open."""
    sqlite_settings.data.rename(sqlite_settings.data.with_name("elsewhere"))

    assert "disk" in wrong(client)


def test_a_database_without_tables(tmp_path: Path, notifier: SilentNotifier) -> None:
    """The advice is to migrate."""
    client = create_app(Settings(data=tmp_path), None, notifier).test_client()  # type: ignore[arg-type]  # a double

    assert wrong(client) == {"database"}
    assert "db upgrade" in client.get("/health/ready").get_json()["detail"]


def test_a_database_that_is_away(tmp_path: Path, notifier: SilentNotifier) -> None:
    """The process lives, is not ready, and answers requests with 503 and Retry-After."""
    away = Settings(data=tmp_path, database_url=f"sqlite:///{tmp_path}/nowhere/at-all.sqlite")
    client = create_app(away, None, notifier).test_client()  # type: ignore[arg-type]  # a double

    assert client.get("/health/live").status_code == 200
    assert wrong(client) == {"database"}
    answer = client.get("/api/v1/jobs")
    assert (answer.status_code, answer.mimetype) == (503, "application/problem+json")
    assert answer.headers["Retry-After"] == "5"


def test_metrics_without_a_key(sqlite_settings: Settings, sqlite_database: Database, notifier: Any) -> None:
    """Where keys are required, an operator's setting opens the metrics and nothing else; wrong keys are refused."""
    keyed = replace(sqlite_settings, require_keys=True)
    closed, opened = (
        create_app(settings, sqlite_database, notifier).test_client()
        for settings in (keyed, replace(keyed, open_metrics=True))
    )

    assert closed.get("/metrics").status_code == 401
    assert "cavalier_workers 0.0" in opened.get("/metrics").text
    assert opened.get("/metrics", headers={"Authorization": "Bearer wrong"}).status_code == 401
    assert opened.get("/api/v1/jobs").status_code == 401


@pytest.mark.usefixtures("job_id")
def test_metrics(app: Flask) -> None:
    """The database's numbers in Prometheus' text format."""
    text = app.test_client().get("/metrics").text

    assert 'cavalier_jobs{kind="enumerate",state="queued"} 1.0' in text
    assert 'cavalier_shards{state="ready"} 3.0' in text
    assert "cavalier_workers 0.0" in text


@pytest.mark.usefixtures("working")
def test_stranded_jobs_are_told(client: FlaskClient, sqlite_database: Database) -> None:
    """A job whose code no live worker has leaves the service ready; the checks, metrics and job itself report it."""
    job = client.post("/api/v1/jobs", json={"kind": "enumerate", "board": "5x5"}).get_json()["id"]

    checks = {check["name"]: check for check in client.get("/health/ready").get_json()["checks"]}
    assert checks["jobs"]["detail"].startswith("1 ")
    assert "cavalier_stranded_jobs 1.0" in client.get("/metrics").text
    listed = client.get("/api/v1/jobs").get_json()["items"][0]
    assert listed["waiting"]["lacks"] == "engine"
    tag = client.get(f"/api/v1/jobs/{job}").headers["ETag"]
    with sqlite_database.writing() as session:
        report_worker(session, "worker-2", 1, "engine", 1.0, own_code_digests())
    again = client.get(f"/api/v1/jobs/{job}", headers={"If-None-Match": tag})
    assert (again.status_code, again.get_json()["waiting"]) == (200, None)
    assert "cavalier_stranded_jobs 0.0" in client.get("/metrics").text


@pytest.mark.usefixtures("working")
def test_a_worker_that_erred_is_told(client: FlaskClient, sqlite_database: Database) -> None:
    """The checks, the job, its page and the list name the worker and its error, until another worker has the code."""
    with sqlite_database.writing() as session:
        report_worker(session, "worker-1", 2, "engine", 0.0, own_code_digests())
    job = client.post("/api/v1/jobs", json={"kind": "enumerate", "board": "5x5"}).get_json()["id"]
    tag = client.get(f"/api/v1/jobs/{job}").headers["ETag"]
    with sqlite_database.writing() as session:
        distrust(session, "worker-1")

    assert wrong(client) == {"workers"}
    assert f"worker-1 {ERRED}" in client.get("/health/ready").get_json()["detail"]
    waiting = client.get(f"/api/v1/jobs/{job}", headers={"If-None-Match": tag}).get_json()["waiting"]
    assert waiting == {"lacks": "trust", "remedy": f"No other worker has its code: worker-1 {ERRED}.", "jobs": []}
    assert f"worker-1 {ERRED}" in client.get(f"/jobs/{job}").text
    assert "its worker erred" in client.get("/jobs").text

    with sqlite_database.writing() as session:
        report_worker(session, "worker-2", 2, "engine", 0.0, own_code_digests())
    checks = {check["name"]: check for check in client.get("/health/ready").get_json()["checks"]}
    assert checks["workers"]["detail"].startswith("worker-2; worker-1 computed")
    assert client.get(f"/api/v1/jobs/{job}").get_json()["waiting"] is None


@pytest.mark.usefixtures("working")
def test_threads_that_hang_are_told(client: FlaskClient, sqlite_database: Database) -> None:
    """A worker with a hung thread makes the service not ready and is named."""
    with sqlite_database.writing() as session:
        report_worker(session, "worker-1", 2, "engine", 0.0, stuck=1)

    assert wrong(client) == {"workers"}
    assert "1 of 2 threads of worker-1" in client.get("/health/ready").get_json()["detail"]


@pytest.mark.usefixtures("working")
def test_a_worker_whose_machine_lacks_something_is_told(client: FlaskClient, sqlite_database: Database) -> None:
    """Checks, metrics and page report the shortage; the service is ready while another worker is well."""
    with sqlite_database.writing() as session:
        report_worker(session, "worker-1", 2, "engine", 0.0, shortage="No space left on device")
    assert wrong(client) == {"workers"}
    assert "worker-1 rests now and then: No space" in client.get("/health/ready").get_json()["detail"]
    assert "No space left on device" in client.get("/").text

    with sqlite_database.writing() as session:
        report_worker(session, "worker-2", 2, "engine", 0.0)
    checks = {check["name"]: check for check in client.get("/health/ready").get_json()["checks"]}
    assert checks["workers"]["detail"].startswith("worker-2; worker-1 rests")
    assert "cavalier_short_workers 1.0" in client.get("/metrics").text


@pytest.mark.parametrize("path", ["/", "/jobs", "/submit"])
@pytest.mark.usefixtures("working")
def test_pages_say_what_keeps_jobs_from_being_computed(
    path: str, client: FlaskClient, sqlite_settings: Settings, notifier: SilentNotifier
) -> None:
    """The pages where jobs are made and followed report an unreachable broker and a missing data folder."""
    assert client.get("/api/v1/jobs").status_code == 200, "the database is open from now on"
    notifier.answers = False
    sqlite_settings.data.rename(sqlite_settings.data.with_name("elsewhere"))

    page = client.get(path).text

    assert "The message broker does not answer" in page
    assert "The data folder is gone or full" in page
    assert "No worker takes jobs" not in page


def test_pages_say_that_no_worker_takes_jobs(client: FlaskClient) -> None:
    """The warning appears in the reader's language."""
    assert "No worker takes jobs now" in client.get("/").text
    assert "Aucun exécutant" in client.get("/", headers={"Accept-Language": "fr"}).text


@pytest.mark.usefixtures("working")
def test_pages_are_silent_about_a_service_that_works(client: FlaskClient) -> None:
    """No page of a working service shows a warning."""
    assert 'class="warning"' not in client.get("/").text
